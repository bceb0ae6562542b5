import { expect, test } from 'vitest'
import { findPeak } from './find-peak.ts'

test.each([
  ['no day', [], null],
  ['nothing ever', [0, 0, 0, 0], null],
  ['few, and zero before', [0, 0, 0, 0, 0, 0, 0, 19], null],
  ['many, and zero before', [0, 0, 0, 0, 0, 0, 0, 20], { index: 7, count: 20, usual: 0 }],
  ['three times as many as before', [10, 10, 10, 10, 10, 10, 10, 30], null],
  ['more than that', [10, 10, 10, 10, 10, 10, 10, 31], { index: 7, count: 31, usual: 10 }],
  ['a peak of yesterday', [9, 9, 9, 9, 9, 9, 9, 90, 2], { index: 7, count: 90, usual: 9 }],
  ['a peak of long ago', [9, 90, 9, 9, 9, 9, 9, 9, 9], null],
])('%s', (_case, counts, peak) => {
  expect(findPeak(counts)).toEqual(peak)
})
