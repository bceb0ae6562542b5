import { expect, test } from 'vitest'
import { findOld } from './find-old.ts'

const KEEP = 3

/** The copies that remain after each of these days has made one. */
function remaining(...days: number[]): string[] {
  let copies: { at: string; name: string }[] = []
  for (const [index, day] of days.entries()) {
    const at = String(day).padStart(3, '0')
    copies.push({ at, name: `${index}` })
    const { old } = findOld(copies, KEEP, at)
    copies = copies.filter((copy) => !old.includes(copy))
  }
  return copies.map(({ name }) => name)
}

const CLOCKS: [string, number[], string[]][] = [
  ['that is right', [1, 2, 3, 4], ['1', '2', '3']],
  ['that was ahead', [1, 2, 3, 900, 901, 4, 5], ['2', '3', '4', '5', '6']],
  ['that was ahead, after as many copies as are kept', [1, 2, 3, 900, 901, 4, 5, 6, 7], ['6', '7', '8']],
  ['that was ahead, once its time has come', [1, 2, 3, 6, 4, 5, 7], ['3', '5', '6']],
  ['that is behind', [11, 12, 13, 1, 2], ['0', '1', '2', '3', '4']],
  ['that is behind for long', [11, 12, 13, 1, 2, 3, 4], ['4', '5', '6']],
  ['that was behind', [11, 12, 13, 1, 14], ['1', '2', '4']],
]

test.each(CLOCKS)('of a clock %s, the copies that remain', (_, days, names) => {
  expect(remaining(...days)).toEqual(names)
})

test('the copy that was just made remains, though others are of a later time', () => {
  const copies = ['900', '901', '5'].map((at) => ({ at }))
  expect(findOld(copies, 1, '5').old.map(({ at }) => at)).toEqual(['900', '901'])
})
