import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { listSessions } from '@gatehouse/contract/session.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../test/builders.ts'
import { runGatehouse } from '../../test/gatehouse.ts'
import { aPreparedDataDir } from '../../test/prepared.ts'
import { cleanUp, query, type Running, signInAt, start } from '../../test/processes.ts'
import { canMountSmall, mountSmall, unmount } from '../../test/small-disk.ts'
import { findGap, isBefore } from '../archive/segments.ts'
import { KEY_FILE } from '../config-key.ts'

const DATA_DIR = aPreparedDataDir()
const FOLDER = dirname(DATA_DIR)
const ARCHIVE_TO = join(FOLDER, 'archive')
const EMAIL = 'root@example.com'
const ENVIRONMENT = { DATA_DIR, ARCHIVE_TO, ARCHIVE_KEEP: '1', ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD }
const STORE = join(import.meta.dirname, '../archive/store-segment.ts')
const SLOW = { timeout: 120_000 }

let server: Running
let token: string
afterAll(cleanUp)

const gatehouse = (args: string[], more = {}) => runGatehouse(['archive', ...args], { ...ENVIRONMENT, ...more })
const status = async () => JSON.parse((await gatehouse(['status', '--json'])).out)
const segments = () => join(ARCHIVE_TO, readdirSync(ARCHIVE_TO)[0] as string, 'wal')

/** Makes a change, and has it archived at once. */
const change = async (statement: string) => {
  await query(DATA_DIR, statement)
  await query(DATA_DIR, 'select pg_switch_wal()')
}
const READY = "select count(*)::int as waiting from pg_ls_archive_statusdir() where name like '%.ready'"
const untilArchived = () => expect.poll(() => query(DATA_DIR, READY), SLOW).toEqual([{ waiting: 0 }])
const FAILING = "select last_failed_time > coalesce(last_archived_time, '-infinity') as failing from pg_stat_archiver"
const untilFailing = () => expect.poll(() => query(DATA_DIR, FAILING), SLOW).toEqual([{ failing: true }])
const copies = () => readdirSync(join(segments(), '../base')).filter((name) => !name.endsWith('.unfinished'))
const nameIn = async (dataDir: string) =>
  (await query<{ name: string }>(dataDir, 'select first_name as name from users'))[0]?.name

test('a server archives, and makes the first base copy by itself', async () => {
  server = await start(ENVIRONMENT)
  token = await signInAt(server, EMAIL, PASSWORD)
  await expect.poll(() => copies().length, SLOW).toBe(1)
  expect(await status()).toMatchObject({ isGood: true, fault: null, base: 'good', copies: [{ gap: null }] })
  const shown = await gatehouse(['status'])
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('can be recovered as of any moment since') })
})

describe('a recovery', () => {
  const to = join(FOLDER, 'recovered')
  const recover = (...args: string[]) => gatehouse(['recover', '--quiet', ...args])
  let between: string

  test('needs a moment with its zone, a new folder, and a yes', async () => {
    await change("update users set first_name = 'Before'")
    const [row] = await query<{ at: Date }>(DATA_DIR, 'select clock_timestamp() as at')
    between = row?.at.toISOString() as string
    await change("update users set first_name = 'After', is_active = false")
    await untilArchived()
    expect((await recover('--to', to, '--at', '2026-11-23 10:04')).err).toContain('a time with its zone')
    expect((await recover('--to', to, '--at', '2001-01-01T00:00:00Z')).err).toContain('The archive begins at 2')
    expect((await recover('--to', FOLDER)).err).toContain('is not empty: recover into a new folder.')
    const future = await recover('--to', to, '--at', '2100-01-01T00:00:00Z')
    expect(future).toMatchObject({ code: 2, err: expect.stringMatching(/holds no change after 2.*earlier moment/) })
    const asked = await recover('--to', to, '--at', between)
    expect(asked).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Nothing was recovered: add --yes.') })
    expect(asked.err).toContain(`1 accounts that were removed or deactivated since\n  ${EMAIL}\n`)
    // A database that was not migrated yet has not all the tables that are compared.
    const [newest] = await query<{ tag: string }>(DATA_DIR, 'select max(tag) as tag from migrations')
    const tagged = 'update migrations set tag = $2 where tag = $1'
    await query(DATA_DIR, tagged, [newest?.tag, 'of another version'])
    const apart = await recover('--to', to, '--at', between)
    await query(DATA_DIR, tagged, ['of another version', newest?.tag])
    expect(apart.err).toMatch(/is of another version of Gatehouse: nobody can say.*Nothing was recovered: add --yes/s)
    expect(readdirSync(FOLDER).filter((name) => name.startsWith('recovered'))).toEqual([])
  })

  test('gives the state between two changes, in which no session is valid', async () => {
    const { code, out } = await recover('--to', to, '--at', between, '--yes', '--json')
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, dataDir: to })
    copyFileSync(join(DATA_DIR, KEY_FILE), join(to, KEY_FILE))
    chmodSync(join(to, KEY_FILE), 0o600)
    const recovered = await start({ ...ENVIRONMENT, DATA_DIR: to, ARCHIVE_TO: '' })
    expect([await nameIn(to), await nameIn(DATA_DIR)]).toEqual(['Before', 'After'])
    const { code: answered } = await recovered.call(listSessions, {}, { authorization: `Bearer ${token}` })
    expect(answered).toBe(401)
    expect(await query(to, 'select id from sessions')).toEqual([])
    const lines = await query(to, "select detail->>'at' as at from audit_events where event = 'backup.restored'")
    expect(lines).toEqual([{ at: between }])
    expect(await signInAt(recovered, EMAIL, PASSWORD)).not.toBe('')
    recovered.kill('SIGTERM')
    await recovered.exit
    rmSync(to, { recursive: true })
  })

  test('without a moment gives all that was archived, also when the database is gone', async () => {
    server.kill('SIGTERM')
    await server.exit
    const away = join(FOLDER, 'away')
    renameSync(DATA_DIR, away)
    expect((await gatehouse(['status'])).out).toContain('The database does not run.')
    const { code, err } = await recover('--to', to, '--yes')
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('nobody can say who gets access again') })
    renameSync(away, DATA_DIR)
    // Each recovery took a number of its own, also the one that was not wanted.
    const histories = readdirSync(segments()).filter((name) => name.includes('.history'))
    expect(histories.sort()).toEqual([2, 3, 4, 5].map((number) => `0000000${number}.history.zst`))
    server = await start(ENVIRONMENT)
  })
})

describe('a folder', () => {
  const canMount = canMountSmall('An archive on a full disk')
  const away = `${ARCHIVE_TO}-away`
  const restore = () => {
    rmSync(ARCHIVE_TO, { recursive: true, force: true })
    renameSync(away, ARCHIVE_TO)
  }

  const spoilt: [string, () => void, () => void, string][] = [
    ['that is missing', () => renameSync(ARCHIVE_TO, away), restore, 'does not exist. Is its disk mounted?'],
    [
      'in whose place a file is',
      () => {
        renameSync(ARCHIVE_TO, away)
        writeFileSync(ARCHIVE_TO, '')
      },
      restore,
      'is not a folder: there is a file in its place.',
    ],
    [
      'that cannot be written to',
      () => chmodSync(segments(), 0o500),
      () => chmodSync(segments(), 0o700),
      'cannot be written to by the user of the database.',
    ],
  ]
  const full: typeof spoilt = [
    [
      'whose disk is full',
      () => {
        expect(mountSmall(segments(), 'size=1m,mode=0711')).toBeNull()
        writeFileSync(join(segments(), 'filler'), Buffer.alloc(1 << 20))
      },
      () => expect(unmount(segments())).toBe(true),
      'is on a disk with 0 MB free: archiving needs 64 MB.',
    ],
  ]
  test.each([...spoilt, ...(canMount ? full : [])])(
    '%s is named in a sentence, and nothing is lost',
    async (_, spoil, mend, sentence) => {
      spoil()
      try {
        await change("update users set last_name = last_name || '.'")
        await untilFailing()
        const { code, out } = await gatehouse(['status'])
        expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(sentence) })
        expect(out).not.toMatch(/E[A-Z]{4,}:/)
        expect(out).not.toContain('Nothing can be recovered yet')
        // What the folder still shows can be recovered.
        const isThere = statSync(ARCHIVE_TO, { throwIfNoEntry: false })?.isDirectory() === true
        expect(out).toContain(isThere ? 'can be recovered as of any moment since' : 'No base copy can be seen.')
      } finally {
        mend()
      }
      await change("update users set last_name = last_name || '.'")
      await untilArchived()
    },
  )
})

test('a copy by hand replaces the older one, and what only that needed', async () => {
  const [old] = copies()
  const archived = readdirSync(segments())
  const wrong = await gatehouse(['base'], { ARCHIVE_TO: join(FOLDER, 'elsewhere') })
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('does not exist. Is its disk mounted?') })
  const { code, out, err } = await gatehouse(['base', '--json'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out).removed.bases).toBe(1)
  expect(copies()).not.toContain(old)
  const left = readdirSync(segments())
  expect(archived.filter((name) => !left.includes(name)).length).toBeGreaterThan(0)
  expect(left.filter((name) => name.includes('.history'))).toHaveLength(4)
  expect(await status()).toMatchObject({ isGood: true, fault: null, copies: [{ gap: null }] })
})

test('a segment is never replaced by another content, and may be stored twice', async () => {
  const [name = ''] = readdirSync(segments()).filter((file) => /^[0-9A-F]{24}\.zst$/.test(file))
  const before = readFileSync(join(segments(), name))
  const store = (content: Buffer) => {
    const source = join(FOLDER, name.replace('.zst', ''))
    writeFileSync(source, content)
    return spawnSync(process.execPath, [STORE, source, segments()], { encoding: 'utf8' })
  }
  expect(store(zstdDecompressSync(before))).toMatchObject({ status: 0, stderr: '' })
  const other = store(Buffer.from('another database'))
  expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('exists with another content') })
  expect(readFileSync(join(segments(), name))).toEqual(before)
})

test('a server that finds the database of a killed one running has it archive by the present settings', async () => {
  server.kill('SIGKILL')
  await server.exit
  const other = join(FOLDER, 'other')
  server = await start({ ...ENVIRONMENT, ARCHIVE_TO: other })
  const [row] = await query<{ command: string }>(DATA_DIR, "select current_setting('archive_command') as command")
  expect(row?.command).toContain(`${other}/`)
})

test('a gap is found on the timeline of a copy, and what is older than a copy by its number', () => {
  const name = (timeline: number, number: string) => `0000000${timeline}00000000000000${number}`
  const there = [name(1, '01'), name(1, '02'), name(1, '04'), name(2, '03')]
  expect([findGap(there, name(1, '01')), findGap(there, name(1, '04'))]).toEqual([name(1, '03'), null])
  expect([...there, '00000002.history'].filter((one) => isBefore(one, name(2, '03')))).toEqual([there[0], there[1]])
  expect(findGap(['0000000100000000000000FF', '000000010000000100000001'], '0000000100000000000000FF')).toBe(
    '000000010000000100000000',
  )
})
