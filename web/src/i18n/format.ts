import { formatter } from './formatters.ts'

const DAY_MS = 86_400_000

/** A span of time in words, rounded up: '45 seconds', '4 minutes', and whole hours: '8 hours'. */
export function formatSpan(seconds: number, language: string): string {
  const isHours = seconds > 0 && seconds % 3600 === 0
  const [amount, unit] =
    seconds < 60 ? [seconds, 'second'] : isHours ? [seconds / 3600, 'hour'] : [seconds / 60, 'minute']
  const format = { style: 'unit', unit: unit as string, unitDisplay: 'long' } as const
  return formatter('number', language, format).format(Math.ceil(amount as number))
}

/** A moment as people say it: 'today 08:12', 'yesterday 17:30', '3 Nov 2026, 09:00'. */
export function formatMoment(moment: Date, now: Date, language: string): string {
  const days = Math.round((startOfDay(moment) - startOfDay(now)) / DAY_MS)
  if (days < -1) {
    return formatter('moment', language, { dateStyle: 'medium', timeStyle: 'short' }).format(moment)
  }
  return `${formatDays(days, language)} ${formatTime(moment, language)}`
}

/** The day of a moment to come: 'today', 'tomorrow', 'in 90 days'. */
export function formatDayToCome(moment: Date, now: Date, language: string): string {
  return formatDays(Math.round((startOfDay(moment) - startOfDay(now)) / DAY_MS), language)
}

/** A day: '3 Nov 2026'. */
export function formatDay(day: Date, language: string): string {
  return formatter('moment', language, { dateStyle: 'medium' }).format(day)
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

/** An amount of money as people read it: '₹25,000', and with paise only where there are some: '₹25,000.50'. */
export function formatRupees(rupees: number, language: string): string {
  const format = { style: 'currency', currency: 'INR', trailingZeroDisplay: 'stripIfInteger' } as const
  return formatter('number', language, format).format(rupees)
}

function formatDays(days: number, language: string): string {
  return formatter('days', language, { numeric: 'auto' }).format(days, 'day')
}

function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
}
