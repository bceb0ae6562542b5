import { afterEach, expect, test } from 'vitest'
import { formatCalendarDay, formatMoment } from './format.ts'
import { browserTimeZone, showTimeZone, timeZone } from './shown-time-zone.ts'
import { dayOf, hourOf, momentOf, startOfDay } from './time-zone.ts'

afterEach(() => showTimeZone(null))

test.each([
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z'],
  ['America/New_York', '2026-11-21', '2026-11-21T05:00:00.000Z'],
  ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
  // Clocks go forward at midnight: the day begins at one o'clock.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  // They go back at midnight, to 23:00 of the day before.
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
  // They go back from one o'clock to midnight: the day has two, and begins at the first one.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, begins) => {
  showTimeZone(zone)
  const start = startOfDay(day)
  expect(start.toISOString()).toBe(begins)
  expect(dayOf(start)).toBe(day)
  expect(dayOf(new Date(start.getTime() - 1))).toBe(dayOf(startOfDay(day, -1)))
})

test.each([
  ['Asia/Kolkata', '2027-04-01T00:00', '2027-03-31T18:30:00.000Z'],
  ['America/New_York', '2027-07-01T09:30', '2027-07-01T13:30:00.000Z'],
  // Shown twice, and the first one counts; and shown never, because clocks go forward.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00.000Z'],
])('in %s clocks show %s at %s', (zone, shown, moment) => {
  showTimeZone(zone)
  expect(momentOf(shown).toISOString()).toBe(moment)
})

test('moments are shown in the chosen zone, calendar days are the same everywhere', () => {
  const [moment, now] = [new Date('2026-11-21T20:00:00Z'), new Date('2026-11-22T03:00:00Z')]
  showTimeZone('Asia/Kolkata')
  expect(formatMoment(moment, now, 'en')).toMatch(/^today 1:30/)
  expect([dayOf(moment), hourOf(moment)]).toEqual(['2026-11-22', 1])
  showTimeZone('America/New_York')
  expect(formatMoment(moment, now, 'en')).toMatch(/^today 3:00/)
  expect(formatCalendarDay('2026-11-21', 'en')).toBe('21 Nov 2026')
  showTimeZone('Pacific/Kiritimati')
  expect(formatCalendarDay('2026-11-21', 'en')).toBe('21 Nov 2026')
})

test('a zone that this browser does not know is its own', () => {
  showTimeZone('Mars/Base')
  expect(timeZone()).toBe(browserTimeZone())
})
