import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

/** Two locks with one number would keep each other waiting. */
test('every advisory lock has a number of its own', () => {
  const numbers = filesBelow('server/src', /\.ts$/).flatMap((file) =>
    [...textOf(file).matchAll(/_LOCK = ([\d_]+)/g)].map(([, number]) => number),
  )
  expect(numbers.length).toBeGreaterThan(4)
  expect(numbers).toEqual([...new Set(numbers)])
})
