import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const note = (key: string) => sql`insert into installation (key, value) values (${key}, 'true'::jsonb)`
const isNoted = async (key: string) =>
  (await server.db.execute(sql`select from installation where key = ${key}`)).rowCount === 1

test('a transaction that throws leaves nothing behind', async () => {
  const failing = server.db.transaction(async (tx) => {
    await tx.execute(note('thrown'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await isNoted('thrown')).toBe(false)
})

test('a branch that goes on after another has failed writes nothing', async () => {
  const over = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  const failing = server.db.transaction(async (tx) => {
    late = over.promise.then(() => tx.execute(note('late')))
    await tx.execute(sql`select 1 / 0`)
  })
  await expect(failing).rejects.toThrow('division by zero')
  over.resolve()
  await expect(late).rejects.toThrow('this transaction is over')
  expect(await isNoted('late')).toBe(false)
})

test('statements that start together are done in their order', async () => {
  const results = await server.db.transaction((tx) =>
    Promise.all([
      tx.execute(note('first')),
      tx.execute(sql`select count(*)::int as count from installation where key = 'first'`),
    ]),
  )
  expect(results[1]?.rows[0]).toEqual({ count: 1 })
})
