import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aDataDir, cleanUp, run, start } from './processes.ts'

// The embedded database has no password: a user who reaches its socket can read everything, or pretend to be the
// database.

afterAll(cleanUp)

const asFolder = (mode: number) => (path: string) => {
  mkdirSync(path)
  chmodSync(path, mode)
}
const FOLDERS: [what: string, make: (path: string) => void][] = [
  ['that a group may enter', asFolder(0o770)],
  ['that a group may list', asFolder(0o740)],
  ['that everybody may pass through', asFolder(0o701)],
  [
    'that is a link to another one',
    (path) => {
      const elsewhere = `${path}-elsewhere`
      asFolder(0o700)(elsewhere)
      symlinkSync(elsewhere, path)
    },
  ],
]
const isRoot = process.getuid?.() === 0
const STRANGER = 12_345

async function expectRefused(env: Record<string, string>, folder: string) {
  const server = await run(env)
  expect((await server.exit).code).toBe(1)
  const sentence = 'must be a folder of this user that nobody else can enter. Remove it, or choose a shorter DATA_DIR.'
  expect(server.err()).toContain(`${folder} ${sentence}`)
}

test.each(FOLDERS)('a socket folder %s stops the start', async (_what, make) => {
  const DATA_DIR = aDataDir()
  mkdirSync(DATA_DIR, { mode: 0o711 })
  const folder = join(DATA_DIR, 'socket')
  make(folder)
  await expectRefused({ DATA_DIR }, folder)
})

// Only root may change the owner of a folder.
test.runIf(isRoot)('a socket folder of another user stops the start', async () => {
  const DATA_DIR = aDataDir()
  mkdirSync(DATA_DIR, { mode: 0o711 })
  const folder = join(DATA_DIR, 'socket')
  asFolder(0o700)(folder)
  chownSync(folder, STRANGER, STRANGER)
  await expectRefused({ DATA_DIR }, folder)
})

test('with a long path the folder is in the shared temporary folder, and is checked in the same way', async () => {
  // A folder that others may enter, like /tmp.
  const TMPDIR = mkdtempSync(join(tmpdir(), 'gatehouse-shared-'))
  chmodSync(TMPDIR, 0o777)
  const DATA_DIR = join(dirname(aDataDir()), 'a-long-name'.repeat(9), 'data')
  mkdirSync(dirname(DATA_DIR))
  const server = await start({ DATA_DIR, TMPDIR })
  server.kill('SIGTERM')
  await server.exit
  const [name = '', ...more] = readdirSync(TMPDIR).filter((one) => one.startsWith('gatehouse-'))
  expect(more).toEqual([])
  const folder = join(TMPDIR, name)
  chmodSync(folder, 0o770)
  await expectRefused({ DATA_DIR, TMPDIR }, folder)
  rmSync(folder, { recursive: true })
  // Another user has created it first.
  writeFileSync(folder, '')
  const blocked = await run({ DATA_DIR, TMPDIR })
  expect((await blocked.exit).code).toBe(1)
  expect(blocked.err()).toContain(folder)
  rmSync(TMPDIR, { recursive: true })
})
