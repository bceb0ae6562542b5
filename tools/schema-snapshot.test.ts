import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

/** The generator compares the schema with the newest snapshot only, and each has thousands of lines. */
test('only the snapshot of the newest migration is kept', () => {
  const files = readdirSync(join(root, 'server/src/db/migrations'), { recursive: true, encoding: 'utf8' })
  const newest = files
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .at(-1)
  expect(files.filter((file) => file.endsWith('_snapshot.json'))).toEqual([`meta/${newest?.slice(0, 4)}_snapshot.json`])
})
