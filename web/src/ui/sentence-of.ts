import { ERRORS } from '@gatehouse/contract/errors.ts'
import type { TFunction } from 'i18next'
import type { ApiError } from '../api-error.ts'
import { formatWait } from '../i18n/format-span.ts'

/** Why a call failed, for people: also what is missing, and how long to wait. */
export function sentenceOf({ message, data }: ApiError, t: TFunction, language: string): string {
  const { retryAfterSeconds, reason, missing } = data
  if (typeof reason === 'string' && Array.isArray(missing)) return `${t(reason)} ${missing.join(', ')}`
  if (message !== ERRORS.too_many_attempts.msg || typeof retryAfterSeconds !== 'number') return t(message)
  return t('Too many attempts. Try again in {{time}}.', { time: formatWait(retryAfterSeconds, language) })
}
