import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'
import type { Tx } from './database.ts'
import { isDatabaseDown } from './faults.ts'
import { refusalOf, refuseIf } from './refuse.ts'

const server = useTestServer()

const note = (key: string) => sql`insert into installation (key, value) values (${key}, 'true'::jsonb)`
const isNoted = async (key: string) =>
  (await server.db.execute(sql`select from installation where key = ${key}`)).rowCount === 1

test('a transaction that throws writes nothing', async () => {
  const failing = server.db.transaction(async (tx) => {
    await tx.execute(note('thrown'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await isNoted('thrown')).toBe(false)
})

test('a parallel branch cannot write after another one has failed', async () => {
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

test('parallel statements of a transaction run in their order', async () => {
  const results = await server.db.transaction((tx) =>
    Promise.all([
      tx.execute(note('first')),
      tx.execute(sql`select count(*)::int as count from installation where key = 'first'`),
    ]),
  )
  expect(results[1]?.rows[0]).toEqual({ count: 1 })
})

test('a batch is committed and returns its results', async () => {
  const results = await server.db.batch(async (tx) => {
    tx.atCommit(note('batch-last'))
    return Promise.all([tx.execute(note('batch')), tx.execute(sql`select 7 as seven`)])
  })
  expect(results[1]?.rows[0]).toEqual({ seven: 7 })
  expect([await isNoted('batch'), await isNoted('batch-last')]).toEqual([true, true])
})

describe('a batch writes nothing', () => {
  test.each<[string, (tx: Tx) => Promise<unknown>, string]>([
    [
      'when a statement fails, whichever is looked at',
      (tx) => Promise.all([tx.execute(note('half')), tx.execute(sql`select 1 / 0`), tx.execute(note('other'))]),
      'division by zero',
    ],
    [
      'when a statement fails whose result is not awaited',
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
    // The connection can be used again.
    await server.db.batch((tx) => tx.execute(sql`select 1`))
  })
})

test('a batch cannot start a statement after its first answer', async () => {
  const failing = server.db.batch(async (tx) => {
    await tx.execute(sql`select 1`)
    await tx.execute(note('too-late'))
  })
  await expect(failing).rejects.toThrow('this transaction is over')
  expect(await isNoted('too-late')).toBe(false)
})

test('the reason of a refused statement is returned', async () => {
  const refused = await server.db
    .batch((tx) => tx.execute(sql`select ${refuseIf(sql`true`, sql`'password-pair 7.5'`)}`))
    .catch(refusalOf)
  expect(refused).toBe('password-pair 7.5')
})

test('a condition that is false refuses nothing', async () => {
  const { rows } = await server.db.batch((tx) =>
    tx.execute<{ refused: null }>(sql`select ${refuseIf(sql`${1}::int > 1`, sql`${'why'}::text`)} as refused`),
  )
  expect(rows).toEqual([{ refused: null }])
})

test('statements sent together are independent', async () => {
  const [noted, failed] = await server.db.together((on) =>
    Promise.allSettled([on.execute(note('together')), on.execute(sql`select 1 / 0`)]),
  )
  expect([noted?.status, failed?.status]).toEqual(['fulfilled', 'rejected'])
  expect(await isNoted('together')).toBe(true)
})

test('a statement is refused after the work that it belongs to has failed', async () => {
  const afterwards = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  const failing = server.db.together((on) => {
    late = afterwards.promise.then(() => on.execute(note('late')))
    return Promise.all([on.execute(sql`select 1 / 0`), late])
  })
  await expect(failing).rejects.toThrow('division by zero')
  afterwards.resolve()
  await expect(late).rejects.toThrow('the connection of this work was released')
  expect(await isNoted('late')).toBe(false)
})

describe('look-ups', () => {
  const lookUp = <Row extends Record<string, unknown>>(name: string, text: string, values: unknown[] = []) =>
    server.db.execute<Row>({ name, text, values, isLookUp: true })
  const backend = () => lookUp<{ pid: number }>('look-up-backend', 'select pg_backend_pid() as pid')

  test('at the same moment share a connection, at most eight on each', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, backend))
    const counts = Map.groupBy(answers, ({ rows }) => rows[0]?.pid)
    expect([...counts.values()].map(({ length }) => length)).toEqual([8, 4])
  })

  test('succeed and fail independently', async () => {
    const divide = (by: number) => lookUp<{ part: number }>('look-up-part', 'select 12 / $1::int as part', [by])
    const outcomes = await Promise.allSettled([divide(3), divide(0), divide(4)])
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value.rows[0]?.part : one.reason.message))).toEqual([
      4,
      'division by zero',
      3,
    ])
  })

  test('with values that cannot be sent fail alone, and the connection stays usable', async () => {
    const ring: unknown[] = []
    ring.push({ ring })
    const [sent, wrong] = await Promise.allSettled([
      backend(),
      lookUp('look-up-ring', 'select $1::jsonb', [ring[0]]),
      backend(),
    ])
    expect([sent?.status, wrong?.status]).toEqual(['fulfilled', 'rejected'])
    expect((await backend()).rows).toHaveLength(1)
  })

  test('give the same rows when they are repeated', async () => {
    const asked = () =>
      lookUp(
        'look-up-kinds',
        `select 7 as number, null as nothing, '{"a":[1]}'::jsonb as object, true as truth, array['a', 'b:c'] as names,
          array['', 'null', 'say "x"', 'a,b', '{'] as odd, array[]::text[] as none, array['a', null] as gaps,
          '2026-11-22T00:00:00Z'::timestamptz as time from generate_series(1, $1::int)`,
        [2],
      )
    const row = {
      ...{ number: 7, nothing: null, object: { a: [1] }, truth: true, names: ['a', 'b:c'] },
      ...{ odd: ['', 'null', 'say "x"', 'a,b', '{'], none: [], gaps: ['a', null] },
      time: new Date('2026-11-22T00:00:00Z'),
    }
    for (let times = 0; times < 3; times++) {
      const { rows, fields } = await asked()
      expect(rows).toEqual([row, row])
      expect(fields.map(({ name }) => name)).toEqual(Object.keys(row))
    }
  })

  test('with an invalid text do not fail later look-ups with the same text', async () => {
    await server.db.execute(sql`create table if not exists look_up_locked (id int)`)
    const asked = () => lookUp('look-up-locked', 'select count(*)::int as count from look_up_locked')
    let waiting: Promise<PromiseSettledResult<unknown>[]> | undefined
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`lock table look_up_locked in access exclusive mode`)
      waiting = Promise.allSettled([asked(), asked(), asked()])
      await expect
        .poll(async () => {
          const { rows } = await server.db.execute(sql`
            select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%look_up_locked'`)
          return rows.length
        })
        .toBe(1)
    })
    expect((await waiting)?.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })

  test('on a lost connection fail, and later ones succeed', async () => {
    const sleeping = Promise.allSettled([lookUp('look-up-sleep', 'select pg_sleep(60)'), backend()])
    await expect
      .poll(async () => {
        const { rows } = await server.db.execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`,
        )
        return rows.length
      })
      .toBe(1)
    const outcomes = await sleeping
    expect(outcomes.map((one) => one.status === 'rejected' && isDatabaseDown(one.reason))).toEqual([true, true])
    expect((await backend()).rows).toHaveLength(1)
  })
})
