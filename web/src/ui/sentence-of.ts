import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import type { TFunction } from 'i18next'
import type { ApiError } from '../api-error.ts'
import { formatWait } from '../i18n/format-span.ts'
import { formatter } from '../i18n/formatters.ts'

/** Why a call failed, for people: also what is missing, and how long to wait. */
export function sentenceOf({ message, data }: ApiError, t: TFunction, language: string): string {
  const { retryAfterSeconds, reason, missing, changedBy } = data
  const people = peopleConcerned(data, t, language)
  if (typeof reason === 'string' && Array.isArray(missing))
    return `${t(reason)} ${missing.join(', ')}${people === '' ? '' : `. ${people}`}`
  if (typeof changedBy === 'string' && changedBy !== '')
    return `${t(message)} ${t('Who changed it: {{name}}', { name: changedBy })}`
  // Screens and links lead to what was there when they were made.
  if (message === VISITOR_ERRORS.not_found.msg)
    return t('This cannot be found. Somebody may have deleted it meanwhile.')
  if (message !== VISITOR_ERRORS.too_many_attempts.msg || typeof retryAfterSeconds !== 'number') return t(message)
  return t('Too many attempts. Try again in {{time}}.', { time: formatWait(retryAfterSeconds, language) })
}

/** How many people a refused change concerns, and the first of them; empty where the server does not say so. */
export function peopleConcerned({ people }: ApiError['data'], t: TFunction, language: string): string {
  if (typeof people !== 'object' || people === null) return ''
  const { count, names } = people as { count: number; names: string[] }
  const number = formatter('number', language).format(count)
  return names.length === 0
    ? t('People concerned: {{number}}', { number })
    : t('People concerned ({{number}}): {{names}}', { number, names: names.join(', ') })
}
