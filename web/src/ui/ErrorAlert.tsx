import { ERRORS } from '@gatehouse/contract/errors.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api-error.ts'
import { formatSpan } from '../i18n/format-span.ts'
import { Alert } from './Alert.tsx'

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
  const { message, data } = error instanceof ApiError ? error : new ApiError(0, 'Something went wrong', null, error)
  const { retryAfterSeconds, ref, reason, missing } = data

  function sentence(): string {
    if (typeof reason === 'string' && Array.isArray(missing)) return `${t(reason)} ${missing.join(', ')}`
    if (message !== ERRORS.too_many_attempts.msg || typeof retryAfterSeconds !== 'number') return t(message)
    return t('Too many attempts. Try again in {{time}}.', { time: formatSpan(retryAfterSeconds, i18n.language) })
  }

  return (
    <Alert tone="error" ref={alert}>
      <p>{sentence()}</p>
      {typeof ref === 'string' && <p>{t('Reference: {{ref}}', { ref })}</p>}
      {children}
    </Alert>
  )
}
