import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runGatehouse as gatehouse } from './gatehouse.ts'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, query, start } from './processes.ts'

afterEach(cleanUp)

test('a server says why a backup failed, makes the next one, tries it, and keeps the newest', async () => {
  const dataDir = aPreparedDataDir()
  const folder = join(dirname(dataDir), 'backups')
  mkdirSync(folder)
  const former = [1, 2].map((day) => `gatehouse-2026010${day}T000000Z.backup`)
  for (const name of [...former, `${former[0]}.unfinished`, 'notes.txt']) writeFileSync(join(folder, name), '')
  const env = { DATA_DIR: dataDir, BACKUP_EVERY: '1', BACKUP_TO: join(folder, 'notes.txt'), BACKUP_KEEP: '2' }
  const results = () =>
    query(dataDir, 'select state, trial, error, rows > 0 as "hasRows" from backups order by started_at')

  const first = await start(env)
  const failed = { state: 'failed', trial: null, error: expect.stringContaining('EEXIST'), hasRows: null }
  await expect.poll(results, { timeout: 120_000 }).toEqual([failed])
  expect(await query(dataDir, "select event from audit_events where event = 'backup.failed'")).toHaveLength(1)
  await query(dataDir, "update backups set finished_at = finished_at - interval '16 minutes'")
  // One by hand, without a name of its own, in the same folder: it takes no place of a scheduled one.
  expect(await gatehouse(['backup', '--quiet'], { DATA_DIR: dataDir }, folder)).toMatchObject({ code: 0 })
  const byHand = readdirSync(folder).filter((name) => name.endsWith('.backup') && !former.includes(name))
  expect(byHand).toHaveLength(1)
  first.kill('SIGTERM')
  await first.exit

  await start({ ...env, BACKUP_TO: folder })
  const done = { state: 'done', trial: 'restored', error: null, hasRows: true }
  await expect.poll(results, { timeout: 120_000 }).toEqual([failed, done])
  const [made] = await query<{ file: string }>(dataDir, "select file from backups where state = 'done'")
  const file = made?.file as string
  await expect.poll(() => readdirSync(folder).sort()).toEqual([former[1], file, 'notes.txt', ...byHand].sort())
  expect(await gatehouse(['backup', 'verify', join(folder, file)], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const scratch = await query(dataDir, "select datname from pg_database where datname like 'gatehouse_trial%'")
  expect(scratch).toEqual([])
})

test('names of a wrong clock cost no backup, and a file that cannot be removed keeps no other one', async () => {
  const dataDir = aPreparedDataDir()
  const folder = join(dirname(dataDir), 'backups')
  const [stuck, old, later] = ['20200101', '20210101', '20990101'].map((day) => `gatehouse-${day}T000000Z.backup`)
  mkdirSync(join(folder, stuck as string), { recursive: true })
  for (const name of [old, later]) writeFileSync(join(folder, name as string), '')

  const server = await start({ DATA_DIR: dataDir, BACKUP_EVERY: '1', BACKUP_TO: folder, BACKUP_KEEP: '1' })
  type Made = { state: string; file: string; error: string | null }
  const made = () => query<Made>(dataDir, "select state, file, error from backups where state <> 'running'")
  const done = { state: 'done', error: `${stuck} (EISDIR)` }
  await expect.poll(made, { timeout: 120_000 }).toMatchObject([{ state: 'done' }])
  await expect.poll(made).toMatchObject([done])
  const [{ file } = { file: '' }] = await made()
  expect(readdirSync(folder).sort()).toEqual([stuck, file, later])
  const log = () => server.out() + server.err()
  await expect.poll(log).toContain('an old backup could not be removed')
  await expect.poll(log).toContain('later names')
  expect(log()).not.toContain('a backup failed')
})
