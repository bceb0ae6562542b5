import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'
import { removeOldLines } from './retention.ts'
import { sealLines } from './seal-lines.ts'
import { readSeals } from './seals.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

/** Lines of that age, in one seal. */
async function sealedLines(days: number, count = 1): Promise<string[]> {
  const { rows } = await server.db.execute<{ id: string }>(sql`
    insert into audit_events (id, event, at)
    select gen_random_uuid(), 'session.opened', now() - make_interval(days => ${days}) from generate_series(1, ${count}::int)
    returning id`)
  await sealLines(server.db, server)
  return rows.map(({ id }) => id)
}
const areThere = async (ids: string[]) =>
  (await server.db.execute(sql`select from audit_events where id = any(${ids}::uuid[])`)).rows.length
const leaves = async () => (await server.db.execute(sql`select from audit_leaves`)).rows.length
const seals = () => readSeals(server.db, sql`order by sequence`)
const remove = (days: number) => removeOldLines(server.db, server.keys, days)

test('lines of whole seals are removed after as many days as configured, and a seal says so', async () => {
  const [old, older, kept] = [await sealedLines(400, 3), await sealedLines(500, 2), await sealedLines(364)]
  const before = await seals()
  await remove(365)
  expect([await areThere(old), await areThere(older), await areThere(kept)]).toEqual([0, 0, 1])
  expect(await leaves()).toBe(1)
  const after = await seals()
  expect(after.slice(0, 3)).toEqual(before)
  expect(after[3]).toMatchObject({ lines: 0, removedThrough: 2 })
  await remove(365)
  expect(await seals()).toHaveLength(4)
  await sealedLines(0)
  expect((await seals())[4]).toMatchObject({ lines: 1, removedThrough: 2 })
})

test('an old line stays for as long as a younger one of its seal', async () => {
  await server.db.execute(sql`insert into audit_events (id, event) values (${newId()}, 'session.opened')`)
  const [old] = [await sealedLines(400)]
  const later = await sealedLines(401)
  await remove(365)
  expect([await areThere(old), await areThere(later)]).toEqual([1, 1])
})

test('several servers at once remove many seals, in steps', async () => {
  for (let i = 0; i < 5; i++) await sealedLines(400, 700)
  await Promise.all([remove(365), remove(365), remove(365)])
  await remove(365)
  expect(await leaves()).toBe(0)
  expect((await seals()).slice(5).map(({ removedThrough }) => removedThrough)).toEqual([1, 2, 3, 4, 5])
})

test('lines cannot be removed in any other way, nor in their first 90 days', async () => {
  const [old] = [await sealedLines(400)]
  const young = await sealedLines(89)
  const removed = server.db.execute(sql`delete from audit_events where id = ${old[0]}`)
  await expect(removed).rejects.toThrow('audit events are never changed or removed')
  await expect(remove(30)).rejects.toThrow('may release old lines only')
  expect(await areThere(young)).toBe(1)
})

test('the pruning of a server of the release before removes nothing, without an error', async () => {
  const old = await sealedLines(400)
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('gatehouse.pruning', 'audit', true)`)
    await tx.execute(sql`delete from audit_events where at < now() - interval '365 days'`)
  })
  expect(await areThere(old)).toBe(1)
})
