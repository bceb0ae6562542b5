import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import { login, signUp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD } from '../../test/builders.ts'
import { startTestServer, useTestServer } from '../../test/server.ts'
import { truncate } from '../../test/truncate.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { asKey, type DataKeys, oneDataKey } from '../crypto/seal.ts'
import { setLaneRate } from './lanes.ts'
import { IS_NOTED } from './note-outcome.ts'
import { makeOutbox } from './outbox.ts'
import type { Entry, Handler, Outbox, Outcome } from './types.ts'

const server = useTestServer()
beforeEach(() => truncate(server.db, sql`outbox, outbox_lanes, delivery_attempts, inbox`))

const SENT: Outcome = { target: 'mail.example.com', isSuccess: true, answer: '250 accepted' }
const refused = (answer: string, changes: Partial<Outcome> = {}): Outcome => {
  return { target: 'mail.example.com', isSuccess: false, answer, ...changes }
}

type Deliver = Handler['deliver']
const RETRY_SECONDS = [5, 30, 120]

/** The dispatcher of one server on the shared database; one handler serves every kind. */
function aDispatcher(deliver: Deliver, sealKeys = server.keys.seal, changes: Partial<Handler> = {}): Outbox {
  const handler: Handler = { retrySeconds: RETRY_SECONDS, deliver, ...changes }
  const handlers = { message: { isUnpaused: true, ...handler }, webhook: handler, partner: handler, logout: handler }
  return makeOutbox({ db: server.db, log: server.log, sealKeys, handlers })
}

/** Records what is delivered; `outcome` decides the result of each attempt. */
function aGateway(outcome: (content: unknown, lane: string) => Outcome = () => SENT) {
  const delivered: unknown[] = []
  const deliver: Deliver = async ({ lane }, content) => {
    const result = outcome(content, lane)
    if (result.isSuccess) delivered.push(content)
    return result
  }
  return { delivered, deliver }
}

const CODE = { to: 'asha@example.com', text: 'Use 482913' }
const enqueue = (content: unknown = CODE, entry: Partial<Entry> = {}) =>
  server.db.transaction(async (tx) => server.outbox.enqueue(tx, { kind: 'message', lane: 'email', content, ...entry }))

/** Sends everything that is due. Postponed rows, and rows that another server is sending, wait. */
async function round(
  deliver: Deliver,
  { sealKeys = server.keys.seal, ...changes }: Partial<Handler> & { sealKeys?: DataKeys } = {},
) {
  for (let turns = 0; turns < 5000; turns++) {
    const dispatcher = aDispatcher(deliver, sealKeys, changes)
    const { rows } = await server.db.execute(
      sql`select 1 from outbox where state = 'ready' and run_at <= now() limit 1`,
    )
    if (rows.length === 0) return
    dispatcher.wake()
    await waitForClaims()
    // stop() waits until attempts in progress are finished and recorded.
    await dispatcher.stop()
  }
  throw new Error('it never ends')
}

/** Waits until nothing is due; a lane with a rate needs some time. */
async function waitForClaims() {
  for (let turns = 0; turns < 1000; turns++) {
    const { rows } = await server.db.execute(
      sql`select 1 from outbox where state = 'ready' and run_at <= now() limit 1`,
    )
    if (rows.length === 0) return
    await nextTurn()
  }
}

type Row = {
  state: string
  attempts: number
  lastError: string | null
  payload: Buffer | null
  waits: number
  settled: boolean
}

async function rows() {
  const { rows } = await server.db.execute<Row>(sql`
    select state, attempts, last_error as "lastError", payload, (5 * ceil(extract(epoch from run_at - now()) / 5))::int as waits, settled_at is not null as settled
    from outbox order by id`)
  return rows
}

async function attempts() {
  const { rows } = await server.db.execute<{ number: number; isSuccess: boolean; answer: string }>(sql`
    select number, is_success as "isSuccess", answer from delivery_attempts order by outbox_id, number`)
  return rows
}

const makeDue = () => server.db.execute(sql`update outbox set run_at = now() where state = 'ready'`)

describe('a message', () => {
  test('is sent once, after the commit of its cause', async () => {
    const { deliver, delivered } = aGateway()
    await enqueue()
    for (let times = 0; times < 3; times++) await round(deliver)
    expect(delivered).toEqual([CODE])
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 1, lastError: null, payload: null, settled: true }])
    expect(await attempts()).toEqual([{ number: 1, isSuccess: true, answer: '250 accepted' }])
  })

  test('is invisible before the commit, and not stored if its cause is rolled back', async () => {
    const { deliver, delivered } = aGateway()
    const cause = server.db.transaction(async (tx) => {
      server.outbox.enqueue(tx, { kind: 'message', lane: 'email', content: CODE })
      await round(deliver)
      throw new Error('the cause failed')
    })
    await expect(cause).rejects.toThrow('the cause failed')
    await round(deliver)
    expect(delivered).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('is sent soon even if its row was locked for a moment by a transaction that changed nothing', async () => {
    const { deliver, delivered } = aGateway()
    const id = await enqueue()
    const dispatcher = aDispatcher(deliver)
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from outbox where id = ${id} for update`)
      dispatcher.wake()
      await setTimeout(100)
      expect(delivered).toEqual([])
    })
    await expect.poll(() => delivered).toEqual([CODE])
    await dispatcher.stop()
  })

  test('whose delivery never ends has failed after its time, and the lane goes on', async () => {
    const handler: Handler = {
      retrySeconds: RETRY_SECONDS,
      deliver: (_row, content) => (content === CODE.text ? new Promise(() => undefined) : Promise.resolve(SENT)),
    }
    const handlers = { message: handler, webhook: handler, partner: handler, logout: handler }
    const { db, log, keys } = server
    const outbox = makeOutbox({ db, log, sealKeys: keys.seal, handlers, limitMs: 20 })
    for (const content of [CODE.text, 'another']) await enqueue(content)
    outbox.wake()
    await expect.poll(async () => (await rows()).map(({ state }) => state)).toEqual(['ready', 'done'])
    await outbox.stop()
    expect(await attempts()).toContainEqual({ number: 1, isSuccess: false, answer: 'it took more than 0.02 seconds' })
  })

  test('of a sign-up that fails is not stored', async () => {
    const { email } = await aPerson(server)
    const answer = await server.visitor({ ip: anAddress() }).call(signUp, {
      firstName: 'Asha',
      lastName: 'Rao',
      email,
      phoneNumber: '9000000001',
      password: PASSWORD,
    })
    expect(answer.status).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('is stored encrypted, and its text is removed once it is sent', async () => {
    await enqueue()
    const [waiting] = await rows()
    const stored = waiting?.payload as Buffer
    for (const readable of ['482913', 'asha', 'example.com', 'text']) expect(stored.includes(readable)).toBe(false)
    await round(aGateway().deliver)
    const { rows: left } = await server.db.execute<{ left: string }>(sql`select outbox::text as left from outbox`)
    expect(left[0]?.left).not.toMatch(/482913|asha/)
    expect(await rows()).toMatchObject([{ payload: null }])
  })

  test('keeps its encrypted text if it may be sent again', async () => {
    const id = await enqueue({ to: 'asha@example.com', text: 'Welcome' })
    await round(aGateway().deliver, { keepsContent: () => true })
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'done' })
    expect(await server.outbox.read(id, row?.payload as Buffer)).toEqual({ to: 'asha@example.com', text: 'Welcome' })
  })

  test('cannot be decrypted by another installation, or in the place of another message', async () => {
    const { deliver, delivered } = aGateway()
    await enqueue()
    await round(deliver, { sealKeys: oneDataKey(asKey(randomBytes(32))) })
    expect(await rows()).toMatchObject([{ state: 'ready', attempts: 1 }])

    await enqueue({ to: 'ravi@example.com' })
    await server.db.execute(sql`update outbox o set payload = p.payload from outbox p where p.id <> o.id`)
    await makeDue()
    await round(deliver)
    expect(delivered).toEqual([])
  })

  test('with an expired code is not sent any more', async () => {
    const { deliver, delivered } = aGateway()
    await enqueue('late', { usefulMinutes: 5 })
    await enqueue('in time', { usefulMinutes: 5 })
    await server.db.execute(sql`
      update outbox set not_after = now() - interval '1 second' where id = (select min(id::text)::uuid from outbox)`)
    await round(deliver)
    expect(delivered).toEqual(['in time'])
    // The gateway was not called: no attempt is counted.
    expect(await rows()).toMatchObject([
      { state: 'dead', lastError: 'expired before it was sent', payload: null, settled: true, attempts: 0 },
      { state: 'done', lastError: null },
    ])
  })
})

describe('a message that is refused', () => {
  test('is abandoned when it expires, even if the next attempt would be later', async () => {
    await enqueue('code', { usefulMinutes: 5 })
    await server.db.execute(sql`update outbox set rounds = 1, not_after = now() + interval '4 seconds'`)
    await round(aGateway(() => refused('451 try later')).deliver)
    const { rows: due } = await server.db.execute(sql`select run_at = not_after as "isAtItsEnd", attempts from outbox`)
    expect(due).toEqual([{ isAtItsEnd: true, attempts: 1 }])
    await server.db.execute(sql`update outbox set not_after = now(), run_at = now()`)
    await round(aGateway().deliver)
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: 1 }])
    const { rows: tries } = await server.db.execute(sql`select answer from delivery_attempts`)
    expect(tries).toEqual([{ answer: '451 try later' }])
  })

  test('is retried after growing waits, then abandoned with the reason', async () => {
    const { deliver } = aGateway(() => refused('451 try later'))
    const abandoned: string[] = []
    const abandon: Handler['abandon'] = async (_tx, _due, reason) => void abandoned.push(reason)
    await enqueue()
    for (const [index, waits] of RETRY_SECONDS.entries()) {
      await makeDue()
      await round(deliver, { abandon })
      expect(await rows()).toMatchObject([
        { state: 'ready', attempts: index + 1, waits, lastError: '451 try later', settled: false },
      ])
    }
    await makeDue()
    await round(deliver, { abandon })
    expect(await rows()).toMatchObject([
      { state: 'dead', attempts: 4, lastError: '451 try later', payload: null, settled: true },
    ])
    expect(abandoned).toEqual(['451 try later'])
    expect(await attempts()).toHaveLength(4)
    await makeDue()
    await round(deliver)
    expect(await rows()).toMatchObject([{ attempts: 4 }])
  })

  test('is not retried before its time, and is sent once when the other side is back', async () => {
    const { deliver, delivered } = aGateway()
    await enqueue()
    await round(aGateway(() => refused('down')).deliver)
    await round(deliver)
    expect(delivered).toEqual([])
    await makeDue()
    await round(deliver)
    await makeDue()
    await round(deliver)
    expect(delivered).toEqual([CODE])
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 2, lastError: null, payload: null }])
  })

  test('for good is abandoned at once; an ordinary error counts as a failed attempt', async () => {
    await enqueue('hopeless')
    await enqueue('broken')
    await round(async (_due, content) => {
      if (content === 'broken') throw new Error('it broke')
      return refused('no such gateway', { isFinal: true })
    })
    expect(await rows()).toMatchObject([
      { state: 'dead', lastError: 'no such gateway' },
      { state: 'ready', lastError: 'it broke', waits: 5 },
    ])
  })

  test('is retried in the next lane at once, and waits only after every lane has failed', async () => {
    const lanes = ['email:a', 'email:b', 'email']
    const tried: string[] = []
    await enqueue('news', { lane: 'email:a' })
    const deliver: Deliver = async ({ lane }) => {
      tried.push(lane)
      return refused(`${lane} is down`, { lanes })
    }
    await round(deliver)
    expect(tried).toEqual(lanes)
    expect(await rows()).toMatchObject([{ state: 'ready', attempts: 3, waits: 5, lastError: 'email is down' }])
    await makeDue()
    await round(async (due, content) => (due.lane === 'email:b' ? { ...SENT, lanes } : deliver(due, content)))
    expect(tried).toEqual([...lanes, 'email:a'])
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 5 }])
  })

  test('is abandoned together with the audit line for administrators, or not at all', async () => {
    await enqueue()
    const deliver: Deliver = async () => refused('no such gateway', { isFinal: true })
    const abandon = async () => {
      throw new Error('the server died')
    }
    await round(deliver, { abandon })
    expect(await rows()).toMatchObject([{ state: 'ready', waits: 60, settled: false }])
    await makeDue()
    await round(deliver, { abandon: (tx) => recordAudit(tx, { event: 'messages.failed', detail: { reason: 'gone' } }) })
    expect(await rows()).toMatchObject([{ state: 'dead', settled: true }])
    const { rows: lines } = await server.db.execute(sql`
      select detail from audit_events where event = 'messages.failed' and detail->>'reason' = 'gone'`)
    expect(lines).toHaveLength(1)
  })

  test('is postponed without counting an attempt while its gateway is paused', async () => {
    await enqueue()
    await round(async () => refused('paused', { postponedSeconds: 30 }))
    expect(await rows()).toMatchObject([{ state: 'ready', attempts: 0, waits: 30 }])
    expect(await attempts()).toEqual([])
  })
})

describe('a lane', () => {
  test('that never answers does not delay others', async () => {
    const never = Promise.withResolvers<Outcome>()
    const { deliver, delivered } = aGateway()
    for (let number = 0; number < 30; number++) {
      await enqueue(`stuck ${number}`, { lane: 'email:dead' })
      await enqueue(number, { lane: 'email:alive' })
    }
    let stuck = 0
    const all = Promise.withResolvers<void>()
    const dispatcher = aDispatcher(async (due, content) => {
      if (due.lane === 'email:dead') {
        stuck++
        return never.promise
      }
      const outcome = await deliver(due, content)
      if (delivered.length === 30) all.resolve()
      return outcome
    })
    dispatcher.wake()
    await all.promise
    // The hanging lane takes no more than its share.
    expect(stuck).toBe(10)
    never.resolve(SENT)
    await dispatcher.stop()
  })

  test('sends codes before everything else', async () => {
    const { deliver, delivered } = aGateway()
    await setLaneRate(server.db, 'email', 100)
    for (const content of ['news 1', 'news 2', 'news 3']) await enqueue(content)
    await enqueue('code', { priority: 0 })
    await round(deliver)
    expect(delivered[0]).toBe('code')
    expect(delivered).toHaveLength(4)
  })

  test('keeps its rate, over all servers together', async () => {
    const at: number[] = []
    const deliver: Deliver = async () => {
      at.push(performance.now())
      return SENT
    }
    await setLaneRate(server.db, 'email', 50)
    await server.db.transaction(async (tx) => {
      for (let number = 0; number < 60; number++)
        await server.outbox.enqueue(tx, { kind: 'message', lane: 'email', content: number })
    })
    await Promise.all([round(deliver), round(deliver)])
    expect(at).toHaveLength(60)
    // Under any load no second holds more than fifty, plus the few that were claimed just before it.
    for (const start of at)
      expect(at.filter((one) => one >= start && one < start + 1000).length).toBeLessThanOrEqual(55)
  })
})

describe('a rate that is changed while messages are waiting', () => {
  /** Runs `change` once, before the first message is handed over. */
  const sendOne = async (change: () => Promise<unknown>) => {
    let changed: Promise<unknown> | undefined
    const delivered: unknown[] = []
    const dispatcher = aDispatcher(async (_due, content) => {
      changed ??= change()
      await changed
      delivered.push(content)
      return SENT
    })
    await server.db.transaction(async (tx) => {
      for (let number = 0; number < 40; number++)
        server.outbox.enqueue(tx, { kind: 'message', lane: 'email', content: number })
    })
    dispatcher.wake()
    return { delivered, dispatcher }
  }
  /** No message may be sent for an hour; then one a second. */
  const stopTheLane = () =>
    server.db.execute(sql`
      insert into outbox_lanes (lane, per_second, filled_at) values ('email', 1, now() + interval '1 hour')
      on conflict (lane) do update set per_second = excluded.per_second, filled_at = excluded.filled_at`)

  test('applies from the next message on', async () => {
    const { delivered, dispatcher } = await sendOne(stopTheLane)
    await expect.poll(() => delivered.length).toBe(10)
    await dispatcher.stop()
    // Messages already claimed have been sent.
    expect(delivered).toHaveLength(10)
  })

  test('is removed at the next look at the lane', async () => {
    await setLaneRate(server.db, 'email', 20)
    const { delivered, dispatcher } = await sendOne(() => setLaneRate(server.db, 'email', 0))
    await expect.poll(() => delivered.length).toBe(40)
    await dispatcher.stop()
  })
})

describe('several servers on one database', () => {
  test('deliver each message once', async () => {
    const count = 200
    const seen: unknown[] = []
    const deliver: Deliver = async (_due, content) => {
      seen.push(content)
      return SENT
    }
    await server.db.transaction(async (tx) => {
      for (let number = 0; number < count; number++)
        await server.outbox.enqueue(tx, { kind: 'message', lane: `email:${number % 3}`, content: number })
    })
    await Promise.all([round(deliver), round(deliver), round(deliver)])
    expect(new Set(seen).size).toBe(count)
    expect(seen).toHaveLength(count)
    expect((await rows()).every(({ state, attempts }) => state === 'done' && attempts === 1)).toBe(true)
  })

  test('leave a message to the server that sends it, and claim it after its lease has expired', async () => {
    const { deliver, delivered } = aGateway()
    const sending = Promise.withResolvers<void>()
    const dying = aDispatcher(() => {
      sending.resolve()
      return new Promise(() => undefined)
    })
    await enqueue()
    dying.wake()
    await sending.promise

    await round(deliver)
    expect(delivered).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'ready', attempts: 1, waits: 60 }])
    await server.db.execute(sql`update outbox set run_at = run_at - interval '61 seconds'`)
    await round(deliver)
    expect(delivered).toEqual([CODE])
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 2 }])
  })
})

describe('a server that comes back after its lease', () => {
  const LATE: [string, () => Outcome][] = [
    ['a failure', () => refused('no answer')],
    ['a success', () => SENT],
  ]
  test.each(LATE)('does not overwrite the result recorded by another server: %s', async (_what, late) => {
    const answered = Promise.withResolvers<Outcome>()
    const abandoned: unknown[] = []
    const changes: Partial<Handler> = {
      retrySeconds: [],
      abandon: async (_tx, { attempts }) => void abandoned.push(attempts),
      note: ({ attempts }) => [
        sql`insert into inbox (id, channel, "to", subject, text, html)
          select gen_random_uuid(), 'email', ${`try ${attempts}`}, '', '', '' where ${IS_NOTED}`,
      ],
    }
    // A kind without extra SQL: the statement is prepared once for each kind.
    await enqueue(CODE, { kind: 'webhook' })
    const slow = aDispatcher(() => answered.promise, server.keys.seal, changes)
    slow.wake()
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
    await server.db.execute(sql`update outbox set run_at = run_at - interval '61 seconds'`)
    await round(async () => refused('550 unknown', { isFinal: true }), changes)
    const noted = await rows()
    expect(noted).toMatchObject([{ state: 'dead', attempts: 2, lastError: '550 unknown' }])
    answered.resolve(late())
    await slow.stop()
    expect(await rows()).toEqual(noted)
    expect(await attempts()).toEqual([{ number: 2, isSuccess: false, answer: '550 unknown' }])
    expect(abandoned).toEqual([2])
    expect((await server.db.execute(sql`select "to" from inbox`)).rows).toEqual([{ to: 'try 2' }])
  })
})

test('a row written while a server claims is not missed', async () => {
  const { deliver, delivered } = aGateway()
  const dispatcher = aDispatcher(deliver)
  const write = async (content: number) => {
    await enqueue(content)
    dispatcher.wake()
  }
  // Nothing else wakes the dispatcher: it was not started.
  for (let round = 1; round <= 20; round++) {
    await Promise.all(Array.from({ length: 5 }, (_, number) => write(number)))
    await expect.poll(() => delivered.length, { interval: 2 }).toBe(round * 5)
  }
  await dispatcher.stop()
})

test('a server that stops finishes its attempts in progress and starts no more', async () => {
  const sending = Promise.withResolvers<void>()
  const accepted = Promise.withResolvers<void>()
  const dispatcher = aDispatcher(async () => {
    sending.resolve()
    await accepted.promise
    return SENT
  })
  await enqueue()
  dispatcher.wake()
  await sending.promise
  const stopped = dispatcher.stop()
  await enqueue('later')
  dispatcher.wake()
  accepted.resolve()
  await stopped
  expect(await rows()).toMatchObject([{ state: 'done' }, { state: 'ready', attempts: 0 }])
})

test.each([
  ['refuses', () => Promise.reject(new Error('refused'))],
  ['hangs', () => new Promise<string>(() => undefined)],
])('a sign-in does not wait for a mail server that %s (requirement M4)', async (_what, own) => {
  const behind = await startTestServer({ deliver: () => own })
  const { email } = await aPerson(behind)
  expect(await behind.visitor().call(login, { email, password: PASSWORD })).toMatchObject({
    status: 200,
    data: { next: 'otp' },
  })
  await behind.db.pool.end()
})

test('rows are sent without wake(), however many are due at once', async () => {
  const { delivered, deliver } = aGateway()
  const dispatcher = aDispatcher(deliver)
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  await Promise.all(
    numbers.map((content) =>
      server.db.batch(async (tx) => dispatcher.send(tx, { kind: 'message', lane: 'email', content })),
    ),
  )
  await expect.poll(() => delivered.length).toBe(numbers.length)
  await dispatcher.stop()
  expect(delivered.toSorted()).toEqual(numbers.toSorted())
})

test('uncommitted rows are not sent', async () => {
  const { delivered, deliver } = aGateway()
  const dispatcher = aDispatcher(deliver)
  const failing = server.db.batch((tx) => {
    dispatcher.send(tx, { kind: 'message', lane: 'email', content: CODE })
    return tx.execute(sql`select 1 / 0`)
  })
  await expect(failing).rejects.toThrow('division by zero')
  await dispatcher.stop()
  expect(delivered).toEqual([])
  const { rows } = await server.db.execute(sql`select from outbox`)
  expect(rows).toEqual([])
})
