import { expect, test } from 'vitest'
import { formatRecorded } from './format.ts'

test.each([
  ['2026-11-30', '30 Nov 2026'],
  ['2024-02-29', '29 Feb 2024'],
  ...['2026-02-30', '1234-56-78', '2026-99-99', '2026-11-30T99:00:00Z', '2026-11', 'Form 2026-11-30'].map(
    (text): [string, string] => [text, text],
  ),
])('the recorded value %s is written as %s', (value, text) => {
  expect(formatRecorded(value, 'en')).toBe(text)
})
