import { dayOf, startOfDay } from '../../../i18n/time-zone.ts'

/** A month of the calendar such as '2026-11', in years with four digits. */
export const isMonth = (text: string) => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** The month of a moment, where the viewer is. */
export const monthOf = (moment: Date): string => dayOf(moment).slice(0, 7)

/** The number of days of a month. */
export const daysOf = (month: string): number => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}

/** The month that is some months later. */
export function monthsLater(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** From its first moment to that of the month after it. */
export const timeOf = (month: string) => ({
  from: startOfDay(`${month}-01`).toISOString(),
  until: startOfDay(`${monthsLater(month, 1)}-01`).toISOString(),
})
