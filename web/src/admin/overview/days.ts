import { formatter } from '../../i18n/formatters.ts'

/** A day as people say it: '12 Nov'. */
export function formatDay(day: string, language: string): string {
  return format(day, language, { day: 'numeric', month: 'short' })
}

/** With the day of the week: 'Thu 12 Nov'. */
export function formatFullDay(day: string, language: string): string {
  return format(day, language, { weekday: 'short', day: 'numeric', month: 'short' })
}

function format(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return formatter('moment', language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
