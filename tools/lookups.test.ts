import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

const sources = ['contract/src', 'server/src']
  .flatMap((folder) => filesBelow(folder, /\.ts$/))
  .filter((file) => !file.endsWith('.test.ts'))

test('no name is looked up with `in` in a table, where `constructor` and `__proto__` are found too', () => {
  const wrong = sources.flatMap((file) =>
    [...textOf(file).matchAll(/[\w)\]] in [A-Z][A-Z_]+(?=\)|\s*(?:\?|&&|\|\|))/g)].map(
      ([found]) => `${file}: ${found}`,
    ),
  )
  expect(wrong).toEqual([])
})
