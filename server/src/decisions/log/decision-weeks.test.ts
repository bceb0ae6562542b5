import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { anApplication, aPerson } from '../../../test/builders.ts'
import { useTestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'
import { buildIndexes } from '../../db/build-indexes.ts'
import { makeDb } from '../../db/database.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { readMigrations } from '../../db/migrations.ts'
import { addWeeks, dropWeeks, readWeeks } from './decision-weeks.ts'
import { removeOldDecisions } from './remove-old-decisions.ts'

const server = useTestServer()

const [name, role] = [`test_${randomUUID().replaceAll('-', '')}`, `reader_${randomUUID().replaceAll('-', '')}`]
const connection = { ...inject('postgres'), database: name }
let old: pg.Client
let owner: pg.Client
beforeAll(async () => {
  owner = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await owner.connect()
  await owner.query(`create database ${name}`)
  old = new pg.Client(connection)
  await old.connect()
})
afterAll(async () => {
  await old.query(`drop owned by ${role}`)
  await owner.query(`drop role ${role}`)
  await Promise.all([old.end(), owner.end()])
})

/** As every release writes it. */
const LOGGED = `
  insert into approval_decisions (application_id, at, user_id, page, action, amount, currency, region, document, is_allowed, reasons, version)
  select a.id, now() - make_interval(days => n), u.id, 'Claims', 'Approval', n, 'INR', 'IN-KL', '{}', true, '{row-allows}', 1
  from applications a, users u, unnest($1::int[]) n`

test('the table becomes the first partition: all rows stay, servers of both releases write, and missing indexes are built', async () => {
  const tags = readMigrations().map(({ tag }) => tag)
  await migrateDatabase(connection, tags[tags.findIndex((tag) => tag.endsWith('_decision_weeks')) - 1])
  await old.query(`
    insert into users (id, email, user_name, first_name, last_name) values ('${newId()}', 'a@example.com', 'a', 'Asha', 'Rao');
    insert into applications (id, name, redirect_url) values ('${newId()}', 'Claims', 'https://claims.example.com');
    create role ${role} login; grant select, insert, delete on approval_decisions to ${role}`)
  // A connection that keeps its statement over the migration.
  const write = (...days: number[]) => old.query({ name: 'log', text: LOGGED, values: [days] })
  await write(40, 3, 0)
  const listed = async () =>
    (await old.query<{ id: string; amount: string }>('select id, amount from approval_decisions order by id')).rows
  const before = await listed()
  await migrateDatabase(connection)
  expect(await listed()).toEqual(before)
  await write(1)
  expect((await listed()).map(({ id }) => Number(id))).toEqual([1, 2, 3, 4])
  // An upgrade leaves out indexes; this one has none yet.
  await buildIndexes(connection)
  const { rows } = await old.query(`
    select c.relname as name, i.indisvalid as "isWhole" from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'approval_decisions'::regclass order by 1`)
  expect(rows).toEqual(
    ['application', 'at', 'user'].map((part) => ({ name: `approval_decisions_${part}`, isWhole: true })),
  )
  await old.query('drop index approval_decisions_at')
  await buildIndexes(connection)
  expect((await old.query("select to_regclass('approval_decisions_at') as found")).rows).toEqual([
    { found: 'approval_decisions_at' },
  ])

  const asServer = makeDb({ ...connection, user: role, max: 2 })
  await addWeeks(asServer)
  await removeOldDecisions(asServer, 35)
  expect((await listed()).map(({ amount }) => amount)).toEqual(['3', '0', '1'])
  await removeOldDecisions(asServer, 0)
  expect(await listed()).toEqual([])
  await old.query(`revoke delete on approval_decisions from ${role}`)
  await expect(dropWeeks(asServer, 0)).rejects.toThrow('this role may not remove decisions')
  await asServer.pool.end()
})

const execute = async <Row extends pg.QueryResultRow>(text: string) => (await server.db.pool.query<Row>(text)).rows

/** As if servers had run then for the last time: the partitions end on that day. */
const endWeeks = (daysAgo: number) =>
  execute(`
    drop table approval_decisions_first;
    do $$ begin
      execute format('create table approval_decisions_first partition of approval_decisions for values from (minvalue) to (%L)',
        date_trunc('day', now()) - interval '${daysAgo} days');
    end $$`)

test('weeks are made ahead, with what was written before; old ones are dropped, and nobody waits long for it', async () => {
  await Promise.all([aPerson(server), anApplication(server)])
  expect(await readWeeks(server.db)).toMatchObject({ weeks: 1, strays: 0 })
  await endWeeks(50)
  await server.db.pool.query(LOGGED, [[60, 40, 1]])
  // The newest one stays, however old: it says where the next begins.
  await dropWeeks(server.db, 35)
  expect(await readWeeks(server.db)).toMatchObject({ weeks: 1, strays: 2 })
  await Promise.all([addWeeks(server.db), addWeeks(server.db)])
  await addWeeks(server.db)
  const made = await readWeeks(server.db)
  expect(made).toMatchObject({ strays: 0 })
  expect(made.secondsAhead / 86_400).toBeGreaterThan(14)
  expect(made.secondsAhead / 86_400).toBeLessThanOrEqual(21)

  const amounts = async () =>
    (await execute<{ amount: string }>('select amount from approval_decisions order by at')).map(({ amount }) => amount)
  expect(await amounts()).toEqual(['60', '40', '1'])
  const reader = await server.db.pool.connect()
  await reader.query('begin; select from approval_decisions')
  const dropping = dropWeeks(server.db, 35)
  for (let reads = 0; reads < 5; reads++) expect(await amounts()).toHaveLength(3)
  await reader.query('commit')
  reader.release()
  await dropping
  // The week that servers have slept through is kept until its end.
  expect(await amounts()).toEqual(['40', '1'])
  expect(await readWeeks(server.db)).toMatchObject({ weeks: made.weeks - 1 })
})

test('a row at an unlikely time is found, and removed when it is due', async () => {
  await execute('truncate approval_decisions')
  await server.db.pool.query(LOGGED, [[-400]])
  expect(await readWeeks(server.db)).toMatchObject({ strays: 1 })
  await execute("update approval_decisions set at = now() + interval '90 days' where at > now() + interval '1 year'")
  await removeOldDecisions(server.db, 1)
  expect(await execute('select amount from approval_decisions')).toEqual([{ amount: '-400' }])
})
