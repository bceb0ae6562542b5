import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { aFault, noteMade } from './backup-schedules.ts'
import { runGatehouse as gatehouse } from './gatehouse.ts'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, query, type Running, start } from './processes.ts'

afterEach(cleanUp)

/** Its path is so long that none of its files can be opened, by nobody. */
function aFolderWithoutRoom(within: string): string {
  const names = Array.from({ length: Math.floor((4080 - within.length) / 100) }, () => 'x'.repeat(99))
  return join(within, ...names, 'x'.repeat(4079 - within.length - names.length * 100))
}
const TOO_LONG = /^\/.*\/gatehouse-[\w-]+\.backup could not be written: name too long\.$/

test('a server says why a backup failed, makes the next one, tries it, and keeps the newest', async () => {
  const dataDir = aPreparedDataDir()
  const folder = join(dirname(dataDir), 'backups')
  const stuck = 'gatehouse-20200101T000000Z.backup'
  mkdirSync(join(folder, stuck), { recursive: true })
  const former = [1, 2].map((day) => `gatehouse-2026010${day}T000000Z.backup`)
  // Another portal uses the same folder.
  const others = ['gatehouse-20200102T000000Z.backup', 'gatehouse-20200103T000000Z.backup.unfinished', 'notes.txt']
  for (const name of [...former, `${former[0]}.unfinished`, ...others]) writeFileSync(join(folder, name), '')
  const env = {
    DATA_DIR: dataDir,
    BACKUP_EVERY: '1',
    BACKUP_TO: aFolderWithoutRoom(dirname(dataDir)),
    BACKUP_KEEP: '2',
  }
  const results = () =>
    query(
      dataDir,
      `select state, trial, error, rows > 0 as "hasRows" from backups
       where started_at > now() - interval '1 day' order by started_at`,
    )

  const first = await start(env)
  const failed = { state: 'failed', trial: null, error: expect.stringMatching(TOO_LONG), hasRows: null }
  await expect.poll(results, { timeout: 120_000 }).toEqual([failed])
  expect(await query(dataDir, "select event from audit_events where event = 'backup.failed'")).toHaveLength(1)
  await query(dataDir, "update backups set finished_at = finished_at - interval '16 minutes'")
  await noteMade(dataDir, [stuck, ...former])
  // One by hand, without a name of its own, in the same folder: it takes no place of a scheduled one.
  expect(await gatehouse(['backup', '--quiet'], { DATA_DIR: dataDir }, folder)).toMatchObject({ code: 0 })
  const byHand = readdirSync(folder).filter((name) => name.includes('by-hand'))
  expect(byHand).toHaveLength(1)
  first.kill('SIGTERM')
  await first.exit

  const weight = join(dirname(dataDir), 'weight')
  const notes = `process.on('exit', () => require('node:fs').writeFileSync('${weight}', String(require('node:os').getPriority())))`
  const second = await start({ ...env, BACKUP_TO: folder, NODE_OPTIONS: aFault(dataDir, ['backup', '--to'], notes) })
  // A file that cannot be removed keeps no other one.
  const done = { state: 'done', trial: 'restored', error: `${stuck} (EISDIR)`, hasRows: true }
  await expect.poll(results, { timeout: 120_000 }).toEqual([failed, done])
  // Less than a server, but not so little that it never ends on a busy machine.
  expect(Number(readFileSync(weight, 'utf8'))).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
  const [made] = await query<{ file: string }>(dataDir, "select file from backups where trial = 'restored'")
  const file = made?.file as string
  await expect.poll(() => readdirSync(folder).sort()).toEqual([stuck, former[1], file, ...others, ...byHand].sort())
  const known = () => query(dataDir, "select file from backups where state = 'done' order by file")
  await expect.poll(known).toEqual([stuck, former[1], file].map((name) => ({ file: name })))
  expect(await gatehouse(['backup', 'verify', join(folder, file)], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const scratch = await query(dataDir, "select datname from pg_database where datname like 'gatehouse_trial%'")
  expect(scratch).toEqual([])
  const log = () => second.out() + second.err()
  await expect.poll(log).toContain('an old backup could not be removed')
  expect(log()).not.toContain('a backup failed')
})

test('a backup that is whole is kept, whatever its trial says', async () => {
  const dataDir = aPreparedDataDir()
  const folder = join(dirname(dataDir), 'backups')
  const results = () =>
    query<{ file: string }>(dataDir, 'select file, state, trial, error from backups order by started_at')
  const begin = () => start({ DATA_DIR: dataDir, BACKUP_EVERY: '1', BACKUP_TO: folder })
  const restart = async (running: Running) => {
    running.kill('SIGTERM')
    await running.exit
    return begin()
  }
  // A hardened database lets the role into its own database only.
  const hba = join(dataDir, 'postgres/pg_hba.conf')
  const rules = readFileSync(hba, 'utf8')
  writeFileSync(hba, `local "/^gatehouse_trial" all reject\n${rules}`)

  const hardened = await begin()
  const refused = { state: 'done', trial: 'impossible', error: expect.stringContaining('pg_hba.conf rejects') }
  await expect.poll(results, { timeout: 120_000 }).toMatchObject([refused])
  expect(readdirSync(folder)).toEqual((await results()).map(({ file }) => file))
  writeFileSync(hba, rules)
  // A row breaks a rule of its table, as after a fault of the disk.
  await query(
    dataDir,
    `set session_replication_role = replica;
     insert into oidc_consents (user_id, application_id, scopes) values (gen_random_uuid(), gen_random_uuid(), '{}')`,
  )
  await query(dataDir, "update backups set started_at = started_at - interval '61 minutes'")

  const broken = await restart(hardened)
  const failed = { state: 'failed', trial: null, error: expect.stringContaining('oidc_consents') }
  await expect.poll(results, { timeout: 120_000 }).toMatchObject([refused, failed])
  const [first, second] = (await results()).map(({ file }) => file)
  expect(readdirSync(folder).sort()).toEqual([first, second])
  await query(dataDir, 'delete from oidc_consents')
  await query(dataDir, "update backups set finished_at = finished_at - interval '16 minutes'")

  await restart(broken)
  await expect
    .poll(results, { timeout: 120_000 })
    .toMatchObject([refused, failed, { state: 'done', trial: 'restored' }])
  const third = (await results())[2]?.file
  await expect.poll(() => readdirSync(folder).sort()).toEqual([first, third])
})

test('a file that could not be checked stays until the next one is made, and only a damaged one is removed at once', async () => {
  const dataDir = aPreparedDataDir()
  const folder = join(dirname(dataDir), 'backups')
  const env = { DATA_DIR: dataDir, BACKUP_EVERY: '1', BACKUP_TO: folder, BACKUP_TRIAL: 'off', BACKUP_KEEP: '1' }
  const results = () => query<{ file: string }>(dataDir, 'select file, state, error from backups order by started_at')
  const makeOne = async (number: number, happens: string) => {
    const running = await start({ ...env, NODE_OPTIONS: aFault(dataDir, ['backup', 'verify'], happens) })
    const ended = async () => (await query(dataDir, "select from backups where state <> 'running'")).length
    await expect.poll(ended, { timeout: 120_000 }).toBe(number)
    await query(dataDir, "update backups set finished_at = finished_at - interval '16 minutes'")
    const made = await results()
    running.kill('SIGTERM')
    await running.exit
    return { made: made.at(-1), files: made.map(({ file }) => file), present: readdirSync(folder).sort() }
  }

  const killed = await makeOne(1, "process.kill(process.pid, 'SIGKILL')")
  expect(killed.made).toMatchObject({ state: 'failed', error: 'gatehouse backup ended with SIGKILL' })
  expect(killed.present).toEqual(killed.files)
  const notBegun = await makeOne(2, "throw new Error('no such module')")
  expect(notBegun.made).toMatchObject({ state: 'failed', error: expect.stringContaining('no such module') })
  expect(notBegun.present).toEqual(notBegun.files)
  const damaged = await makeOne(3, "require('node:fs').truncateSync(process.argv[4], 500)")
  expect(damaged.made).toMatchObject({ state: 'failed', error: 'The file is damaged: its end is missing.' })
  // No more of them stay than of others.
  expect(damaged.present).toEqual([damaged.files[1]])
  const whole = await makeOne(4, '{}')
  expect(whole.made).toMatchObject({ state: 'done', error: null })
  expect(whole.present).toEqual([whole.files[3]])
})

test('a server that stops while a backup is made leaves no file of it', async () => {
  const dataDir = aPreparedDataDir()
  const folder = join(dirname(dataDir), 'backups')
  mkdirSync(folder)
  // It has its name, and the command has not ended yet.
  const waits = "process.on('exit', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))"
  const NODE_OPTIONS = aFault(dataDir, ['backup', '--to'], waits)
  const running = await start({ DATA_DIR: dataDir, BACKUP_EVERY: '1', BACKUP_TO: folder, NODE_OPTIONS })
  await expect.poll(() => readdirSync(folder), { timeout: 120_000 }).toEqual([expect.stringMatching(/\.backup$/)])
  running.kill('SIGTERM')
  await running.exit
  expect(readdirSync(folder)).toEqual([])
  await start({ DATA_DIR: dataDir })
  expect(await query(dataDir, 'select file from backups')).toEqual([])
})
