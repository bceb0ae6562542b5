import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, textOf } from './sources.ts'

// docs/security-tests.md names a test, or a reason, for every attack and fault.

const rows = [...textOf('docs/security-tests.md').matchAll(/^\| (T\d{3}) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, number = '', , , proof = '']) => ({ number, proof }),
)

/** The tests that a proof names: a path, and a part of the test's name. */
const namedIn = (proof: string) =>
  [...proof.matchAll(/`([\w./-]+)` "([^"]+)"/g)].map(([, path = '', name = '']) => ({ path, name }))

test('every attack and fault has one row, in order', () => {
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: 150 }, (_, index) => `T${String(index + 1).padStart(3, '0')}`),
  )
})

test('every row names a test, or begins with the reason why there is none', () => {
  const bare = rows.filter(({ proof }) => !/^No test: .{30,}\.$/.test(proof) && namedIn(proof).length === 0)
  expect(bare).toEqual([])
  const unclear = rows.filter(({ proof }) => (proof.match(/"/g) ?? []).length !== 2 * namedIn(proof).length)
  expect(unclear).toEqual([])
})

test('every named test exists', () => {
  const missing = rows.flatMap(({ number, proof }) =>
    namedIn(proof)
      .filter(({ path, name }) => !existsSync(join(root, path)) || !textOf(path).includes(name))
      .map(({ path, name }) => `${number}: ${path} "${name}"`),
  )
  expect(missing).toEqual([])
})
