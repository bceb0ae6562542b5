import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anEarlierDatabase } from '../../../test/earlier-database.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'
import type { Db } from '../../db/database.ts'
import { recordAudit } from '../record-audit.ts'
import { sealLines } from './seal-lines.ts'
import { isIntact, NO_SEAL, readSeals } from './seals.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const write = (db: Db, count: number) =>
  db.execute(sql`
    insert into audit_events (id, event, detail)
    select gen_random_uuid(), 'clients.created', jsonb_build_object('n', n) from generate_series(1, ${count}::int) n`)
const seals = (db: Db) => readSeals(db, sql`order by sequence`)
const numbersOf = async (db: Db, table: 'audit_events' | 'audit_leaves') => {
  const { rows } = await db.execute<{ number: string }>(
    table === 'audit_events'
      ? sql`select number from audit_events order by number`
      : sql`select number from audit_leaves order by seal, position`,
  )
  return rows.map(({ number }) => Number(number))
}

test('lines are sealed in batches, and each seal holds the hash of the one before it', async () => {
  await write(server.db, 2500)
  const newest = await sealLines(server.db, server)
  const chain = await seals(server.db)
  expect(chain.map(({ lines }) => lines)).toEqual([1000, 1000, 500])
  expect(chain.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  expect(chain.map(({ previous }) => previous)).toEqual([NO_SEAL, chain[0]?.hash, chain[1]?.hash])
  expect(newest).toEqual(chain[2])
  expect(chain.filter((seal) => !isIntact(seal, null) || seal.isHistory)).toEqual([])
  expect(await numbersOf(server.db, 'audit_leaves')).toEqual(await numbersOf(server.db, 'audit_events'))
})

test('nothing new adds no seal', async () => {
  await write(server.db, 1)
  await sealLines(server.db, server)
  expect(await sealLines(server.db, server)).toBeNull()
  expect(await seals(server.db)).toHaveLength(1)
})

test('a line that is committed late is in a later seal, and one that is rolled back in none', async () => {
  const { db } = server
  const late = await db.pool.connect()
  await late.query('begin')
  await late.query(`insert into audit_events (id, event) values ('${newId()}', 'clients.created')`)
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`insert into audit_events (id, event) values (${newId()}, 'clients.deleted')`)
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  await write(db, 3)
  await sealLines(db, server)
  await late.query('commit')
  late.release()
  await recordAudit(db, { event: 'signin.completed' })
  await sealLines(db, server)

  const chain = await seals(db)
  expect(chain.map(({ lines }) => lines)).toEqual([3, 2])
  expect(chain[1]?.firstNumber).toBeLessThan(chain[0]?.firstNumber as number)
})

test('servers that seal at the same time, while lines are written, seal each line once', async () => {
  const { db } = server
  const sealing = Array.from({ length: 6 }, async () => {
    for (let round = 0; round < 5; round++) await sealLines(db, server)
  })
  await Promise.all([...sealing, ...Array.from({ length: 12 }, () => write(db, 400))])
  await sealLines(db, server)
  const sealed = await numbersOf(db, 'audit_leaves')
  expect(sealed.toSorted((a, b) => a - b)).toEqual(await numbersOf(db, 'audit_events'))
  const chain = await seals(db)
  expect(chain.slice(1).map(({ previous }) => previous)).toEqual(chain.slice(0, -1).map(({ hash }) => hash))
})

test('a server that dies while sealing has sealed nothing, and the next one seals', async () => {
  const { db } = server
  await write(db, 5)
  await db.execute(sql`
    create function die() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
  await db.execute(sql`create trigger die before insert on audit_leaves for each row execute function die()`)
  await expect(sealLines(db, server)).rejects.toThrow()
  expect(await seals(db)).toEqual([])
  await db.execute(sql`drop trigger die on audit_leaves`)
  await sealLines(db, server)
  expect((await seals(db)).map(({ lines }) => lines)).toEqual([5])
})

test('lines of an installation that is older than the chain are its beginning', async () => {
  const { db, update } = await anEarlierDatabase('0025_people_of_a_client')
  await write(db, 1200)
  await update()
  await write(db, 10)
  await sealLines(db, server)
  const chain = await seals(db)
  expect(chain.map(({ lines, isHistory }) => ({ lines, isHistory }))).toEqual([
    { lines: 1000, isHistory: true },
    { lines: 200, isHistory: true },
    { lines: 10, isHistory: false },
  ])
  expect(await numbersOf(db, 'audit_leaves')).toEqual(await numbersOf(db, 'audit_events'))
})

describe('the database refuses', () => {
  test.each([
    ['update audit_seals set lines = 7', 'seals of the audit are never changed'],
    ['delete from audit_seals', 'seals of the audit are never changed'],
    ['truncate audit_seals', 'seals of the audit are never changed'],
    ['update audit_leaves set position = 7', 'leaves of the audit are never changed'],
    ['update audit_leaves set salt = null', 'leaves of the audit are never changed'],
    ['delete from audit_leaves', 'leaves of the audit are never changed'],
    ['truncate audit_leaves', 'leaves of the audit are never changed'],
  ])('%s', async (statement, reason) => {
    await write(server.db, 1)
    await sealLines(server.db, server)
    await expect(server.db.pool.query(statement)).rejects.toThrow(reason)
  })
})
