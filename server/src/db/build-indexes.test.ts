import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildIndexes } from './build-indexes.ts'
import { FORMER_RELEASE, migrateDatabase } from './migrate.ts'
import { plainIndexes, readMigrations } from './migrations.ts'

const clients: pg.Client[] = []
let owner: pg.Client
beforeAll(async () => {
  owner = await connect('postgres')
})
afterAll(() => Promise.all(clients.map((client) => client.end().catch(() => undefined))))

async function connect(database: string) {
  const client = new pg.Client({ ...inject('postgres'), database })
  client.on('error', () => undefined)
  clients.push(client)
  await client.connect()
  return client
}

/** A database of the former release, with the migrations of this one: their indexes must still be built. */
async function anUpgrade() {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await owner.query(`create database ${database}`)
  const connection = { ...inject('postgres'), database }
  await migrateDatabase(connection, FORMER_RELEASE)
  await migrateDatabase(connection)
  const client = await connect(database)
  const missing = async () => {
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisvalid`)
    const whole = new Set(rows.map(({ name }) => name))
    return [...plainIndexes(readMigrations()).keys()].filter((name) => !whole.has(name))
  }
  return { connection, client, missing, other: () => connect(database) }
}

const INSERT = `insert into messages (id, channel, notice, language, recipient, has_secret)
  values (gen_random_uuid(), 'email', 'new-device', 'en', 'asha@example.com', false)`

/** Of this index alone: building any other one waits for a moment, too, when a statement is under way. */
const whoBuilds = `select pid from pg_stat_activity
  where datname = current_database() and query ilike 'create index concurrently%messages_recipient_part%'
    and wait_event_type = 'Lock'`

test('an upgraded database gets the same indexes, with the same settings, as a new one has from the start', async () => {
  const { connection, client, missing } = await anUpgrade()
  // It begins with a comment, and is left to the building all the same.
  expect(await missing()).toContain('users_any_part')
  await client.query('drop index users_email_part')
  await buildIndexes(connection)
  expect(await missing()).toEqual([])
  const fresh = `test_${randomUUID().replaceAll('-', '')}`
  await owner.query(`create database ${fresh}`)
  await migrateDatabase({ ...inject('postgres'), database: fresh })
  const indexesOf = async (one: pg.Client) =>
    (await one.query("select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1")).rows
  expect(await indexesOf(client)).toEqual(await indexesOf(await connect(fresh)))
})

test('while an index is to be built, its table can be changed, and a second server does not build it too', async () => {
  const { connection, client, missing, other } = await anUpgrade()
  expect(await missing()).toContain('messages_recipient_part')
  const writer = await other()
  await writer.query('begin')
  await writer.query(INSERT)
  const building = buildIndexes(connection)
  await expect.poll(async () => (await client.query(whoBuilds)).rows.length, { timeout: 120_000 }).toBe(1)
  await client.query("set statement_timeout = '5s'")
  await client.query(INSERT)
  await buildIndexes(connection)
  expect(await missing()).toContain('messages_recipient_part')
  await writer.query('commit')
  await building
  expect(await missing()).toEqual([])
})

test('the planner has statistics of an expression after its index is built', async () => {
  const { connection, client } = await anUpgrade()
  await client.query(`insert into users (id, email, user_name, first_name, last_name)
    select gen_random_uuid(), n || '@example.com', n, 'Asha', 'Rao' from generate_series(1, 10) n`)
  await buildIndexes(connection)
  const { rows } = await client.query(`select 1 from pg_stats where tablename = 'users_any_part'`)
  expect(rows).toHaveLength(1)
})

test('an interrupted index is reported by name and built again', async () => {
  const { connection, client, missing, other } = await anUpgrade()
  const writer = await other()
  await writer.query('begin')
  await writer.query(INSERT)
  const building = buildIndexes(connection)
  await Promise.all([
    expect(building).rejects.toThrow('not built: messages_recipient_part'),
    expect
      .poll(async () => (await client.query(`select pg_terminate_backend(pid) from (${whoBuilds})`)).rows.length, {
        timeout: 120_000,
      })
      .toBe(1),
  ])
  await writer.query('commit')
  const broken = await client.query(`select 1 from pg_index where not indisvalid`)
  expect(broken.rows).toHaveLength(1)
  await buildIndexes(connection)
  expect(await missing()).toEqual([])
})

test('a database that a newer release has migrated keeps the indexes of that release', async () => {
  const { connection, client, missing } = await anUpgrade()
  await client.query("insert into migrations (tag, hash) values ('9999_newer', '')")
  const before = await missing()
  await buildIndexes(connection)
  expect(await missing()).toEqual(before)
  expect(before).not.toEqual([])
})

test('unique indexes, which are constraints, are created by migrations, and only on tables that are not in use yet', () => {
  const later = readMigrations().filter(({ tag }) => tag > '0015_audit_retention')
  const wrong = later.flatMap(({ tag, statements }) => {
    const made = new Set(statements.map((statement) => /^\s*create table "?(\w+)/i.exec(statement)?.[1]))
    return statements
      .map((statement) => /^\s*create unique index .*? on "?(\w+)/is.exec(statement)?.[1])
      .filter((table) => table !== undefined && !made.has(table))
      .map((table) => `${tag}: ${table}`)
  })
  expect(wrong).toEqual([])
})
