import { createPublicKey, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { erasePeople } from '../src/audit/chain/erase-person.ts'
import { readTrail } from '../src/audit/chain/read-trail.ts'
import { removeOldLines } from '../src/audit/chain/retention.ts'
import { sealLines } from '../src/audit/chain/seal-lines.ts'
import { verifyTrail } from '../src/audit/chain/verify.ts'
import { recordAudit } from '../src/audit/record-audit.ts'
import { deriveKeys } from '../src/crypto/keys.ts'
import { asKey, oneDataKey } from '../src/crypto/seal.ts'
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
const keys = { ...deriveKeys(Buffer.alloc(32)), seal: oneDataKey(asKey(Buffer.alloc(32))) }
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
  await expect.poll(unsealed, { timeout: 120_000 }).toBe(0)
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
  await sealLines(db, { keys })
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

const [forgotten, kept] = [randomUUID(), randomUUID()]
const about = (subjectId: string) =>
  recordAudit(db, { event: 'users.updated', subjectId, ip: '203.0.113.7', detail: { name: 'Asha Rao' } })

/** Everything that nobody may change: its number of rows, and what they say. */
async function auditAsItIs() {
  const parts = ['audit_events', 'audit_leaves', 'audit_seals'].map(
    (name) => `(select count(*) || ' ' || md5(string_agg(t::text, ' ' order by t::text)) from ${name} t) as ${name}`,
  )
  return (await owner.query(`select ${parts.join(', ')}`)).rows[0]
}

/** Runs statements in one session of a server, which is then gone with its temporary tables. */
async function asServer(statements: string) {
  const client = new pg.Client({ ...ofOwner, user: role })
  await client.connect()
  const { error } = await client.query(statements).then(
    () => ({ error: null }),
    (error: Error & { code: string }) => ({ error }),
  )
  await client.end()
  return error
}

test('there are old, erased, sealed and unsealed lines to attack', async () => {
  await db.execute(sql`
    insert into audit_events (id, event, at) values (${randomUUID()}, 'x.old', now() - interval '400 days')`)
  await sealLines(db, { keys })
  for (const person of [forgotten, kept]) await about(person)
  await sealLines(db, { keys })
  await erasePeople(db, [forgotten])
  await sealLines(db, { keys })
  await about(kept)
  const { rows } = await owner.query('select count(*)::int as n, count(salt)::int as salted from audit_leaves')
  expect(rows[0].n - rows[0].salted).toBeGreaterThan(0)
})

const ERASING = "set gatehouse.erasing = 'audit'"
const PRUNING = "set gatehouse.pruning = 'audit'"
const EMPTY_LEAVES =
  'create temp table audit_leaves as select number, id, seal, null::bytea as salt from public.audit_leaves'
const KIND_SEALS = 'create temp table audit_seals as select 9999 as sequence, 9999 as removed_through, 9 as lines'
const ERASED = `subject_id = '${forgotten}' and event = 'users.updated'`
const ERASED_LEAF = `number = (select number from public.audit_events where ${ERASED})`
const KEPT_LEAF = `number = (select min(number) from public.audit_events where subject_id = '${kept}')`
const NEWEST = 'order by sequence desc limit 1'
const aSeal = (sequence: string, previous: string, lines: number, removed: string, at = 'now()') => `
  insert into audit_seals select ${sequence}, ${previous}, root, ${lines}, null, null, null, null, false, ${removed}, ${at},
    'forged', 'forged' from audit_seals ${NEWEST}`
const aLeaf = (seal: string, salt = "'salt'") => `
  insert into audit_leaves (number, id, seal, position, leaf, salt, details_hash)
  select e.number, e.id, (${seal}), 0, 'forged', ${salt}, 'forged'
  from audit_events e join audit_unsealed using (number) where subject_id = '${kept}'`

test.each([
  ['empty a line that is not erased', `${ERASING}; update audit_events set ip = null, detail = '{}'`],
  ['write other details', `${ERASING}; update audit_events set detail = '{"name": "Forged"}'`],
  ['write details into an erased line', `${ERASING}; update audit_events set detail = '{"n": 1}' where ${ERASED}`],
  ['write an address into an erased line', `${ERASING}; update audit_events set ip = '10.0.0.1' where ${ERASED}`],
  ['empty a salt without a hash', `${ERASING}; update audit_leaves set salt = null`],
  ['write another salt', `${ERASING}; update audit_leaves set salt = 'x', details_hash = 'y'`],
  ['give an erased leaf a salt', `${ERASING}; update audit_leaves set salt = 'x' where ${ERASED_LEAF}`],
  ['change the hash of an erased leaf', `${ERASING}; update audit_leaves set details_hash = 'x' where ${ERASED_LEAF}`],
  [
    'erase somebody without a record',
    `${ERASING}; update audit_leaves set salt = null, details_hash = 'x' where ${KEPT_LEAF}`,
  ],
  [
    'erase by a table of the same name',
    `${ERASING}; ${EMPTY_LEAVES}; update public.audit_events set ip = null, detail = '{}' where ${KEPT_LEAF}`,
  ],
  [
    'erase by a path to other tables',
    `${ERASING}; ${EMPTY_LEAVES}; set search_path = pg_temp, public;
      update public.audit_events set ip = null, detail = '{}' where ${KEPT_LEAF}`,
  ],
  ['remove leaves', `${PRUNING}; delete from audit_leaves`],
  ['remove young lines', `${PRUNING}; delete from audit_events where at > now() - interval '1 day'`],
  ['remove old lines that no seal has released', `${PRUNING}; delete from audit_events where event = 'x.old'`],
  ['remove leaves by a table of the same name', `${PRUNING}; ${KIND_SEALS}; delete from public.audit_leaves`],
  [
    'remove old lines by tables of the same name',
    `${PRUNING}; ${EMPTY_LEAVES}; ${KIND_SEALS}; delete from public.audit_events where event = 'x.old'`,
  ],
  ['release young lines', `${PRUNING}; ${aSeal('sequence + 1', 'hash', 0, 'sequence')}; delete from audit_leaves`],
  ['leave out a seal', aSeal('sequence + 2', 'hash', 0, 'removed_through')],
  ['begin another chain', aSeal('sequence + 1', 'root', 0, 'removed_through')],
  ['take a release back', aSeal('sequence + 1', 'hash', 0, '0')],
  ['date a seal back', aSeal('sequence + 1', 'hash', 0, 'removed_through', "now() - interval '1 year'")],
  ['slip a line into an old seal', aLeaf('select min(sequence) from audit_seals')],
  ['slip a line into the newest seal', aLeaf('select max(sequence) from audit_seals')],
  ['slip a line into a seal that is to come', aLeaf('select max(sequence) + 1 from audit_seals')],
  [
    'slip a line into a seal that was released',
    aLeaf('select removed_through from audit_seals order by 1 desc limit 1'),
  ],
  [
    'empty a line before it is sealed',
    `${ERASING}; ${aLeaf('select removed_through from audit_seals order by 1 desc limit 1', 'null')};
      update audit_events set ip = null, detail = '{}' where number in (select number from audit_unsealed);
      ${PRUNING}; delete from audit_leaves where leaf = 'forged'`,
  ],
])('what a server cannot do: %s', async (_what, statements) => {
  const before = await auditAsItIs()
  const error = await asServer(statements)
  expect(await auditAsItIs()).toEqual(before)
  // Old lines that no seal has released stay without an error: the former release would stop at one.
  if (!/x\.old/.test(statements)) expect(error).toMatchObject({ code: 'P0001' })
})

test('a server cannot keep a line out of the queue by a table of the same name', async () => {
  expect(
    await asServer(`
      create temp table audit_unsealed (number bigint);
      insert into public.audit_events (id, event) values (gen_random_uuid(), 'x.hidden')`),
  ).toBe(null)
  const { rows } = await owner.query(
    "select event from audit_events join audit_unsealed using (number) where event = 'x.hidden'",
  )
  expect(rows).toEqual([{ event: 'x.hidden' }])
})

test.each([
  [
    'another commitment for an erased person',
    `
    insert into audit_events (id, event, subject_id) values (gen_random_uuid(), 'audit.person-erased', '${kept}');
    ${ERASING}; update audit_leaves set salt = null, details_hash = 'forged' where ${KEPT_LEAF};
    update audit_events set ip = null, detail = '{}' where ${KEPT_LEAF}`,
    'changed',
  ],
  [
    'a commitment that was emptied alone',
    `
    insert into audit_events (id, event, subject_id) values (gen_random_uuid(), 'audit.person-erased', '${kept}');
    ${ERASING}; update audit_leaves set salt = null, details_hash = 'forged' where ${KEPT_LEAF}`,
    'changed',
  ],
  ['a seal without the key', aSeal('sequence + 1', 'hash', 0, 'removed_through'), 'seal-changed'],
  [
    'a line that was taken out of the queue',
    `
    insert into audit_events (id, event, at) values (gen_random_uuid(), 'x.hidden', now() - interval '2 hours');
    delete from audit_unsealed`,
    'inserted',
  ],
])('what a server can do, the verification finds: %s', async (_what, statements, kind) => {
  const client = await db.pool.connect()
  await client.query('begin')
  try {
    for (const statement of statements.split(';')) await client.query(statement)
    const on = { execute: (query: { text: string; values: unknown[] }) => client.query(query.text, query.values) }
    const found = new Set<string>()
    const publicKey = createPublicKey(keys.auditSeals)
    for await (const finding of verifyTrail(readTrail(on as never), { publicKey })) found.add(finding.kind)
    expect([...found]).toContain(kind)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

const COLUMNS = {
  audit_events: ['id', 'number', 'at', 'event', 'actor_id', 'subject_id', 'session_id'],
  audit_leaves: ['number', 'id', 'seal', 'position', 'leaf'],
}
test.each([
  ...Object.entries(COLUMNS).flatMap(([table, names]) => names.map((name) => `update ${table} set ${name} = default`)),
  'update audit_seals set lines = 0',
  'delete from audit_seals',
  'insert into audit_history (id, next, below) values (1, 1, 9)',
  ...['audit_events', 'audit_leaves', 'audit_seals'].flatMap((table) => [
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `drop table ${table}`,
    `create trigger other before insert on ${table} for each row execute function refuse_audit_change()`,
  ]),
  'drop trigger audit_events_insert_only on audit_events',
  'alter function refuse_leaf_change() reset search_path',
  'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$',
  "set session_replication_role = 'replica'",
  "insert into migrations (tag, hash) values ('x', 'y')",
])('the role of a server cannot: %s', async (statement) => {
  expect(await asServer(statement)).toMatchObject({ code: '42501' })
})
