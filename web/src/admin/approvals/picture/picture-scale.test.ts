import { expect, test } from 'vitest'
import { linesOf, makeScale } from './picture-scale.ts'

test('an axis has ticks at powers of ten, and room on both sides of its bounds', () => {
  const { at, ticks } = makeScale([0, 1_00_000, 1_00_000.01, 10_00_000, null])
  expect(ticks).toEqual([0, 10_000, 1_00_000, 10_00_000, 1_00_00_000])
  expect([at(0), at(10_000), at(1_00_00_000), at(null)]).toEqual([0, 5, 93, 100])
  expect(at(1_00_000) - at(10_000)).toBeCloseTo(at(10_00_000) - at(1_00_000))
})

test('every bound has its place in order, also without bounds, and with those that can hardly be seen', () => {
  for (const bounds of [[], [0], [0.01, 0.5], [1], [1000], [1, 10_000_000_000]]) {
    const { at, ticks } = makeScale(bounds)
    const places = [...bounds, ...ticks].sort((a, b) => a - b).map(at)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places.every((place) => place >= 0 && place <= 100)).toBe(true)
    expect(ticks.length).toBeLessThan(11)
  }
})

test('spans that overlap stand below each other, and those that follow share a line', () => {
  const spans = [
    { from: 0, to: 10 },
    { from: 5, to: null },
    { from: 11, to: 20 },
    { from: 21, to: 30 },
    { from: 30, to: 40 },
  ]
  expect(linesOf(spans)).toEqual([0, 1, 0, 0, 2])
})
