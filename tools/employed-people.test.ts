import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', 'e2e', 'tests')

// The browser tests of one worker share a product: who is employed twice is refused, and which files meet is chance.
test('everybody who is employed by a browser test has a first name of their own', () => {
  const names = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\bemploy\('(\w+)'/g)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
