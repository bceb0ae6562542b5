import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { PERMISSIONS } from '@gatehouse/contract/permissions.ts'
import { DestroySession, getSession } from '@gatehouse/contract/session.ts'
import { createFirstAdministrator, setUpLinkState } from '@gatehouse/contract/setup.ts'
import { login } from '@gatehouse/contract/signin.ts'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { PASSWORD } from './builders.ts'
import { useSecretFiles } from './folders.ts'
import { aPreparedDataDir } from './prepared.ts'
import { aDataDir, cleanUp, findPostgres, query, run, signInAt, start } from './processes.ts'

afterEach(cleanUp)

const NAMELESS = { uid: 54_321, gid: 54_321 }
const KEY = Buffer.alloc(32, 7).toString('base64')
const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }

const aSecretFile = useSecretFiles()

const FORM = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'first@example.com',
  phoneNumber: '9876543210',
  password: PASSWORD,
}

describe('a server with a wrong configuration ends before it has changed anything, with one sentence per fault:', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'nothing in production',
      { NODE_ENV: 'production' },
      [
        'PUBLIC_URL must start with https:// in production.',
        'SMTP_URL is required in production: sign-in codes go out by email.',
        'MAIL_FROM is required in production.',
        'MASTER_KEY or MASTER_KEY_FILE is required in production.',
      ],
    ],
    [
      'choices that do not exist',
      { LOG_LEVEL: 'loud', ENCRYPTION: 'maybe', PASSWORD_POLICY: 'none' },
      [
        'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
        'PASSWORD_POLICY must be one of spec, modern.',
        'ENCRYPTION must be one of off, accept, required.',
      ],
    ],
  ])('%s', async (_case, env, sentences) => {
    const DATA_DIR = aDataDir()
    const server = await run({ DATA_DIR, ...env })
    expect(await server.exit).toEqual({ code: 1, signal: null })
    expect(server.err().trim().split('\n')).toEqual(sentences)
    expect(server.out()).toBe('')
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  test.each<[string, string]>([
    ['/proc/gatehouse', 'ENOENT'],
    ['/dev/null', 'EEXIST'],
  ])('DATA_DIR %s, which can hold no files', async (DATA_DIR, code) => {
    const MASTER_KEY = Buffer.alloc(32).toString('base64')
    for (const env of [{}, { MASTER_KEY }]) {
      const server = await run({ DATA_DIR, ...env })
      expect(await server.exit).toEqual({ code: 1, signal: null })
      expect(server.err()).toMatch(/^DATA_DIR must be a folder in which this user can make files: .*\n$/)
      expect(server.err()).toContain(code)
    }
  })

  test('AUDIT_ANCHOR_FILE that cannot be written, but not one in the data folder that is not there yet', async () => {
    const DATA_DIR = aDataDir()
    for (const [file, sentence] of [
      ['/proc/none/anchors', 'AUDIT_ANCHOR_FILE cannot be written: /proc/none: no such file or directory.\n'],
      ['/proc', 'AUDIT_ANCHOR_FILE must be a file, and /proc is a folder.\n'],
    ] as const) {
      const refused = await run({ DATA_DIR, AUDIT_ANCHOR_FILE: file })
      expect(await refused.exit).toEqual({ code: 1, signal: null })
      expect(refused.err()).toBe(sentence)
    }
    await start({ DATA_DIR, AUDIT_ANCHOR_FILE: join(DATA_DIR, 'anchors.jsonl') })
  })

  test('a database that is not there', async () => {
    const server = await run({ DATA_DIR: aDataDir(), DATABASE_URL: 'postgres://gatehouse@127.0.0.1:1/gatehouse' })
    expect((await server.exit).code).toBe(1)
    expect(server.err()).toMatch(/^[^\n]*ECONNREFUSED 127\.0\.0\.1:1[^\n]*\n$/)
  })

  test('a database that takes no changes', async () => {
    const postgres = await startEmbeddedPostgres(aDataDir(), {
      settingsOf: () => ({ default_transaction_read_only: 'on' }),
    })
    const { host, port } = postgres.connection
    const DATABASE_URL = `postgres://gatehouse@/postgres?host=${encodeURIComponent(host)}&port=${port}`
    const server = await run({ DATA_DIR: aDataDir(), DATABASE_URL })
    expect((await server.exit).code).toBe(1)
    expect(server.err()).toBe(
      'DATABASE_URL: The database is read-only, as a standby is. Point DATABASE_URL to the one that accepts changes.\n',
    )
    await postgres.stop()
  })
})

test('production does not start on a database with demo people, whose passwords were printed', async () => {
  const DATA_DIR = aPreparedDataDir()
  const demo = await start({ DATA_DIR, DEMO: '1' })
  demo.kill('SIGTERM')
  await demo.exit
  const MASTER_KEY = readFileSync(join(DATA_DIR, 'master.key'), 'utf8').trim()
  const production = await run({
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example.com', SMTP_URL: 'smtp://mail.example.com' },
    ...{ MAIL_FROM: 'a@example.com', DATA_DIR, MASTER_KEY },
  })
  expect((await production.exit).code).toBe(1)
  expect(production.err()).toBe(
    'This database holds the people of the demo, with passwords that were printed. Use another one in production.\n',
  )
  expect(findPostgres(DATA_DIR)).toBeNull()
})

test('the inbox of development answers only this machine, and not through a proxy on it', async () => {
  const server = await start({ DATA_DIR: aPreparedDataDir(), ...ADMIN })
  const status = async (path: string, headers: Record<string, string>) =>
    (await fetch(server.origin + path, { headers })).status
  for (const path of ['/dev/inbox', '/dev/inbox.json']) {
    expect(await status(path, {})).toBe(200)
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])
      expect([name, await status(path, { [name]: '127.0.0.1' })]).toEqual([name, 404])
  }
})

// Only root can run as another user.
test.runIf(canBeNameless())('a user id without a name can run the embedded database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-nameless-'))
  chmodSync(folder, 0o777)
  const server = await run({ DATA_DIR: join(folder, 'data') }, NAMELESS)
  await server.ready
  expect(await server.status('/readyz')).toBe(200)
  server.kill('SIGTERM')
  expect((await server.exit).code).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

function canBeNameless(): boolean {
  if (process.getuid?.() !== 0) return false
  const runs = (command: string, args: string[]) => spawnSync(command, args, NAMELESS).status === 0
  return runs('unshare', ['--user', '--map-user=65534', '--map-group=65534', process.execPath, '--version'])
}

describe('the first start (T128)', () => {
  test('prints the address first, then a set-up link that works once', async () => {
    const DATA_DIR = aDataDir()
    // As after a kill -9 of a first start some hours ago, and as another container makes it at this moment: of one volume, each
    // with process ids of its own.
    const [aged, young] = [1, 2].map(() => {
      const folder = join(DATA_DIR, `postgres.${spawnSync('true').pid}.new`)
      mkdirSync(join(folder, 'base'), { recursive: true })
      return folder
    }) as [string, string]
    utimesSync(aged, new Date(), new Date(Date.now() - 3 * 3_600_000))
    const server = await start({ DATA_DIR })
    expect([aged, young].map((folder) => existsSync(folder))).toEqual([false, true])
    const [first, ...rest] = server.out().trim().split('\n')
    expect(first).toBe(`Gatehouse is ready at ${server.origin}`)
    const links = rest.flatMap((line) => /http:\/\/localhost:\d+\/setup\/([\w-]{43})$/.exec(line)?.[1] ?? [])
    expect(links).toHaveLength(1)
    const token = links[0] as string
    const isUsable = async (one: string) => (await server.call(setUpLinkState, { token: one })).data.isUsable

    // Looking at a link does not use it up.
    expect([await isUsable(token), await isUsable(token), await isUsable('A'.repeat(43))]).toEqual([true, true, false])
    expect(await server.call(createFirstAdministrator, { ...FORM, token: 'A'.repeat(43) })).toMatchObject({ code: 400 })
    expect(await server.call(createFirstAdministrator, { ...FORM, token, password: 'Gatehouse@1' })).toMatchObject({
      code: 400,
    })
    const answers = await Promise.all(
      [1, 2, 3].map((number) =>
        server.call(createFirstAdministrator, { ...FORM, email: `first${number}@example.com`, token }),
      ),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 400, 400])
    const refused = { code: 400, msg: 'This set-up link is invalid or has expired.', data: null }
    expect(await server.call(createFirstAdministrator, { ...FORM, token })).toMatchObject(refused)
    expect(await isUsable(token)).toBe(false)
    const admins = await query<{ email: string }>(
      DATA_DIR,
      "select email from users u join roles r on r.id = u.role_id where r.system = 'admin'",
    )
    expect(admins).toHaveLength(1)
    expect(await query(DATA_DIR, 'select value from installation where value::text like $1', [`%${token}%`])).toEqual(
      [],
    )

    const bearer = await signInAt(server, admins[0]?.email as string, PASSWORD)
    const { data } = await server.call(getSession, {}, { authorization: `Bearer ${bearer}` })
    expect(data.session?.permissions.toSorted()).toEqual(Object.keys(PERMISSIONS).toSorted())
    server.kill('SIGTERM')
    await server.exit

    await during(DATA_DIR, async (again) => {
      expect(again.out()).not.toContain('/setup/')
      await query(DATA_DIR, 'update users set deleted_at = now()')
      expect(await again.call(createFirstAdministrator, { ...FORM, token })).toMatchObject(refused)
    })
    // Even without an administrator the set-up stays closed (requirement P20).
    await during(DATA_DIR, async (again) => expect(again.out()).not.toContain('/setup/'))
  })

  test('prints the same link again soon afterwards, and later a new one, which voids the former', async () => {
    const DATA_DIR = aPreparedDataDir()
    const age = (interval: string) =>
      query(DATA_DIR, `update installation set created_at = now() - interval '${interval}' where key = 'set-up-link'`)
    const linkOf = (server: Awaited<ReturnType<typeof start>>) => /setup\/([\w-]{43})/.exec(server.out())?.[1] as string
    let first = ''
    await during(DATA_DIR, async (server) => {
      first = linkOf(server)
    })
    await during(DATA_DIR, async (server) => {
      expect(linkOf(server)).toBe(first)
      await age('11 minutes')
    })
    await during(DATA_DIR, async (server) => {
      const token = linkOf(server)
      expect(token).not.toBe(first)
      expect((await server.call(createFirstAdministrator, { ...FORM, token: first })).code).toBe(400)
      await age('24 hours 1 second')
      expect((await server.call(setUpLinkState, { token })).data.isUsable).toBe(false)
      expect((await server.call(createFirstAdministrator, { ...FORM, token })).code).toBe(400)
      await age('0')
      expect((await server.call(createFirstAdministrator, { ...FORM, token })).code).toBe(200)
    })
  })

  /** Runs a server on a data folder while `work` runs. */
  async function during(DATA_DIR: string, work: (server: Awaited<ReturnType<typeof start>>) => Promise<void>) {
    const server = await start({ DATA_DIR })
    await work(server)
    server.kill('SIGTERM')
    await server.exit
  }

  test('creates the administrator named by its environment once, who signs in with a code like everybody', async () => {
    const DATA_DIR = aPreparedDataDir()
    const server = await start({ DATA_DIR, ...ADMIN })
    expect(server.out()).not.toContain('/setup/')
    const bearer = await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)
    expect((await server.call(getSession, {}, { authorization: `Bearer ${bearer}` })).data.session?.role).toBe('Admin')
    server.kill('SIGTERM')
    await server.exit

    const again = await start({ DATA_DIR, ADMIN_EMAIL: 'second@example.com', ADMIN_PASSWORD: `${PASSWORD}2` })
    expect((await again.call(login, { email: 'second@example.com', password: `${PASSWORD}2` })).code).toBe(401)
    await signInAt(again, ADMIN.ADMIN_EMAIL, PASSWORD)
  })

  test('refuses an administrator with a weak password, and names the setting', async () => {
    const server = await run({
      DATA_DIR: aPreparedDataDir(),
      ADMIN_EMAIL: 'root@example.com',
      ADMIN_PASSWORD: 'Password@123',
    })
    expect(await server.exit).toEqual({ code: 1, signal: null })
    expect(server.err()).toBe('ADMIN_PASSWORD: This password is too easy to guess. Choose another one.\n')
  })
})

test('servers on one database migrate it together, create one administrator, and finish what the other one began', async () => {
  const postgres = await startEmbeddedPostgres(aDataDir())
  try {
    const DATABASE_URL = `postgres://gatehouse@/postgres?host=${encodeURIComponent(postgres.connection.host)}&port=${postgres.connection.port}`
    const env = { DATABASE_URL, MASTER_KEY: KEY, DATA_DIR: aDataDir(), ...ADMIN }
    // The other one reads the same secrets from files.
    const inFiles = {
      DATABASE_URL_FILE: aSecretFile(`${DATABASE_URL}\n`),
      MASTER_KEY_FILE: aSecretFile(`${KEY}\n`, 0o440),
      ADMIN_PASSWORD_FILE: aSecretFile(`${PASSWORD}\n`),
      ...{ DATA_DIR: env.DATA_DIR, ADMIN_EMAIL: ADMIN.ADMIN_EMAIL },
    }
    const [one, two] = await Promise.all([start(env), start(inFiles)])
    expect([one.err(), two.err()]).toEqual(['', ''])

    const client = new pg.Client({ ...postgres.connection, database: 'postgres' })
    await client.connect()
    const { rows } = await client.query(`
      select (select count(*)::int from users) as users, (select count(*)::int from roles where system is not null) as roles,
        (select count(*)::int from permissions) as permissions, (select count(distinct tag) = count(*) from migrations) as once`)
    expect(rows).toEqual([{ users: 1, roles: 2, permissions: Object.keys(PERMISSIONS).length, once: true }])
    await client.end()

    const authorization = `Bearer ${await signInAt(one, ADMIN.ADMIN_EMAIL, PASSWORD, two)}`
    for (const server of [one, two]) expect((await server.call(listTiles, {}, { authorization })).code).toBe(200)
    await two.call(DestroySession, {}, { authorization })
    for (const server of [one, two]) expect((await server.call(listTiles, {}, { authorization })).code).toBe(401)

    one.kill('SIGKILL')
    await one.exit
    await signInAt(two, ADMIN.ADMIN_EMAIL, PASSWORD)

    // The master key is changed while a server still runs with the former one.
    const { MASTER_KEY: _, ...rest } = env
    const newKey = { ...rest, MASTER_KEY_COMMAND: `cat ${aSecretFile(randomBytes(32).toString('base64'))}` }
    const wrong = await run(newKey)
    expect(await wrong.exit).toEqual({ code: 1, signal: null })
    expect(wrong.err()).toMatch(/^The master key is not that of this database: [^\n]*\n$/)
    const three = await start({ ...newKey, MASTER_KEY_PREVIOUS_FILE: aSecretFile(`${KEY}\n`) })
    await signInAt(two, ADMIN.ADMIN_EMAIL, PASSWORD, three)
    await signInAt(three, ADMIN.ADMIN_EMAIL, PASSWORD, two)
    const late = await run(env)
    expect(await late.exit).toEqual({ code: 1, signal: null })
    expect(late.err()).toMatch(/^The master key is not that of this database: [^\n]*\n$/)
    for (const server of [two, three]) server.kill('SIGTERM')
    expect([(await two.exit).code, (await three.exit).code]).toEqual([0, 0])
  } finally {
    await postgres.stop()
  }
})
