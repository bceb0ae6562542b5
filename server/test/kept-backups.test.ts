import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { aFault, noteMade } from './backup-schedules.ts'
import { aPreparedDataDir, withoutServer } from './prepared.ts'
import { cleanUp, query, start } from './processes.ts'

afterEach(cleanUp)

test('a backup of a later time costs no other one, and does not stay for ever', async () => {
  const dataDir = aPreparedDataDir()
  const folder = join(dirname(dataDir), 'backups')
  const [former = '', ...later] = ['20200101', '20990101', '20990102'].map((day) => `gatehouse-${day}T000000Z.backup`)
  mkdirSync(folder)
  for (const name of [former, ...later]) writeFileSync(join(folder, name), '')
  const env = { DATA_DIR: dataDir, BACKUP_EVERY: '1', BACKUP_TO: folder, BACKUP_TRIAL: 'off', BACKUP_KEEP: '2' }
  const made = async () => {
    const rows = await query<{ file: string }>(dataDir, "select file from backups where trial = 'off' order by file")
    return rows.map(({ file }) => file)
  }
  await withoutServer(dataDir, () => noteMade(dataDir, [former, ...later]))

  const first = await start(env)
  await expect.poll(() => first.out() + first.err(), { timeout: 120_000 }).toContain('later names do not count')
  const one = await made()
  expect(readdirSync(folder).sort()).toEqual([former, ...one, ...later])
  await query(dataDir, "update backups set started_at = started_at - interval '61 minutes' where trial = 'off'")
  first.kill('SIGTERM')
  await first.exit

  await start(env)
  await expect.poll(made, { timeout: 120_000 }).toHaveLength(2)
  await expect.poll(() => readdirSync(folder).sort()).toEqual(await made())
})

test('old backups are removed also when others were made elsewhere, as while their folder was not mounted', async () => {
  const dataDir = aPreparedDataDir()
  const [folder, elsewhere] = ['backups', 'elsewhere'].map((name) => join(dirname(dataDir), name)) as [string, string]
  const former = ['20200101', '20200102'].map((day) => `gatehouse-${day}T000000Z.backup`)
  mkdirSync(folder)
  for (const name of former) writeFileSync(join(folder, name), '')
  const env = { DATA_DIR: dataDir, BACKUP_EVERY: '1', BACKUP_TRIAL: 'off', BACKUP_KEEP: '2' }
  const made = () =>
    query<{ file: string }>(dataDir, "select file from backups where trial = 'off' and state = 'done' order by file")
  await withoutServer(dataDir, () => noteMade(dataDir, former))

  const first = await start({ ...env, BACKUP_TO: elsewhere })
  await expect.poll(made, { timeout: 120_000 }).toHaveLength(1)
  await query(dataDir, "update backups set started_at = started_at - interval '61 minutes' where trial = 'off'")
  first.kill('SIGTERM')
  await first.exit

  await start({ ...env, BACKUP_TO: folder })
  await expect.poll(made, { timeout: 120_000 }).toHaveLength(2)
  const [other, newest] = (await made()).map(({ file }) => file)
  await expect.poll(() => readdirSync(folder).sort()).toEqual([former[1], newest])
  // What is removed is forgotten.
  const known = () => query(dataDir, 'select file from backups order by file')
  await expect.poll(known).toEqual([former[1], other, newest].map((file) => ({ file })))
})

test('results are forgotten months after somebody has removed their files, but not those that the schedule would keep', async () => {
  const dataDir = aPreparedDataDir()
  const folder = join(dirname(dataDir), 'backups')
  const names = [1, 2, 3, 4, 5].map((day) => `gatehouse-2020010${day}T000000Z.backup`)
  mkdirSync(folder)
  for (const name of [names[0], 'failed.backup']) writeFileSync(join(folder, name as string), '')
  await withoutServer(dataDir, async () => {
    for (const [age, file] of names.entries())
      await query(
        dataDir,
        `insert into backups (id, file, state, started_at, finished_at, claimed_until)
         select gen_random_uuid(), '${file}', 'done', now() - interval '${200 - age} days', now() - interval '100 days', now()
         union all select gen_random_uuid(), 'failed${age || ''}.backup', 'failed', now() - interval '${age === 1 ? 5 : 200} days', now() - interval '100 days', now()`,
      )
  })
  // A folder takes the place of the file that is written, so that the backup fails and nothing is removed.
  const happens = "require('node:fs').mkdirSync(process.argv[4] + '.unfinished')"
  const NODE_OPTIONS = aFault(dataDir, ['backup', '--to'], happens)
  await start({ DATA_DIR: dataDir, BACKUP_EVERY: '1', BACKUP_TO: folder, BACKUP_KEEP: '1', NODE_OPTIONS })
  const known = async () => {
    const rows = await query<{ file: string }>(dataDir, 'select file from backups where error is null order by file')
    return rows.map(({ file }) => file)
  }
  const failed = async () => (await query(dataDir, 'select from backups where error is not null')).length
  await expect.poll(failed, { timeout: 120_000 }).toBe(1)
  // The first one is there, and the newest two may be on a disk that is not mounted.
  expect(await known()).toEqual(['failed.backup', 'failed1.backup', names[0], names[3], names[4]])
})
