import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '../../test/folders.ts'
import { environmentOf, runGatehouse } from '../../test/gatehouse.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const FILE = join(aFolder(), 'large.yaml')
const MANY = 100_000

async function plan(lines: string[]) {
  writeFileSync(FILE, `${lines.join('\n')}\n`)
  const { code, err } = await runGatehouse(['config', 'plan', FILE], environmentOf(server, aFolder()))
  return { code, said: err.trim().split('\n') }
}

// Comparing each with all others would take minutes.
test.each<[string, (number: number) => string, (number: number) => string]>([
  ['other', (number) => `clans${number}: []`, (number) => `clans${number}: There is no section of this name.`],
  ['the same', () => 'clans: []', () => '"clans" stands here twice. Remove one of them.'],
])('a file of very many keys, all %s, is refused with a line for each', async (_, keyOf, saidOf) => {
  const { code, said } = await plan(['gatehouse: 1', 'clans: []', ...Array.from({ length: MANY }, (_, n) => keyOf(n))])
  expect(code).toBe(2)
  expect(said).toHaveLength(MANY)
  for (const number of [0, 777, MANY - 1])
    expect(said[number]?.startsWith(`${FILE}:${number + 3}: ${saidOf(number)}`), said[number]).toBe(true)
})

test('a key that stands again is named with its line, wherever it is', async () => {
  const lines = ['gatehouse: 1', 'roles:', '  - { name: A, name: B }', '  - { 1: a, "1": b }', 'gatehouse: 1']
  expect(await plan(lines)).toEqual({
    code: 2,
    said: [
      `${FILE}:3: "name" stands here twice. Remove one of them.`,
      `${FILE}:5: "gatehouse" stands here twice. Remove one of them.`,
    ],
  })
})
