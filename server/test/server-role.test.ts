import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { erasePeople } from '../src/audit/chain/erase-person.ts'
import { removeOldLines } from '../src/audit/chain/retention.ts'
import { sealLines } from '../src/audit/chain/seal-lines.ts'
import { recordAudit } from '../src/audit/record-audit.ts'
import { deriveKeys } from '../src/crypto/keys.ts'
import { type Db, makeDb } from '../src/db/database.ts'
import { prune } from '../src/db/prune.ts'
import { PASSWORD } from './builders.ts'
import { runGatehouse } from './gatehouse.ts'
import { aDataDir, cleanUp, run, signInAt, start } from './processes.ts'

// Servers whose role does not own the tables, with the rights that deploy/postgresql/server-role.sql gives.

const EMAIL = 'root@example.com'

const name = randomUUID().replaceAll('-', '')
const [role, database] = [`server_${name}`, `test_${name}`]
const { host, port, user } = inject('postgres')
const urlOf = (user: unknown) => `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
const url = urlOf(role)
const madeRole = `made_${name}`
const passwordFile = join(tmpdir(), `gatehouse-${name}`)
const ofOwner = { ...inject('postgres'), database }
let owner: pg.Client
let db: Db

beforeAll(async () => {
  const first = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await first.connect()
  await first.query(`create role ${role} login`)
  await first.query(`create database ${database}`)
  await first.end()
  owner = new pg.Client(ofOwner)
  await owner.connect()
  db = makeDb({ ...ofOwner, user: role, max: 2 })
})
afterAll(async () => {
  await cleanUp()
  await db.pool.end()
  for (const one of [role, madeRole]) await owner.query(`drop owned by ${one}; drop role ${one}`)
  rmSync(passwordFile)
  await owner.end()
})

test('a server whose role may not make tables says who must', async () => {
  const server = await run({ DATABASE_URL: url, DATA_DIR: aDataDir() })
  expect((await server.exit).code).toBe(1)
  expect(server.err()).toMatch(/Run gatehouse database migrate with the DATABASE_URL of their owner first\.\n$/)
})

/** What `gatehouse database migrate` answers when the owner of the tables runs it. */
const migrateFor = (serverRole: string, ...more: string[]) =>
  runGatehouse(['database', 'migrate', '--server-role', serverRole, ...more], { DATABASE_URL: urlOf(user) })

test('the owner brings the tables up to date and gives the rights, again before each release', async () => {
  expect(await migrateFor('Not-A-Role')).toMatchObject({ code: 2, out: '' })
  expect((await migrateFor('nobody_made_this')).err).toContain('There is no role nobody_made_this')
  expect((await migrateFor(String(user))).err).toContain(`${user} owns the tables`)
  writeFileSync(passwordFile, "it's \\ secret\n", { mode: 0o600 })
  for (const _release of [1, 2])
    expect(await migrateFor(madeRole, '--server-password-file', passwordFile)).toMatchObject({ code: 0, err: '' })
  const { rows } = await owner.query(
    'select rolcanlogin, rolsuper, rolcreaterole, rolpassword is not null as "hasPassword" from pg_authid where rolname = $1',
    [madeRole],
  )
  expect(rows).toEqual([{ rolcanlogin: true, rolsuper: false, rolcreaterole: false, hasPassword: true }])
  expect(await migrateFor(role)).toMatchObject({ code: 0, err: '', out: 'The tables are up to date.\n' })
})

test('the audit is sealed, and retention removes what a seal has released', async () => {
  const keys = deriveKeys(Buffer.alloc(32))
  const events = async () => (await owner.query('select event from audit_events')).rows.map(({ event }) => event)
  await db.execute(sql`
    insert into audit_events (id, event, at) values (${randomUUID()}, 'x.old', now() - interval '400 days')`)
  await sealLines(db, { keys })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('gatehouse.pruning', 'audit', true)`)
    await tx.execute(sql`delete from audit_events`)
  })
  expect(await events()).toEqual(['x.old'])
  await removeOldLines(db, keys, 365)
  expect(await events()).toEqual([])
})

test('on tables of another role people sign in, and the audit is sealed', async () => {
  const server = await start({ DATABASE_URL: url, DATA_DIR: aDataDir(), ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD })
  await signInAt(server, EMAIL, PASSWORD)
  const unsealed = async () => (await owner.query('select from audit_unsealed')).rows.length
  await expect.poll(unsealed, { timeout: 20_000 }).toBe(0)
  const { out } = await runGatehouse(['doctor', '--json'], { DATABASE_URL: url, PORT: new URL(server.origin).port })
  expect(out).toContain(`{"check":"database","state":"ok","seen":"The role ${role} may change, and does not own, the`)
  server.kill('SIGTERM')
  expect((await server.exit).code).toBe(0)
  expect(server.out()).not.toMatch(/permission denied|could not|failed/)
})

test('a server purges people, with the details in the audit', async () => {
  const id = randomUUID()
  await owner.query(
    `insert into users (id, email, user_name, first_name, last_name, deleted_at)
    values ($1, 'asha@example.com', 'asha', 'Asha', 'Rao', now() - interval '31 days')`,
    [id],
  )
  await recordAudit(db, { event: 'users.created', subjectId: id, ip: '203.0.113.7', detail: { name: 'Asha Rao' } })
  await sealLines(db, { keys: deriveKeys(Buffer.alloc(32)) })
  await prune(db, (people) => erasePeople(db, people))
  const { rows } = await owner.query(
    'select event, ip, detail from audit_events where subject_id = $1 order by number',
    [id],
  )
  expect(rows).toEqual([
    { event: 'users.created', ip: null, detail: {} },
    { event: 'audit.person-erased', ip: null, detail: {} },
  ])
})

const ERASING = "set gatehouse.erasing = 'audit'"
test.each([
  "update audit_events set detail = '{}', ip = null",
  'update audit_events set detail = \'{"name": "Forged"}\'',
  'update audit_leaves set salt = null',
  "update audit_leaves set salt = 'x', details_hash = 'y'",
])('the triggers refuse a server: %s', async (statement) => {
  const refused = { code: 'P0001', message: expect.stringMatching(/never changed or removed/) }
  await expect(db.pool.query(statement)).rejects.toMatchObject(refused)
  await expect(db.pool.query(`${ERASING}; ${statement}`)).rejects.toMatchObject(refused)
})

test.each([
  "update audit_events set event = 'forged'",
  'update audit_leaves set leaf = salt',
  'update audit_seals set lines = 0',
  'delete from audit_seals',
  'truncate audit_events',
  'truncate audit_leaves',
  'alter table audit_events disable trigger all',
  'drop trigger audit_events_insert_only on audit_events',
  'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$',
  "set session_replication_role = 'replica'",
  'drop table audit_seals',
  "insert into migrations (tag, hash) values ('x', 'y')",
])('the role of a server cannot: %s', async (statement) => {
  await expect(db.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})
