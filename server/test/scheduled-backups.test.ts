import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { gatehouse } from './gatehouse.ts'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, query, start } from './processes.ts'

afterEach(cleanUp)

test('a server makes the backup that is due, tries it, keeps the newest, and says why one failed', async () => {
  const dataDir = aPreparedDataDir()
  const folder = join(dirname(dataDir), 'backups')
  mkdirSync(folder)
  const former = [1, 2].map((day) => `gatehouse-2026010${day}T000000Z.backup`)
  for (const name of [...former, `${former[0]}.unfinished`, 'notes.txt']) writeFileSync(join(folder, name), '')
  const env = { DATA_DIR: dataDir, BACKUP_EVERY: '1', BACKUP_TO: folder, BACKUP_KEEP: '2' }
  const results = () =>
    query(dataDir, 'select state, trial, file, error, rows > 0 as "hasRows" from backups order by started_at')

  const server = await start(env)
  const done = { state: 'done', trial: 'restored', file: expect.any(String), error: null, hasRows: true }
  await expect.poll(results, { timeout: 60_000 }).toEqual([done])
  const [{ file }] = (await results()) as [{ file: string }]
  await expect.poll(() => readdirSync(folder).sort()).toEqual([former[1], file, 'notes.txt'].sort())
  expect(await gatehouse(['backup', 'verify', join(folder, file)], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const scratch = await query(dataDir, "select datname from pg_database where datname like 'gatehouse_trial%'")
  expect(scratch).toEqual([])
  server.kill('SIGTERM')
  await server.exit

  // Another hour, and a folder that is none.
  const unusable = join(folder, 'notes.txt')
  const second = await start({ ...env, BACKUP_TO: unusable })
  await query(dataDir, "update backups set started_at = started_at - interval '2 hours'")
  second.kill('SIGTERM')
  await second.exit
  const third = await start({ ...env, BACKUP_TO: unusable })
  const failed = { state: 'failed', trial: null, error: expect.stringContaining('EEXIST'), hasRows: null }
  await expect.poll(results, { timeout: 60_000 }).toEqual([done, expect.objectContaining(failed)])
  expect(await query(dataDir, "select event from audit_events where event = 'backup.failed'")).toHaveLength(1)
  expect(readdirSync(folder)).toContain(file)
  expect(third.out()).not.toContain('master')
})
