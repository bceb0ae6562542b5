import { expect, test } from 'vitest'
import { lastDays } from './days.ts'

test.each([
  ['UTC', '2026-11-22T00:00:00Z', ['2026-11-20', '2026-11-20T00:00:00Z'], ['2026-11-22', '2026-11-22T00:00:00Z']],
  [
    'Asia/Kolkata',
    '2026-11-21T18:29:59Z',
    ['2026-11-19', '2026-11-18T18:30:00Z'],
    ['2026-11-21', '2026-11-20T18:30:00Z'],
  ],
  [
    'Asia/Kolkata',
    '2026-11-21T18:30:00Z',
    ['2026-11-20', '2026-11-19T18:30:00Z'],
    ['2026-11-22', '2026-11-21T18:30:00Z'],
  ],
  // The clocks go forward at midnight, so 6 September begins at one o'clock.
  [
    'America/Santiago',
    '2026-09-06T12:00:00Z',
    ['2026-09-04', '2026-09-04T04:00:00Z'],
    ['2026-09-06', '2026-09-06T04:00:00Z'],
  ],
  // The clocks are set back on 1 November.
  [
    'America/New_York',
    '2026-11-02T12:00:00Z',
    ['2026-10-31', '2026-10-31T04:00:00Z'],
    ['2026-11-02', '2026-11-02T05:00:00Z'],
  ],
  [
    'Pacific/Auckland',
    '2026-01-01T10:00:00Z',
    ['2025-12-30', '2025-12-29T11:00:00Z'],
    ['2026-01-01', '2025-12-31T11:00:00Z'],
  ],
])('days begin at midnight in %s at %s', (timeZone, now, first, last) => {
  const days = lastDays(timeZone, new Date(now), 3)
  const firstAndLast = [days[0], days[2]].map((day) => [day?.date, day?.start.toISOString().replace('.000Z', 'Z')])
  expect(days).toHaveLength(3)
  expect(firstAndLast).toEqual([first, last])
})

test('each day begins where the previous one ends, also when the clocks change', () => {
  const days = lastDays('Europe/Berlin', new Date('2026-11-22T12:00:00Z'), 300)
  const hours = days
    .slice(1)
    .map(({ start }, index) => (start.getTime() - (days[index]?.start.getTime() ?? 0)) / 3_600_000)
  expect(new Set(hours)).toEqual(new Set([23, 24, 25]))
  expect(hours.filter((one) => one !== 24)).toEqual([23, 25])
})

test.each(['', 'Mars/Base', "UTC'; drop table users"])('%j is refused as a time zone', (timeZone) => {
  expect(() => lastDays(timeZone, new Date(), 1)).toThrow('There is no such time zone')
})
