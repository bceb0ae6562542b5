import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'
import { type Db, makeDb } from '../db/database.ts'
import { readArchiveState } from './archive-state.ts'

// What PostgreSQL notes of its archiver can only be set where a table of that name stands before the view.

const server = useTestServer()
const folder = mkdtempSync(join(tmpdir(), 'archive-state-'))
let db: Db
beforeAll(async () => {
  const { database } = server.db.pool.options
  db = makeDb({
    ...inject('postgres'),
    database: database as string,
    max: 1,
    options: '-c search_path=public,pg_catalog',
  })
  await db.execute(sql`create table public.pg_stat_archiver as select * from pg_catalog.pg_stat_archiver`)
  const { rows } = await db.execute<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`)
  mkdirSync(join(folder, rows[0]?.id as string, 'wal'), { recursive: true })
})
afterAll(async () => {
  await db.pool.end()
  rmSync(folder, { recursive: true })
})

const [FIRST, SECOND] = ['000000010000000000000001', '000000010000000000000002']
const [NEW_TIMELINE, HISTORY] = ['000000020000000000000002', '00000002.history']
const [HOUR_AGO, NOW, AHEAD] = ['-1 hour', '0', '40 days']
type Noted = [wal: string | null, after: string | null]

const CASES: [what: string, failed: Noted, archived: Noted, isFailing: boolean][] = [
  ['nothing was noted', [null, null], [null, null], false],
  ['the first file fails', [FIRST, NOW], [null, null], true],
  ['a later file fails', [SECOND, NOW], [FIRST, HOUR_AGO], true],
  ['a file was archived after it had failed', [FIRST, HOUR_AGO], [FIRST, NOW], false],
  ['the clock was ahead at the last success', [SECOND, NOW], [FIRST, AHEAD], true],
  ['the clock was ahead at the failure', [SECOND, AHEAD], [FIRST, HOUR_AGO], true],
  ['the clock was ahead when a file was archived that had failed', [FIRST, HOUR_AGO], [SECOND, AHEAD], false],
  ['the clock was ahead when a file failed that is archived', [FIRST, AHEAD], [SECOND, NOW], false],
  ['the history of a timeline fails', [HISTORY, NOW], [SECOND, HOUR_AGO], true],
  ['the history of a timeline is archived', [HISTORY, HOUR_AGO], [NEW_TIMELINE, AHEAD], false],
]

test.each(CASES)('%s', async (_, [failed, failedAfter], [archived, archivedAfter], isFailing) => {
  await db.execute(sql`
    update public.pg_stat_archiver set last_failed_wal = ${failed}, last_failed_time = now() + ${failedAfter}::interval,
      last_archived_wal = ${archived}, last_archived_time = now() + ${archivedAfter}::interval`)
  const { fault } = await readArchiveState(db, { folder, everyHours: 24, keep: 1 })
  expect(fault).toEqual(isFailing ? expect.stringContaining('PostgreSQL reports failures') : null)
})
