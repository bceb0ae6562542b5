import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, root, textOf } from './sources.ts'

// docs/security-tests.md names a test, or a reason, for every attack and fault.

const rows = [...textOf('docs/security-tests.md').matchAll(/^\| (T\d{3}) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, number = '', , , proof = '']) => ({ number, proof }),
)

/** The tests that a proof names: a path, and a part of the test's name. */
const namedIn = (proof: string) =>
  [...proof.matchAll(/`([\w./-]+)` "([^"]+)"/g)].map(([, path = '', name = '']) => ({ path, name }))

/** The parts about accounts, and further rows about them: their tests carry the number, so that a failure names the attack. */
const CARRIED_PARTS = ['Sessions, cookies and changes from other sites', 'Codes, registration, links and limits']
const CARRIED_ROWS = ['T079', 'T081', 'T082', 'T083', 'T084', 'T128']

const numbersOf = (part: string) =>
  [
    ...(textOf('docs/security-tests.md').split(`## ${part}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| (T\d{3}) /gm),
  ].map(([, number = '']) => number)
const carried = [...CARRIED_PARTS.flatMap(numbersOf), ...CARRIED_ROWS]

/** The numbers in the name of a test, which stands on one line: `… (T001, T002)`. */
const carriedBy = (line: string) => /\((T\d{3}(?:, T\d{3})*)\)/.exec(line)?.[1]?.split(', ') ?? []

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

test('the tests about accounts carry the numbers of their rows', () => {
  expect(carried.length).toBeGreaterThan(50)
  const silent = rows
    .filter(({ number }) => carried.includes(number))
    .flatMap(({ number, proof }) => namedIn(proof).map((named) => ({ number, ...named })))
    .filter(({ number, path, name }) => {
      const lines = textOf(path).split('\n')
      return !lines.some((line) => line.includes(name) && carriedBy(line).includes(number))
    })
  expect(silent).toEqual([])
})

test('every number in the name of a test belongs to a row that names this test', () => {
  const tests = [...filesBelow('server', /\.ts$/), ...filesBelow('e2e', /\.spec\.ts$/)]
  const strange = tests.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line) => carriedBy(line).map((number) => ({ number, line })))
      .filter(({ number, line }) => {
        const proof = rows.find((row) => row.number === number)?.proof ?? ''
        return !namedIn(proof).some((named) => named.path === path && line.includes(named.name))
      })
      .map(({ number, line }) => `${path}: ${number} in ${line.trim()}`),
  )
  expect(strange).toEqual([])
})
