import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPerson, launch, signIn, someoneWithAccess } from '../../test/builders.ts'
import { anEarlierDatabase } from '../../test/earlier-database.ts'
import { useTestServer } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'
import type { Db } from '../db/database.ts'
import { COUNTED_EVENTS, countActivity } from './activity-counts.ts'
import { activityByDay, busiestApplications } from './read-activity.ts'
import { recordAudit } from './record-audit.ts'

const server = useTestServer({ config: { mode: 'production' } })

const DAY_MS = 86_400_000
/** A period that includes everything in this file. */
const lately = () => [new Date(Date.now() - 30 * DAY_MS), new Date(Date.now() + DAY_MS)]

/** The numbers of audit lines for each counted event. */
async function linesOf(db: Db, since = new Date(0)): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ event: string; count: number }>(sql`
    select event, count(*)::int as count from audit_events
    where event = any(${COUNTED_EVENTS}::text[]) and at >= ${since.toISOString()} group by event`)
  return Object.fromEntries(COUNTED_EVENTS.map((event) => [event, rows.find((row) => row.event === event)?.count ?? 0]))
}

/** The counts, including lines that are still queued. */
async function countsOf(db: Db): Promise<Record<string, number>> {
  const days = await activityByDay(db, lately())
  return Object.fromEntries(COUNTED_EVENTS.map((event) => [event, days[event].reduce((sum, count) => sum + count, 0)]))
}

const queued = async (db: Db) =>
  (await db.execute<{ count: number }>(sql`select count(*)::int as count from activity_queue`)).rows[0]?.count

/** Audit lines, seven seconds apart. */
const write = (db: Db, count: number, event = 'signin.completed', subjectId: string | null = null) =>
  db.execute(sql`
    insert into audit_events (id, event, subject_id, at)
    select gen_random_uuid(), ${event}, ${subjectId}::uuid, now() - n * interval '7 seconds' from generate_series(1, ${count}::int) n`)

test('the counts of sign-ins, failures, refusals and launches equal the audit lines, before and after the queue is emptied', async () => {
  const someone = await someoneWithAccess(server)
  await launch(someone)
  const { email } = await aPerson(server)
  const visitor = server.visitor()
  for (let tries = 0; tries < 7; tries++) await visitor.call(login, { email, password: 'Wrong#Password1' })
  const lines = await linesOf(server.db)
  expect(lines).toMatchObject({ 'signin.completed': 1, 'signin.failed': 5, 'signin.throttled': 1, 'launch.granted': 1 })
  expect(await countsOf(server.db)).toEqual(lines)
  expect(await queued(server.db)).toBe(8)

  await countActivity(server.db)
  expect(await queued(server.db)).toBe(0)
  expect(await countsOf(server.db)).toEqual(lines)
  await signIn(server, server.visitor(), someone.person.email)
  await countActivity(server.db)
  expect(await countsOf(server.db)).toEqual({ ...lines, 'signin.completed': 2 })
})

test('each line counts on its own day, and an application counts from the first moment of the period', async () => {
  const applicationId = newId()
  await server.db.execute(
    sql`insert into applications (id, name, redirect_url) values (${applicationId}, 'Tow Desk', 'https://tow.example.com')`,
  )
  // Midnight in India is half past six in the evening in UTC.
  const midnight = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 10 * DAY_MS - 5.5 * 3_600_000)
  const at = (ms: number) => new Date(midnight.getTime() + ms).toISOString()
  for (const moment of [at(-1000), at(0), at(1000), at(DAY_MS - 1), at(DAY_MS)])
    await server.db.execute(sql`
      insert into audit_events (id, event, subject_id, at) values (${newId()}, 'oidc.signed-in', ${applicationId}, ${moment})`)
  const starts = [-1, 0, 1].map((day) => new Date(at(day * DAY_MS)))
  const busy = { _id: applicationId, name: 'Tow Desk', launches: 0, signIns: 4 }
  for (const isQueued of [true, false]) {
    if (!isQueued) await countActivity(server.db)
    expect((await activityByDay(server.db, starts))['oidc.signed-in']).toEqual([1, 3, 1])
    expect(await busiestApplications(server.db, midnight, 5)).toContainEqual(busy)
  }
})

test('a line that is rolled back is not counted', async () => {
  const before = await countsOf(server.db)
  const failing = server.db.transaction(async (tx) => {
    await recordAudit(tx, { event: 'signin.completed' })
    await tx.execute(sql`insert into audit_events (id, event) values (${newId()}, 'signin.failed')`)
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  await countActivity(server.db)
  expect(await countsOf(server.db)).toEqual(before)
})

test('servers that count at the same time, while lines are written, count each line once', async () => {
  const counting = Array.from({ length: 6 }, async () => {
    for (let round = 0; round < 5; round++) await countActivity(server.db)
  })
  const writing = Array.from({ length: 20 }, () => write(server.db, 500))
  await Promise.all([...counting, ...writing])
  await countActivity(server.db)
  expect(await queued(server.db)).toBe(0)
  expect(await countsOf(server.db)).toEqual(await linesOf(server.db))
})

test('a server that dies in the middle of a batch has counted none of its lines', async () => {
  await write(server.db, 2000)
  const before = await countsOf(server.db)
  const client = await server.db.pool.connect()
  await client.query('begin')
  const own = { ...server.db, execute: (statement: { text: string; values: unknown[] }) => client.query(statement) }
  await countActivity(own as unknown as Db)
  // Other servers skip the locked lines meanwhile, and every reader sees the same figures.
  await countActivity(server.db)
  expect(await queued(server.db)).toBeGreaterThanOrEqual(2000)
  expect(await countsOf(server.db)).toEqual(before)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await server.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
  client.release(true)
  await expect.poll(() => countActivity(server.db).then(() => queued(server.db))).toBe(0)
  expect(await countsOf(server.db)).toEqual(before)
})

test('lines older than the counts are counted once, newest first, beside new ones', async () => {
  const { db, update } = await anEarlierDatabase('0020_favourites_and_groups')
  await write(db, 25_000)
  await write(db, 10, 'clients.created')
  await db.execute(sql`
    insert into audit_events (id, event, at) select gen_random_uuid(), 'signin.failed', now() - interval '90 days'
    from generate_series(1, 5)`)
  await write(db, 30, 'launch.granted', newId())
  await update()
  await write(db, 7)
  await Promise.all([countActivity(db), countActivity(db), write(db, 3)])
  await countActivity(db)
  await countActivity(db)
  // Counts older than ninety days are not kept.
  const lines = await linesOf(db, new Date(Date.now() - 60 * DAY_MS))
  expect(lines).toMatchObject({ 'signin.completed': 25_010, 'launch.granted': 30, 'signin.failed': 0 })
  expect(await countsOf(db)).toEqual(lines)
})
