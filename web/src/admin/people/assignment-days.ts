import type { TFunction } from 'i18next'
import { formatDay } from '../../i18n/format.ts'

/** When an assignment begins and ends, as the server stores it; `null`: at once, and never. */
export type Term = { validFrom: string | null; validUntil: string | null }

/** The same as days in the browser's time zone, as date fields show them; empty: no limit. The last day counts whole. */
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

function momentOf(day: string, daysLater: number): string | null {
  const [year, month, date] = day.split('-').map(Number)
  if (year === undefined || month === undefined || date === undefined) return null
  return new Date(year, month - 1, date + daysLater).toISOString()
}

function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
