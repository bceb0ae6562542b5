import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', 'e2e', 'tests')

// The browser tests of one worker share a product, which refuses a person who is created twice. Which test files share
// a worker is chance.
test('every person created by `employ` in a browser test has a unique first name', () => {
  const names = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bemploy\('(\w+)'/g)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
