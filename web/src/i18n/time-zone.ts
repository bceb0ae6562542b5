import { isTimeZone } from '@gatehouse/contract/own-preferences.ts'
import { formatter } from './formatters.ts'
import { timeZone } from './shown-time-zone.ts'

const DAY_MS = 86_400_000

/** The day of a moment where the viewer is: '2026-11-21'. */
export const dayOf = (moment: Date): string => new Date(wallClock(moment)).toISOString().slice(0, 10)

/** The hour of a moment, from 0 to 23. */
export const hourOf = (moment: Date): number => new Date(wallClock(moment)).getUTCHours()

/** The number of a moment's day, so that days can be counted between two of them. */
export const dayNumber = (moment: Date): number => Math.floor(wallClock(moment) / DAY_MS)

/** The first moment of a day such as '2026-11-21', or of a number of days after it. */
export function startOfDay(day: string, daysLater = 0): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MS
  const wanted = new Date(midnight).toISOString().slice(0, 10)
  const [earlier, later] = candidates(midnight)
  return dayOf(earlier) === wanted ? earlier : later
}

/** The moment at which clocks show '2026-11-21T09:30' here: the first one, where they show it twice. */
export function momentOf(shown: string): Date {
  const wanted = Date.parse(`${shown}Z`)
  const [earlier, later] = candidates(wanted)
  return wallClock(earlier) === wanted ? earlier : later
}

/** Where clocks change there is no such moment, or two: the offsets around it give both candidates. @param wanted as if it were UTC */
const candidates = (wanted: number) =>
  [-DAY_MS, DAY_MS]
    .map((shift) => new Date(wanted - offsetAt(wanted + shift)))
    .toSorted((one, other) => one.getTime() - other.getTime()) as [Date, Date]

/** All time zones that this browser knows, by the names that are in use today; `also` is one that it may list otherwise. */
export function timeZones(also: string): string[] {
  const names = Intl.supportedValuesOf('timeZone').map((name) => RENAMED[name] ?? name)
  return [...new Set([...names, 'UTC', also])].filter(isTimeZone).toSorted()
}

/** Browsers list some zones by former names. */
const RENAMED: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** A time zone as people call it: 'India Standard Time'. */
export function nameOfZone(zone: string, language: string): string {
  const parts = formatter('moment', language, { timeZone: zone, timeZoneName: 'long' }).formatToParts(new Date())
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const PARTS = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const

/** What clocks and calendars show at a moment, as if it were UTC, to the second. */
function wallClock(moment: Date): number {
  const options = { ...PARTS, second: 'numeric', hourCycle: 'h23', timeZone: timeZone() } as const
  const parts = formatter('moment', 'en', options).formatToParts(moment)
  const part = (wanted: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === wanted)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const offsetAt = (ms: number): number => wallClock(new Date(ms)) - Math.floor(ms / 1000) * 1000
