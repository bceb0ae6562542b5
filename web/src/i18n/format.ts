import { formatter } from './formatters.ts'
import { isPrinting } from './printing.ts'
import { dayNumber } from './time-zone.ts'

/** A moment as people say it: 'today 08:12', 'yesterday 17:30', '3 Nov 2026, 09:00'. Paper shows the date. */
export function formatMoment(moment: Date, now: Date, language: string): string {
  const days = dayNumber(moment) - dayNumber(now)
  if (days < -1 || isPrinting()) return formatDayAndTime(moment, language)
  return `${formatDays(days, language)} ${formatTime(moment, language)}`
}

/** The day and the time of a moment: '3 Nov 2026, 09:00'. */
export function formatDayAndTime(moment: Date, language: string): string {
  return formatter('moment', language, { dateStyle: 'medium', timeStyle: 'short' }).format(moment)
}

/** The day of a moment to come: 'today', 'tomorrow', 'in 90 days'. Paper shows the date. */
export function formatDayToCome(moment: Date, now: Date, language: string): string {
  if (isPrinting()) return formatDay(moment, language)
  return formatDays(dayNumber(moment) - dayNumber(now), language)
}

/** The day of a moment: '3 Nov 2026'. */
export function formatDay(moment: Date, language: string): string {
  return formatter('moment', language, { dateStyle: 'medium' }).format(moment)
}

/** A day such as '2026-11-03', which is the same everywhere: '3 Nov 2026'. */
export function formatCalendarDay(day: string, language: string): string {
  return formatter('moment', language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

const RECORDED = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/

/** A recorded value: a day or moment as people write it, and any other text as it is, also one that is only like a day. */
export function formatRecorded(value: string, language: string): string {
  const day = value.slice(0, 10)
  const moment = RECORDED.test(value) ? new Date(value) : null
  // Of a day that no month has, the date is another one or none.
  if (moment === null || !(moment.getTime() >= 0) || moment.toISOString().slice(0, 10) !== day) return value
  return value === day ? formatCalendarDay(day, language) : formatFullMoment(moment, language)
}

/** The time of a day: '8:12 am'. */
export function formatTime(moment: Date, language: string): string {
  return formatter('moment', language, { timeStyle: 'short' }).format(moment)
}

/** A moment to the second: '21 Nov 2026, 8:12:05 am'. */
export function formatFullMoment(moment: Date, language: string): string {
  return formatter('moment', language, { dateStyle: 'medium', timeStyle: 'medium' }).format(moment)
}

/** A count with its separators: '1,00,248'. */
export function formatNumber(value: number, language: string): string {
  return formatter('number', language).format(value)
}

/** Rupees, grouped as in India, with paise only where there are some, and without the sign: '25,000', '25,000.50'. */
export function formatAmount(rupees: number): string {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' } as const
  return formatter('number', 'en', format).format(rupees)
}

/** An amount of money as people read it: '₹25,000', '₹25,000.50'. */
export const formatRupees = (rupees: number): string => `₹${formatAmount(rupees)}`

function formatDays(days: number, language: string): string {
  return formatter('days', language, { numeric: 'auto' }).format(days, 'day')
}
