import { AppError } from '../../errors.ts'

/** A day in a time zone: its date and its start. */
export type Day = { date: string; start: Date }

const DAY_MS = 86_400_000

/**
 * The last days in a time zone, oldest first; the last one is today.
 *
 * @throws AppError invalid_request for an unknown time zone
 */
export function lastDays(timeZone: string, now: Date, count: number): Day[] {
  const clock = clockOf(timeZone)
  const today = Math.floor((now.getTime() + clock(now.getTime())) / DAY_MS) * DAY_MS
  return Array.from({ length: count }, (_, index) => {
    // Local midnight, as if it were UTC.
    const midnight = today - (count - 1 - index) * DAY_MS
    const near = midnight - clock(midnight)
    // The offset at that moment may differ from some hours before. If clocks go forward at midnight, there is
    // no midnight, and the day begins an hour later.
    const start = midnight - clock(near)
    return {
      date: new Date(midnight).toISOString().slice(0, 10),
      start: new Date(clock(start) === clock(near) ? start : near),
    }
  })
}

/** How far the clocks of a time zone are ahead of UTC at a moment, both in ms. */
function clockOf(timeZone: string): (ms: number) => number {
  const format = formatOf(timeZone)
  return (ms) => {
    const { year, month, day, hour, minute, second } = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    ) as Record<string, number>
    const there = Date.UTC(year as number, (month as number) - 1, day, hour, minute, second)
    return there - Math.floor(ms / 1000) * 1000
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric'
  const parts = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone, hourCycle: 'h23' })
  } catch (cause) {
    throw new AppError('invalid_request', { msg: 'There is no such time zone', cause })
  }
}
