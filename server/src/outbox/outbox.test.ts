import { randomBytes } from 'node:crypto'
import { login, requestLogInOtp, signUp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD } from '../../test/builders.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { deriveKeys } from '../crypto/keys.ts'
import { makeTellLogout } from '../oidc/logout-tokens.ts'
import { type Deliver, type Email, makeOutbox, type Outbox } from './outbox.ts'
import { partnerPortal } from './partner-portal.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.db.execute(sql`truncate outbox, inbox`))
afterAll(() => server.close())

const anEmail = (changes: Partial<Email> = {}): Email => ({
  to: 'asha@example.com',
  subject: 'Your code',
  text: 'Use 482913',
  html: '<p>482913</p>',
  notAfter: null,
  ...changes,
})

/** A server's dispatcher on the common database. */
const aDispatcher = (deliver: Deliver, sealKey = server.keys.seal): Outbox =>
  makeOutbox({
    ...{ db: server.db, log: server.log, sealKey, deliver },
    callPartner: partnerPortal(server.config),
    tellLogout: makeTellLogout(server),
  })

/** Notes what is delivered; `fails` decides whether it is. */
function aMailServer(fails: (email: Email) => string | null = () => null) {
  const delivered: Email[] = []
  const deliver: Deliver = async (email) => {
    const reason = fails(email)
    if (reason !== null) throw new Error(reason)
    delivered.push(email)
  }
  return { delivered, deliver }
}

const enqueue = (email = anEmail()) => server.db.transaction((tx) => server.outbox.enqueue(tx, email))

/** One round of a server that looks for what is due. */
async function round(deliver: Deliver, sealKey = server.keys.seal) {
  const dispatcher = aDispatcher(deliver, sealKey)
  dispatcher.wake()
  await dispatcher.stop()
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
    select state, attempts, last_error as "lastError", payload, round(extract(epoch from run_at - now()))::int as waits, settled_at is not null as settled
    from outbox order by id`)
  return rows
}

const makeDue = () => server.db.execute(sql`update outbox set run_at = now()`)

describe('a message', () => {
  test('goes out after the commit of its cause, once', async () => {
    const { deliver, delivered } = aMailServer()
    await enqueue()
    for (let times = 0; times < 3; times++) await round(deliver)
    expect(delivered).toEqual([anEmail()])
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 1, lastError: null, payload: null, settled: true }])
  })

  test('is not seen before the commit, and never written when its cause is rolled back', async () => {
    const { deliver, delivered } = aMailServer()
    const cause = server.db.transaction(async (tx) => {
      await server.outbox.enqueue(tx, anEmail())
      await server.outbox.enqueueClaimed(tx, anEmail())
      await round(deliver)
      throw new Error('the cause failed')
    })
    await expect(cause).rejects.toThrow('the cause failed')
    await round(deliver)
    expect(delivered).toEqual([])
    expect(await rows()).toEqual([])
  })

  test('of a sign-up that fails is not written', async () => {
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

  test('cannot be read in the table, and is gone from there once it is out', async () => {
    await enqueue()
    const [waiting] = await rows()
    const stored = waiting?.payload as Buffer
    for (const readable of ['482913', 'asha', 'example.com', 'Your code', 'subject'])
      expect(stored.includes(readable)).toBe(false)
    await round(aMailServer().deliver)
    expect(
      (await server.db.execute<{ left: string }>(sql`select outbox::text as left from outbox`)).rows[0]?.left,
    ).not.toMatch(/482913|asha/)
    expect(await rows()).toMatchObject([{ payload: null }])
  })

  test('is of no use to another installation, or in the place of another message', async () => {
    const { deliver, delivered } = aMailServer()
    await enqueue()
    await round(deliver, deriveKeys(randomBytes(32)).seal)
    expect(await rows()).toMatchObject([{ state: 'ready', attempts: 1 }])

    await enqueue(anEmail({ to: 'ravi@example.com' }))
    await server.db.execute(sql`update outbox o set payload = p.payload from outbox p where p.id <> o.id`)
    await makeDue()
    await round(deliver)
    expect(delivered).toEqual([])
  })

  test('with a code that has expired is not sent any more', async () => {
    const { deliver, delivered } = aMailServer()
    await enqueue(anEmail({ notAfter: Date.now() - 1 }))
    await enqueue(anEmail({ notAfter: Date.now() + 60_000, subject: 'In time' }))
    await round(deliver)
    expect(delivered.map(({ subject }) => subject)).toEqual(['In time'])
    expect(await rows()).toMatchObject([
      { state: 'dead', lastError: 'no longer of use', payload: null, settled: true },
      { state: 'done', lastError: null },
    ])
  })

  test('to nobody is settled without being sent', async () => {
    const { deliver, delivered } = aMailServer()
    await enqueue(anEmail({ to: '' }))
    await round(deliver)
    expect(delivered).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'done', payload: null }])
  })
})

describe('a message that is refused', () => {
  test('is tried again after longer and longer waits, then given up with the reason', async () => {
    const { deliver } = aMailServer(() => '451 try later')
    await enqueue()
    for (const [index, waits] of [5, 30, 120, 600, 1800, 7200].entries()) {
      await makeDue()
      await round(deliver)
      expect(await rows()).toMatchObject([
        { state: 'ready', attempts: index + 1, waits, lastError: '451 try later', settled: false },
      ])
    }
    await makeDue()
    await round(deliver)
    expect(await rows()).toMatchObject([
      { state: 'dead', attempts: 7, lastError: '451 try later', payload: null, settled: true },
    ])
    await makeDue()
    await round(deliver)
    expect(await rows()).toMatchObject([{ attempts: 7 }])
  })

  test('is not tried before its time', async () => {
    const { deliver, delivered } = aMailServer()
    await enqueue()
    await round(aMailServer(() => 'down').deliver)
    await round(deliver)
    expect(delivered).toEqual([])
  })

  test('goes out when the mail server is back, and not twice', async () => {
    const { deliver, delivered } = aMailServer()
    await enqueue()
    await round(aMailServer(() => 'down').deliver)
    await makeDue()
    await round(deliver)
    await makeDue()
    await round(deliver)
    expect(delivered).toEqual([anEmail()])
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 2, lastError: null, payload: null }])
  })

  test('does not hold up the others', async () => {
    const { deliver, delivered } = aMailServer(({ to }) => (to.startsWith('bad') ? 'unknown' : null))
    for (let number = 0; number < 30; number++)
      await enqueue(anEmail({ to: `${number % 2 ? 'bad' : 'good'}${number}@example.com` }))
    await round(deliver)
    await round(deliver)
    expect(delivered).toHaveLength(15)
    expect((await rows()).filter(({ state }) => state === 'ready')).toHaveLength(15)
  })
})

describe('several servers on one database', () => {
  test('deliver each message once', async () => {
    const count = 90
    const seen: string[] = []
    const everything = Promise.withResolvers<void>()
    const deliver: Deliver = async ({ to }) => {
      seen.push(to)
      if (seen.length === count) everything.resolve()
    }
    await server.db.transaction(async (tx) => {
      for (let number = 0; number < count; number++)
        await server.outbox.enqueue(tx, anEmail({ to: `person${number}@example.com` }))
    })
    const dispatchers = [aDispatcher(deliver), aDispatcher(deliver), aDispatcher(deliver)]
    for (const dispatcher of dispatchers) for (let times = 0; times < 3; times++) dispatcher.wake()
    await everything.promise
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
    await round(deliver)
    expect(new Set(seen).size).toBe(count)
    expect(seen).toHaveLength(count)
    expect((await rows()).every(({ state, attempts }) => state === 'done' && attempts === 1)).toBe(true)
  })

  test('leave a message alone while one of them sends it, and take it over when that one has died', async () => {
    const { deliver, delivered } = aMailServer()
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
    expect(delivered).toEqual([anEmail()])
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 2 }])
  })

  test('take over what a server wrote for itself and did not live to send', async () => {
    const { deliver, delivered } = aMailServer()
    await server.db.transaction((tx) =>
      aDispatcher(() => Promise.reject(new Error('never called'))).enqueueClaimed(tx, anEmail()),
    )
    await round(deliver)
    expect(delivered).toEqual([])
    await server.db.execute(sql`update outbox set run_at = run_at - interval '61 seconds'`)
    await round(deliver)
    expect(delivered).toEqual([anEmail()])
  })
})

test('a server that stops finishes what it is sending and begins nothing more', async () => {
  const sending = Promise.withResolvers<void>()
  const accepted = Promise.withResolvers<void>()
  const dispatcher = aDispatcher(async () => {
    sending.resolve()
    await accepted.promise
  })
  await enqueue()
  dispatcher.wake()
  await sending.promise
  const stopped = dispatcher.stop()
  await enqueue(anEmail({ to: 'later@example.com' }))
  dispatcher.wake()
  accepted.resolve()
  await stopped
  expect(await rows()).toMatchObject([{ state: 'done' }, { state: 'ready', attempts: 0 }])
})

describe('whoever waits for the first try', () => {
  const now = async (deliver: Deliver, waitMs: number) => {
    const deliverNow = await server.db.transaction((tx) => aDispatcher(deliver).enqueueClaimed(tx, anEmail()))
    return deliverNow(waitMs)
  }

  test('hears that it is out', async () => {
    expect(await now(aMailServer().deliver, 1000)).toBe('sent')
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 1, payload: null }])
  })

  test('hears that it was refused; it is tried again all the same', async () => {
    expect(await now(aMailServer(() => 'refused').deliver, 1000)).toBe('failed')
    expect(await rows()).toMatchObject([{ state: 'ready', attempts: 1, waits: 5 }])
  })

  test('is not kept waiting by a slow mail server', async () => {
    expect(await now(() => new Promise(() => undefined), 1)).toBe('pending')
  })
})

describe('signing in', () => {
  test('says at once that the code could not be sent', async () => {
    const behind = await startTestServer({ deliver: () => () => Promise.reject(new Error('refused')) })
    const { email } = await aPerson(behind)
    const answer = await behind.visitor().call(login, { email, password: PASSWORD })
    expect(answer).toMatchObject({ status: 503, msg: 'We could not send the code. Try again in a moment.', data: null })
    // Asking for a code alone answers alike for everyone, whatever becomes of the message.
    expect((await behind.visitor().call(requestLogInOtp, { email })).status).toBe(200)
    await behind.close()
  })

  test('does not wait for a mail server that hangs', async () => {
    const hanging = Promise.withResolvers<void>()
    const behind = await startTestServer({ deliver: () => () => hanging.promise })
    const { email } = await aPerson(behind)
    expect(await behind.visitor().call(login, { email, password: PASSWORD })).toMatchObject({
      status: 200,
      data: { next: 'otp' },
    })
    hanging.resolve()
    await behind.close()
  })
})
