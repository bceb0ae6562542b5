import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { FormEnd } from './FormEnd.tsx'

/** Requirement W9. */
const CONTINUE_MS = 3000
const TICK_MS = 100

type Props = { children: ReactNode; onContinue: () => void }

/** Says that something succeeded and goes on by itself after 3 seconds of being seen, or at once when asked to. */
export function Continue({ children, onContinue }: Props) {
  const { t } = useTranslation()
  const latest = useRef(onContinue)
  latest.current = onContinue

  useEffect(() => {
    let seenMs = 0
    const timer = setInterval(() => {
      if (document.hidden) return
      seenMs += TICK_MS
      if (seenMs < CONTINUE_MS) return
      clearInterval(timer)
      latest.current()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])

  return (
    <FormEnd
      success={{
        text: (
          <>
            <p>{children}</p>
            <p>{t('You will be redirected in a moment.')}</p>
          </>
        ),
      }}
    >
      <Button size="large" autoFocus onClick={onContinue}>
        {t('Continue now')}
      </Button>
    </FormEnd>
  )
}
