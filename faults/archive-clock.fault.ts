import { chmodSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Found, findPackages } from '../e2e/parties/debian.ts'
import { PASSWORD } from '../server/test/builders.ts'
import { runGatehouse } from '../server/test/gatehouse.ts'
import { aDataDir, cleanUp, query, start } from '../server/test/processes.ts'
import { stops } from './outage.ts'
import { skipped, useTable } from './table.ts'

// The clock of the machine of an embedded database was 40 days ahead, while it archived.

const WHAT = 'The clock was ahead while the archive was written to'
const LIBRARY = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`
/** PostgreSQL and the schedule try again after a minute each. */
const NEXT_ROUNDS = { timeout: 180_000 }
const DATA_DIR = aDataDir()
const ARCHIVE_TO = join(dirname(DATA_DIR), 'archive')
const ENVIRONMENT = {
  ...{ DATA_DIR, ARCHIVE_TO, ARCHIVE_KEEP: '1' },
  ...{ ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD },
}

const faketime = find()
if (faketime === null) skipped(WHAT, 'The package libfaketime is not installed, and cannot be fetched.')
const line = useTable(WHAT)
afterAll(cleanUp)

const folderOf = (part: string) => join(ARCHIVE_TO, readdirSync(ARCHIVE_TO)[0] ?? '', part)
const copies = () => readdirSync(folderOf('base')).filter((name) => name.endsWith('Z'))
const status = async () => JSON.parse((await runGatehouse(['archive', 'status', '--json'], ENVIRONMENT)).out)
const change = () => query(DATA_DIR, 'select pg_logical_emit_message(true, $1, $1), pg_switch_wal()', ['change'])

test.runIf(faketime !== null)('a copy is made at once, and failures are seen', async () => {
  const clock = { LD_PRELOAD: (faketime as Found).path(LIBRARY), FAKETIME: '+40d', DONT_FAKE_MONOTONIC: '1' }
  const ahead = await start({ ...ENVIRONMENT, ...clock })
  await expect.poll(() => copies().length).toBe(1)
  await stops(line, ahead)
  // While segments cannot be stored, no copy is begun.
  chmodSync(folderOf('wal'), 0o500)
  const server = await start(ENVIRONMENT)
  const noted = await query(DATA_DIR, 'select from pg_stat_archiver where last_archived_time > now()')
  line('the database says that it archived in 40 days', noted.length, noted.length === 1)
  await change()
  const failing = 'select last_failed_time is not null as is from pg_stat_archiver'
  await expect.poll(() => query(DATA_DIR, failing)).toEqual([{ is: true }])
  chmodSync(folderOf('wal'), 0o700)
  const { fault, archivedSecondsAgo } = await status()
  const isSeen = /PostgreSQL reports failures/.test(fault) || (archivedSecondsAgo !== null && archivedSecondsAgo >= 0)
  line('the failure is seen, or was mended since', String(fault), isSeen)
  await expect.poll(() => copies().length, NEXT_ROUNDS).toBe(2)
  await change()
  await expect.poll(async () => (await status()).archivedSecondsAgo).toBeGreaterThanOrEqual(0)
  const state = await status()
  line('in the end', JSON.stringify([state.isGood, state.base, state.fault]), state.isGood && state.base === 'good')
  await stops(line, server)
})

function find(): Found | null {
  try {
    return findPackages(['libfaketime'], [LIBRARY])
  } catch {
    return null
  }
}
