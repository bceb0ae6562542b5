import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', 'e2e', 'tests')

/** The first names that a test file employs people by: literal ones, and those of the list that a loop goes through. */
function employed(source: string): string[] {
  return [...source.matchAll(/\bemploy\(\s*(?:'([^']+)'|`[^`]+`|(\w+))/g)].flatMap(([call, literal, variable]) => {
    if (literal !== undefined) return [literal]
    if (variable === undefined) return []
    const list = new RegExp(String.raw`for \(const ${variable} of \[([^\]]+)\]`).exec(source)?.[1]
    if (list === undefined) throw new Error(`${call}: the names must be a list in the loop`)
    return [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  })
}

const people = readdirSync(folder).flatMap((file) =>
  employed(readFileSync(join(folder, file), 'utf8')).map((name) => ({ file, name: name.toLowerCase() })),
)

// The browser tests of one worker share a product, which refuses a person who is created twice. Which test files share
// a worker is chance.
test('every person created by `employ` in a browser test has a unique first name', () => {
  const names = people.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

// A search for the one would find the other, too, where the two files share a worker.
test('no first name of a test file is part of one of another file', () => {
  const parts = people.flatMap((one) =>
    people
      .filter(({ file, name }) => file !== one.file && name.includes(one.name))
      .map(({ file, name }) => `${one.file}: ${one.name}, ${file}: ${name}`),
  )
  expect(parts).toEqual([])
})
