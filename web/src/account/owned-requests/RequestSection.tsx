import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** Whether the request itself is shown. */
  isShown: boolean
  children: ReactNode
}

/** The part of the page about a single request. When the request goes, with its buttons and dialogs, the focus stays here. */
export function RequestSection({ isShown, children }: Props) {
  const { t } = useTranslation()
  const section = useRef<HTMLElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    const isGone = wasShown.current && !isShown
    wasShown.current = isShown
    if (isGone && document.activeElement === document.body) section.current?.focus({ preventScroll: true })
  }, [isShown])
  return (
    <section ref={section} aria-label={t('Request')} tabIndex={-1}>
      {children}
    </section>
  )
}
