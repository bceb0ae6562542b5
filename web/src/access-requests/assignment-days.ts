import type { TFunction } from 'i18next'
import { formatDay } from '../i18n/format.ts'
import { dayOf, startOfDay } from '../i18n/time-zone.ts'

/** When an assignment begins and ends, as the server stores it; `null`: at once, and never. */
export type Term = { validFrom: string | null; validUntil: string | null }

/** The same as days in the viewer's time zone, as date fields show them; empty: no limit. The last day counts whole. */
export type Days = { firstDay: string; lastDay: string }

export const NO_DAYS: Days = { firstDay: '', lastDay: '' }

export function termOf({ firstDay, lastDay }: Days): Term {
  return { validFrom: momentOf(firstDay, 0), validUntil: momentOf(lastDay, 1) }
}

export function daysOf({ validFrom, validUntil }: Term): Days {
  return {
    firstDay: validFrom === null ? '' : dayOf(new Date(validFrom)),
    lastDay: validUntil === null ? '' : dayOf(lastMoment(validUntil)),
  }
}

/** 'from 1 Mar 2027 to 31 Mar 2027', or empty without limits; a beginning that is past says nothing any more. */
export function termInWords(t: TFunction, language: string, { validFrom, validUntil }: Term, now = new Date()): string {
  const from = validFrom === null || new Date(validFrom) <= now ? '' : formatDay(new Date(validFrom), language)
  const until = validUntil === null ? '' : formatDay(lastMoment(validUntil), language)
  if (from !== '' && until !== '') return t('{{from}} to {{until}}', { from, until })
  if (from !== '') return t('from {{from}}', { from })
  return until === '' ? '' : t('until {{until}}', { until })
}

const lastMoment = (validUntil: string) => new Date(Date.parse(validUntil) - 1)

const momentOf = (day: string, daysLater: number): string | null =>
  day === '' ? null : startOfDay(day, daysLater).toISOString()
