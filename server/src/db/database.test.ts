import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import type { Tx } from './database.ts'
import { refusalOf, refuseIf } from './refuse.ts'

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

test('a batch is committed, and what it has answered is given', async () => {
  const results = await server.db.batch(async (tx) => {
    tx.atCommit(note('batch-last'))
    return Promise.all([tx.execute(note('batch')), tx.execute(sql`select 7 as seven`)])
  })
  expect(results[1]?.rows[0]).toEqual({ seven: 7 })
  expect([await isNoted('batch'), await isNoted('batch-last')]).toEqual([true, true])
})

describe('a batch leaves nothing behind', () => {
  test.each<[string, (tx: Tx) => Promise<unknown>, string]>([
    [
      'when a statement fails, whichever is looked at',
      (tx) => Promise.all([tx.execute(note('half')), tx.execute(sql`select 1 / 0`), tx.execute(note('other'))]),
      'division by zero',
    ],
    [
      'when a statement fails that nobody looks at',
      async (tx) => {
        void tx.execute(sql`select 1 / 0`).catch(() => undefined)
        return tx.execute(note('half')).catch(() => undefined)
      },
      'division by zero',
    ],
    [
      'when it throws while it is put together',
      async (tx) => {
        void tx.execute(note('half'))
        await null
        throw new Error('no')
      },
      'no',
    ],
    [
      'when a statement cannot be sent',
      (tx) => {
        const ring: unknown[] = []
        ring.push({ ring })
        return Promise.all([tx.execute(note('half')), tx.execute(sql`select ${ring[0] as string}::jsonb`)])
      },
      'circular',
    ],
    [
      'when a statement refuses',
      (tx) => Promise.all([tx.execute(note('half')), tx.execute(sql`select ${refuseIf(sql`true`, sql`'why'`)}`)]),
      'refused: why',
    ],
  ])('%s', async (_, work, message) => {
    await expect(server.db.batch(work)).rejects.toThrow(message)
    expect(await isNoted('half')).toBe(false)
    // Its connection is fit for the next one.
    await server.db.batch((tx) => tx.execute(sql`select 1`))
  })
})

test('what a batch starts after an answer is refused', async () => {
  const failing = server.db.batch(async (tx) => {
    await tx.execute(sql`select 1`)
    await tx.execute(note('too-late'))
  })
  await expect(failing).rejects.toThrow('this transaction is over')
  expect(await isNoted('too-late')).toBe(false)
})

test('the words of a refusal come back', async () => {
  const refused = await server.db
    .batch((tx) => tx.execute(sql`select ${refuseIf(sql`true`, sql`'password-pair 7.5'`)}`))
    .catch(refusalOf)
  expect(refused).toBe('password-pair 7.5')
})

test('nothing is refused while the condition does not hold', async () => {
  const { rows } = await server.db.batch((tx) =>
    tx.execute<{ refused: null }>(sql`select ${refuseIf(sql`${1}::int > 1`, sql`${'why'}::text`)} as refused`),
  )
  expect(rows).toEqual([{ refused: null }])
})

test('statements that travel together stand each for itself', async () => {
  const [noted, failed] = await server.db.together((on) =>
    Promise.allSettled([on.execute(note('together')), on.execute(sql`select 1 / 0`)]),
  )
  expect([noted?.status, failed?.status]).toEqual(['fulfilled', 'rejected'])
  expect(await isNoted('together')).toBe(true)
})
