import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api-error.ts'
import { Alert } from './Alert.tsx'
import { sentenceOf } from './sentence-of.ts'

type Props = {
  /** Whatever was thrown; `null` shows nothing. */
  error: unknown
  /** False where a field takes the focus instead. */
  takesFocus?: boolean
  /** A way out, below the message. */
  children?: ReactNode
}

/** Says why something failed, in the server's own words. */
export function ErrorAlert({ error, takesFocus = true, children }: Props) {
  const { t, i18n } = useTranslation()
  const alert = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (error && takesFocus) alert.current?.focus()
  }, [error, takesFocus])

  if (!error) return null
  const known = error instanceof ApiError ? error : new ApiError(0, 'Something went wrong', null, error)
  const { ref } = known.data

  return (
    <Alert tone="error" ref={alert}>
      <p>{sentenceOf(known, t, i18n.language)}</p>
      {typeof ref === 'string' && <p>{t('Reference: {{ref}}', { ref })}</p>}
      {children}
    </Alert>
  )
}
