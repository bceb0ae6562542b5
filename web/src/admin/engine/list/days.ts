const DAY = /^\d{4}-\d\d-\d\d$/

/** A day of an address, such as `2026-11-22`; empty where it is none. */
export const dayOf = (sent: unknown): string =>
  typeof sent === 'string' && DAY.test(sent) && !Number.isNaN(Date.parse(sent)) ? sent : ''

/** The first moment of a day, or of so many days after it, where the viewer is. */
export function startOf(day: string, daysLater: number): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}
