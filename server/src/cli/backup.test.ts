import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PASSWORD, someoneSignedIn, someoneWithAccess } from '../../test/builders.ts'
import { runGatehouse as gatehouse } from '../../test/gatehouse.ts'
import { aPreparedDataDir } from '../../test/prepared.ts'
import { cleanUp, findPostgres, run, signInAt, start } from '../../test/processes.ts'
import { useTestServer } from '../../test/server.ts'
import { aServiceAccount, aServiceKey } from '../../test/service-accounts.ts'
import { sealLines } from '../audit/chain/seal-lines.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { LEFT_OUT } from '../backup/left-out.ts'
import { newId } from '../crypto/ids.ts'
import { makeDb } from '../db/database.ts'
import { FORMER_RELEASE, migrateDatabase } from '../db/migrate.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'))
const BACKUP = join(FOLDER, 'a.backup')
const server = useTestServer()
let person: Awaited<ReturnType<typeof someoneWithAccess>>

const inFolder = (name: string, content: string | Buffer) => {
  const file = join(FOLDER, name)
  writeFileSync(file, content, { mode: 0o600 })
  return file
}
const PASSPHRASE = () => inFolder('passphrase', 'three lamps in the orchard\n')

function urlOf(database: string) {
  const { host, port, user } = inject('postgres')
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}
const environment = (database = server.db.pool.options.database as string): Record<string, string> => ({
  DATABASE_URL: urlOf(database),
  MASTER_KEY: server.config.masterKey.toString('base64'),
  DATA_DIR: FOLDER,
})

async function query<Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ ...inject('postgres'), database })
  await client.connect()
  const { rows } = await client.query<Row>(text).finally(() => client.end())
  return rows
}
async function anEmptyDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query('postgres', `create database ${name}`)
  return name
}

/** All rows of all tables, as text and in order. */
async function contentOf(database: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    database,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables)
    content[name] = (await query<{ row: string }>(database, `select t::text as row from "${name}" t order by 1`)).map(
      ({ row }) => row,
    )
  return content
}

const RULES = `
  select 'constraint ' || conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated as rule
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || tgrelid::regclass || tgname || tgenabled::text || pg_get_triggerdef(oid)
    from pg_trigger where not tgisinternal
  union all select 'index ' || pg_get_indexdef(indexrelid) || indisvalid
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace
  union all select 'sequence ' || sequencename || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
  order by 1`

const tablesOf = (database: string) =>
  query<{ count: number }>(
    database,
    `select count(*)::int from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )

beforeAll(async () => {
  person = await someoneWithAccess(server)
  await someoneSignedIn(server, { isAdmin: true })
  // Its row ends in the piece that also ends the table.
  const picture = randomBytes(40_000)
  await server.db.execute(
    sql`insert into uploads (id, content, created_by) values ('0123456789abcdef0123456789abcdef', ${picture}, ${newId()})`,
  )
  await recordAudit(server.db, {
    event: 'users.updated',
    detail: { name: 'tab\t back\\slash\n new line' },
  })
  await server.db.execute(sql`
    insert into messages (id, channel, notice, language, recipient, has_secret)
    values (${newId()}, 'email', 'login-otp', 'en', 'waits@example.com', true)`)
  await server.db.execute(sql`
    insert into jobs (id, kind, input, state, created_by) values (${newId()}, 'deactivate', '{}', 'running', ${newId()})`)
  await server.db.execute(sql`insert into installation (key, value) values ('set-up-link', '{"hash":"secret-link"}')`)
  const account = await aServiceAccount(server, ['users:read'])
  await aServiceKey(server, account.id)
  await server.inbox('nobody@example.com')
  await sealLines(server.db, server)
})
afterAll(async () => {
  await cleanUp()
  rmSync(FOLDER, { recursive: true, force: true })
})

describe('backup and restore', () => {
  let restored: string

  test('give back every row of every table, besides what gives access, with all rules of the tables', async () => {
    const made = await gatehouse(['backup', '--to', BACKUP, '--json', '--quiet'], environment())
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(made.out)).toMatchObject({ file: BACKUP, key: 'master', withMasterKey: false })
    expect(statSync(BACKUP).mode & 0o777).toBe(0o600)
    const verified = await gatehouse(['backup', 'verify', BACKUP, '--json'], environment())
    expect(JSON.parse(verified.out)).toMatchObject({ isValid: true, hasMasterKey: false, rowsOf: { uploads: 1 } })
    const before = await contentOf(server.db.pool.options.database as string)
    const rulesBefore = await query(server.db.pool.options.database as string, RULES)

    restored = await anEmptyDatabase()
    const result = await gatehouse(['restore', BACKUP, '--quiet'], environment(restored))
    expect(result).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Everybody must sign in again.') })
    const after = await contentOf(restored)
    const [line] = await query<{ row: string; number: string }>(
      restored,
      `select t::text as row, number from audit_events t where event = 'backup.restored'`,
    )
    for (const [table, rows] of Object.entries(before)) {
      if (LEFT_OUT.has(table)) continue
      const expected = rows.filter((row) => !row.startsWith('(set-up-link,'))
      if (table === 'audit_events') expected.push(line?.row as string)
      if (table === 'audit_unsealed') expected.push(`(${line?.number})`)
      if (table === 'messages' || table === 'jobs') expect(after[table]).toHaveLength(rows.length)
      else expect({ [table]: after[table] }).toEqual({ [table]: expected.sort(byText(after[table] ?? [])) })
    }
    expect(before.sessions?.length).toBeGreaterThan(0)
    expect(before.service_account_keys).toHaveLength(1)
    for (const table of LEFT_OUT) if (table !== 'migrations') expect({ [table]: after[table] }).toEqual({ [table]: [] })
    const underWay = "select state from messages where recipient = 'waits@example.com' union all select state from jobs"
    expect(await query(restored, underWay)).toEqual([{ state: 'failed' }, { state: 'failed' }])

    const isSame = ({ rule }: pg.QueryResultRow) => !String(rule).startsWith('sequence ')
    expect((await query(restored, RULES)).filter(isSame)).toEqual(rulesBefore.filter(isSame))
    await expect(query(restored, "update audit_events set event = 'forged'")).rejects.toThrow(
      'never changed or removed',
    )
    const db = makeDb({ ...inject('postgres'), database: restored, max: 2 })
    await sealLines(db, server)
    await db.pool.end()
    expect(await gatehouse(['audit', 'verify'], environment(restored))).toMatchObject({ code: 0 })
  })

  test('instead of another state, name who would get access again, and change nothing unless it is confirmed', async () => {
    const { id, email } = person.person
    for (const change of [
      `update users set is_active = false where id = '${id}'`,
      `delete from assignments where user_id = '${id}'`,
      `update applications set status = 'Permanent BLOCKED' where id = '${person.application.id}'`,
      `update users set password_hash = 'another' where email <> '${email}'`,
      `delete from role_permissions where permission_id = (select id from permissions where name = 'users:read')`,
      `update application_secrets set expires_at = now()`,
    ])
      await query(restored, change)
    const before = await contentOf(restored)
    expect((await gatehouse(['restore', BACKUP], environment(restored))).err).toContain('The database is not empty.')
    const asked = await gatehouse(['restore', BACKUP, '--replace', '--quiet'], environment(restored))
    expect(asked).toMatchObject({ code: 2, out: '' })
    expect(asked.err).toContain(`1 accounts that were removed or deactivated since\n  ${email}\n`)
    expect(asked.err).toContain('1 assignments that ended or changed since')
    expect(asked.err).toContain('1 applications that were removed, deactivated or blocked since')
    expect(asked.err).toContain('1 former passwords, changed since')
    expect(asked.err).toMatch(/1 permissions that were taken from a role since\n.*: users:read\n/)
    expect(asked.err).toContain('Nothing was restored: add --yes.')
    expect(await contentOf(restored)).toEqual(before)

    const other = new pg.Client({ ...inject('postgres'), database: restored })
    await other.connect()
    const used = await gatehouse(['restore', BACKUP, '--replace', '--yes'], environment(restored))
    await other.end()
    expect(used).toMatchObject({ code: 2, err: expect.stringContaining('The database is in use') })

    const role = `reader_${randomUUID().replaceAll('-', '')}`
    await query(
      restored,
      `create role ${role}; grant select on all tables in schema public to ${role};
      revoke all on users from ${role}; grant select, insert, update (ip) on audit_events to ${role}`,
    )
    await query(restored, `insert into signing_keys (kid, alg, sealed_private_jwk) values ('new', 'ES256', '')`)
    const done = await gatehouse(['restore', BACKUP, '--replace', '--yes', '--json'], environment(restored))
    expect(done).toMatchObject({ code: 0 })
    expect(JSON.parse(done.out).regained).toContainEqual({
      ...{ kind: 'accounts that were removed or deactivated since', count: 1, examples: [email] },
    })
    expect(await query(restored, `select is_active as on from users where id = '${id}'`)).toEqual([{ on: true }])
    expect(await query(restored, 'select count(*)::int from sessions')).toEqual([{ count: 0 }])
    const rights = `select string_agg(privilege_type, ' ' order by privilege_type) as may from information_schema.role_table_grants
      where grantee = '${role}' and table_name = any('{audit_events,clients,users}') group by table_name order by table_name`
    expect(await query(restored, rights)).toEqual([{ may: 'INSERT SELECT' }, { may: 'SELECT' }])
    const ofColumns = `select column_name as name from information_schema.column_privileges
      where grantee = '${role}' and privilege_type = 'UPDATE'`
    expect(await query(restored, ofColumns)).toEqual([{ name: 'ip' }])
    await query(restored, `drop owned by ${role}; drop role ${role}`)
    // Keys of the backup that are not in use any more stay retired.
    expect(await query(restored, 'select kid from signing_keys where retired_at is null')).toEqual([])
  })

  test('with a passphrase carry the master key to another machine, through a pipe and into the embedded database', async () => {
    const key = ['--passphrase-file', PASSPHRASE()]
    const { bytes, err, code } = await gatehouse(['backup', '--to', '-', '--with-master-key', ...key], environment())
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('It opens with the passphrase.') })
    const file = inFolder('moved.backup', bytes)
    for (const secret of [server.config.masterKey, 'secret-link', person.person.email])
      expect(bytes.includes(secret)).toBe(false)
    const dataDir = aPreparedDataDir()
    const keyFile = join(FOLDER, 'master')
    const args = ['restore', file, ...key, '--replace', '--yes', '--master-key-to', keyFile, '--json', '--quiet']
    const restoredThere = await gatehouse(args, { DATA_DIR: dataDir })
    expect(restoredThere).toMatchObject({ code: 0 })
    expect(JSON.parse(restoredThere.out).tables).toBeGreaterThan(30)
    expect(findPostgres(dataDir)).toBe(null)
    expect(readFileSync(keyFile, 'utf8').trim()).toBe(server.config.masterKey.toString('base64'))
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)

    const another = { ...environment(await anEmptyDatabase()), MASTER_KEY: randomBytes(32).toString('base64') }
    expect((await gatehouse(['restore', file, ...key], another)).err).toContain(
      'The master key is not that of the servers',
    )
    expect((await gatehouse(['backup', '--with-master-key'], environment())).err).toContain('needs --passphrase-file')
    chmodSync(PASSPHRASE(), 0o644)
    expect((await gatehouse(['backup', '--to', '-', ...key], environment())).err).toContain('chmod 600')
  })
})

test('after a restore the master key can be changed, and the former one is then of no use', async () => {
  const DATA_DIR = aPreparedDataDir()
  const [former, next] = [environment().MASTER_KEY as string, randomBytes(32).toString('base64')]
  const restoring = { DATA_DIR, MASTER_KEY: former }
  expect(await gatehouse(['restore', BACKUP, '--replace', '--yes', '--quiet'], restoring)).toMatchObject({ code: 0 })
  const { email } = person.person

  const changing = await start({ DATA_DIR, MASTER_KEY: next, MASTER_KEY_PREVIOUS: former })
  expect(await signInAt(changing, email, PASSWORD)).not.toBe('')
  changing.kill('SIGTERM')
  await changing.exit
  const changed = await start({ DATA_DIR, MASTER_KEY: next })
  expect(await signInAt(changed, email, PASSWORD)).not.toBe('')
  changed.kill('SIGTERM')
  await changed.exit
  const refused = await run({ DATA_DIR, MASTER_KEY: former })
  expect(await refused.exit).toMatchObject({ code: 1 })
  expect(refused.err()).toContain('MASTER_KEY')
})

test('a backup of the former release is restored and brought up to date', async () => {
  const former = await anEmptyDatabase()
  await migrateDatabase({ ...inject('postgres'), database: former }, FORMER_RELEASE)
  const { id } = await aPersonOfThen(former)
  const file = join(FOLDER, 'former.backup')
  expect(await gatehouse(['backup', '--to', file, '--quiet'], environment(former))).toMatchObject({ code: 0, err: '' })
  const target = await anEmptyDatabase()
  expect(await gatehouse(['restore', file, '--quiet'], environment(target))).toMatchObject({ code: 0, err: '' })
  expect(await query(target, 'select id, phone_verified_at from users')).toEqual([{ id, phone_verified_at: null }])
  const rules = (database: string) => query(database, RULES.replace(/union all select 'sequence.*\n/, ''))
  expect(await rules(target)).toEqual(await rules(server.db.pool.options.database as string))
})

async function aPersonOfThen(database: string) {
  const id = newId()
  await query(
    database,
    `insert into users (id, email, user_name, first_name, last_name) values ('${id}', 'then@example.com', 'then', 'Then', 'Rao')`,
  )
  return { id }
}

describe('a file', () => {
  const damage = (name: string, change: (bytes: Buffer) => Buffer) => inFolder(name, change(readFileSync(BACKUP)))
  test.each([
    ['whose end is missing', (bytes: Buffer) => bytes.subarray(0, -100), 'its end is missing'],
    [
      'with a changed byte',
      (bytes: Buffer) =>
        bytes.fill((bytes[bytes.length >> 1] as number) ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1),
      'it was changed',
    ],
    ['with more behind it', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')]), 'it was changed'],
    ['whose end is missing already in its header', (bytes: Buffer) => bytes.subarray(0, 60), 'its end is missing'],
    [
      'with a header that cannot be read',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 10), Buffer.from('x'), bytes.subarray(11)]),
      'it was changed',
    ],
    ['that is something else', () => Buffer.from('x'.repeat(500)), 'This is no backup of Gatehouse.'],
  ])('%s is refused, and nothing is restored', async (name, change, says) => {
    const file = damage(`${name}.backup`, change)
    const target = await anEmptyDatabase()
    const result = await gatehouse(['restore', file, '--quiet'], environment(target))
    expect(result).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) })
    expect(await tablesOf(target)).toEqual([{ count: 0 }])
    const verified = await gatehouse(['backup', 'verify', file, '--quiet', '--json'], environment())
    expect(verified).toMatchObject({ code: 1, err: '' })
    expect(JSON.parse(verified.out)).toEqual({ isValid: false, reason: expect.stringContaining(says) })
  })

  test('that cannot be read has not been checked', async () => {
    const verified = await gatehouse(['backup', 'verify', FOLDER, '--quiet'], environment())
    expect(verified).toMatchObject({ code: 2, err: `${FOLDER} could not be read: illegal operation on a directory.\n` })
  })

  test('does not open with another key', async () => {
    const other = { ...environment(), MASTER_KEY: randomBytes(32).toString('base64') }
    const { code, err } = await gatehouse(['backup', 'verify', BACKUP], other)
    expect({ code, err }).toEqual({
      code: 2,
      err: 'This backup does not open: the master key is not the one that it was encrypted with, or its beginning was changed.\n',
    })
  })

  test('with another salt does not say that the key is wrong', async () => {
    const file = damage('salt.backup', (bytes) => {
      const at = bytes.indexOf('"salt":"') + 10
      return bytes.fill(bytes[at] === 65 ? 66 : 65, at, at + 1)
    })
    const { code, err } = await gatehouse(['backup', 'verify', file], environment())
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(', or its beginning was changed.') })
  })

  test('that exists is not overwritten, and a backup that fails leaves none', async () => {
    expect((await gatehouse(['backup', '--to', BACKUP], environment())).err).toContain('exists already')
    const empty = await anEmptyDatabase()
    const failed = await gatehouse(['backup', '--to', join(FOLDER, 'none.backup')], environment(empty))
    expect(failed).toMatchObject({ code: 2, err: expect.stringContaining('This is no database of Gatehouse') })
    expect(readdirSync(FOLDER).filter((name) => name.startsWith('none'))).toEqual([])
  })
})

test('every table with tokens, codes or ends of validity is left out of backups, or is known to be harmless', async () => {
  const rows = await query<{ name: string }>(
    server.db.pool.options.database as string,
    `select distinct table_name as name from information_schema.columns where table_schema = 'public'
     and (column_name in ('expires_at', 'session_id', 'secret_hash', 'token_hash', 'code_hash', 'id_hash'))`,
  )
  const kept = rows.map(({ name }) => name).filter((name) => !LEFT_OUT.has(name))
  // Secrets of applications stay valid, as their owners expect; the other two name sessions that are over.
  expect(kept.sort()).toEqual(['application_secrets', 'applications', 'audit_events', 'jobs'])
})

const byText = (order: string[]) => (one: string, other: string) => order.indexOf(one) - order.indexOf(other)
