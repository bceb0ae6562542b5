import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from './Field.tsx'

type Props = Pick<FieldProps, 'hint' | 'error'> & { id: string }

/** What belongs to a control, below it; `describedBy` ties it to them. */
export function FieldMessages({ id, hint, error }: Props) {
  const { t } = useTranslation()
  const message = useRef<HTMLParagraphElement>(null)

  // A browser brings into sight only the control that has the focus: what stands below it may lie under the buttons of a dialog.
  useLayoutEffect(() => {
    const control = error ? document.getElementById(id) : null
    const show = () => message.current?.scrollIntoView({ block: 'nearest' })
    if (control && control === document.activeElement) show()
    control?.addEventListener('focus', show)
    return () => control?.removeEventListener('focus', show)
  }, [error, id])

  // Of a text that is too long, the second line is how many characters it may have (limitedResolverOf).
  const [words = '', most] = error?.split('\n') ?? []
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} ref={message} className="field-error">
          <span>{t(words)}</span> {most && t('At most {{number}} characters.', { number: most })}
        </p>
      )}
    </>
  )
}
