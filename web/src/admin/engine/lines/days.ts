import { startOfDay } from '../../../i18n/time-zone.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** A day from an address, such as `2026-11-22`, or empty if invalid. */
export const dayOf = (sent: unknown): string =>
  typeof sent === 'string' && DAY.test(sent) && !Number.isNaN(Date.parse(sent)) ? sent : ''

/** The start of a day, or of a number of days after it, in the viewer's time zone. */
export const startOf = (day: string, daysLater: number): string => startOfDay(day, daysLater).toISOString()
