import { getApplicationDetails } from '@gatehouse/contract/lookup.ts'
import {
  consumeLogInOtpEmail,
  consumeRequestRequestPassword,
  login,
  requestLogInOtp,
  requestRequestPassword,
  resendEmailOtp,
  signUp,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../test/builders.ts'
import { startTestServer, type TestServer, useTestServer, type Visitor } from '../../test/server.ts'
import { solve, workAsked } from '../../test/work.ts'

const WRONG = 'Wrong#Password1'
const SLOW_DOWN = { status: 429, code: 429, msg: 'Too many attempts. Wait a little and try again.' }

const server = useTestServer()
let production: TestServer
beforeAll(async () => {
  production = await startTestServer({ config: { mode: 'production' } })
})
afterAll(async () => {
  await production.close()
})

const aBrowser = (ip = anAddress()) => server.visitor({ ip })

async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results = []
  for (let index = 0; index < count; index++) results.push(await work(index))
  return results
}

const guess = (visitor: Visitor, email: string) => visitor.call(login, { email, password: WRONG })
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)
const waitIsOver = () => server.db.execute(sql`update throttles set blocked_until = now() - interval '1 second'`)
/** Keeps a limit closed for longer than a test takes: a second is over soon. */
const stayClosed = () =>
  server.db.execute(sql`update throttles set blocked_until = now() + interval '1 hour' where blocked_until is not null`)

/** Expects that one more wrong guess closes the limit for so long, however long the guess itself takes. */
async function expectToClose(visitor: Visitor, email: string, seconds: number) {
  const { rows: before } = await server.db.execute<{ at: string }>(sql`select clock_timestamp()::text as at`)
  expect(await guess(visitor, email)).toMatchObject({ status: 401 })
  const { rows } = await server.db.execute<{ least: number; most: number }>(sql`
    select extract(epoch from blocked_until - clock_timestamp())::float as least,
      extract(epoch from blocked_until - ${before[0]?.at}::timestamptz)::float as most
    from throttles where bucket = 'password-pair'`)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.least).toBeLessThanOrEqual(seconds)
  expect(rows[0]?.most).toBeGreaterThanOrEqual(seconds)
}

describe('a caller who guesses at one account from one address', () => {
  beforeEach(() => server.db.execute(sql`truncate throttles`))

  test('waits after five wrong passwords, twice as long each time, and gets the waiting time', async () => {
    const { email } = await aPerson(server)
    const visitor = aBrowser()
    expect(statusesOf(await times(4, () => guess(visitor, email)))).toEqual([401, 401, 401, 401])
    for (const seconds of [1, 2, 4, 8]) {
      await expectToClose(visitor, email, seconds)
      await stayClosed()
      const refused = await guess(visitor, email)
      const wait = Number(refused.headers['retry-after'])
      expect(refused).toMatchObject({ ...SLOW_DOWN, data: { retryAfterSeconds: wait } })
      expect(wait).toBeGreaterThan(3500)
      expect(wait).toBeLessThanOrEqual(3600)
      await waitIsOver()
    }
  })

  test('gets the same answers for an account that does not exist (T061)', async () => {
    const { email } = await aPerson(server)
    const sequence = async (identifier: string) => {
      const visitor = aBrowser()
      const answers = await times(5, () => guess(visitor, identifier))
      await stayClosed()
      answers.push(...(await times(2, () => guess(visitor, identifier))))
      // Compared by the minute: the two sequences do not run at the same moment.
      const minutes = (data: unknown) => {
        const { retryAfterSeconds, ...rest } = { retryAfterSeconds: 0, ...(data as object) }
        return { ...rest, minutes: Math.ceil(retryAfterSeconds / 60) }
      }
      return answers.map(({ status, msg, data }) => ({ status, msg, data: minutes(data) }))
    }
    expect(await sequence('nobody@example.com')).toEqual(await sequence(email))
  })

  test('waits at most a quarter of an hour', async () => {
    const { email } = await aPerson(server)
    const visitor = aBrowser()
    await times(5, () => guess(visitor, email))
    await server.db.execute(sql`update throttles set count = 18, blocked_until = null where bucket = 'password-pair'`)
    await expectToClose(visitor, email, 900)
  })

  test('is refused even with the right password until the wait is over', async () => {
    const { email } = await aPerson(server)
    const visitor = aBrowser()
    await times(5, () => guess(visitor, email))
    await stayClosed()
    expect(await visitor.call(login, { email, password: PASSWORD })).toMatchObject(SLOW_DOWN)
    expect(await server.inbox(email)).toEqual([])
    await waitIsOver()
    expect(await visitor.call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
  })

  test('starts from zero after the right password', async () => {
    const { email } = await aPerson(server)
    const visitor = aBrowser()
    await times(4, () => guess(visitor, email))
    expect(await visitor.call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
    expect(statusesOf(await times(5, () => guess(visitor, email)))).toEqual([401, 401, 401, 401, 401])
  })

  test('gains nothing from twenty guesses at the same moment', async () => {
    const { email } = await aPerson(server)
    const ip = anAddress()
    const visitor = aBrowser(ip)
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(visitor, email)))
    const { rows } = await server.db.execute<{ count: number }>(sql`
      select count(*)::int as count from audit_events where event = 'signin.failed' and ip = ${ip}`)
    expect(rows[0]?.count).toBe(answers.filter(({ status }) => status === 401).length)
    expect(rows[0]?.count).toBeLessThanOrEqual(8)
  })

  test('does not lock others out by retrying while refused', async () => {
    const { email } = await aPerson(server)
    const visitor = aBrowser()
    await times(5, () => guess(visitor, email))
    await times(25, () => guess(visitor, email))
    expect(await aBrowser().call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
  })
})

describe('a caller who guesses at one account from many addresses', () => {
  const guessFromEverywhere = (email: string) => times(20, () => guess(aBrowser(), email))

  test('locks strangers out, but not the owner in a known browser (T073)', async () => {
    const { email } = await aPerson(server)
    const owner = aBrowser()
    await signIn(server, owner, email)
    expect(new Set(statusesOf(await guessFromEverywhere(email)))).toEqual(new Set([401]))
    expect(await aBrowser().call(login, { email, password: PASSWORD })).toMatchObject(SLOW_DOWN)
    expect(await owner.call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
  })

  test('gains nothing from a browser known for another person', async () => {
    const { email } = await aPerson(server)
    const attacker = aBrowser()
    await signIn(server, attacker, (await aPerson(server)).email)
    await guessFromEverywhere(email)
    expect(await guess(attacker, email)).toMatchObject(SLOW_DOWN)
  })

  test('cannot guess more than ten times in the owner’s browser', async () => {
    const { email } = await aPerson(server)
    const owner = aBrowser()
    await signIn(server, owner, email)
    expect(new Set(statusesOf(await times(10, () => guess(owner, email))))).toEqual(new Set([401]))
    await stayClosed()
    expect(await guess(owner, email)).toMatchObject(SLOW_DOWN)
  })

  const choosePassword = async (email: string) => {
    await aBrowser().call(requestRequestPassword, { email })
    const uuid = await server.resetLinkFor(email)
    const newPassword = 'Heron#Meadow58*Oar'
    expect(await aBrowser().call(consumeRequestRequestPassword, { uuid, newPassword })).toMatchObject({ status: 200 })
    return newPassword
  }

  test('waits after twenty within an hour, and a reset link unlocks the account (T073)', async () => {
    const { email } = await aPerson(server)
    await guessFromEverywhere(email)
    expect(await aBrowser().call(login, { email, password: PASSWORD })).toMatchObject(SLOW_DOWN)
    const password = await choosePassword(email)
    expect(await aBrowser().call(login, { email, password })).toMatchObject({ status: 200 })
  })

  test('is refused after a hundred at any speed, until a reset link unlocks the account (T076)', async () => {
    const { email } = await aPerson(server)
    const owner = aBrowser()
    await signIn(server, owner, email)
    await guess(aBrowser(), email)
    await server.db.execute(sql`update throttles set count = 99 where bucket = 'password-account'`)
    await guess(aBrowser(), email)
    // The same answer as for an account that does not exist, so that nothing reveals this one.
    expect(await aBrowser().call(login, { email, password: PASSWORD })).toMatchObject({ status: 401 })
    expect(await owner.call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
    const password = await choosePassword(email)
    expect(await aBrowser().call(login, { email, password })).toMatchObject({ status: 200 })
  })
})

describe('callers who guess at many accounts from many addresses, in production', () => {
  const guessAnywhere = (n: number) => guess(production.visitor({ ip: anAddress() }), `target${n}@example.com`)
  const rows = async () =>
    (await production.db.execute(sql`select 1 from throttles where bucket like 'password-%'`)).rows
  const alarms = async () => {
    const found = await production.db.execute(sql`
      select ip, subject_id as subject, detail from audit_events where event = 'signin.flooded'`)
    return found.rows
  }

  test('make all strangers wait for the rest of a minute, but not the owner of a known browser', async () => {
    await production.db.execute(sql`truncate throttles`)
    const { email } = await aPerson(production)
    const [owner, begun] = [production.visitor({ ip: anAddress() }), production.visitor({ ip: anAddress() })]
    await signIn(production, owner, email)
    expect(await begun.call(login, { email: (await aPerson(production)).email, password: PASSWORD })).toMatchObject({
      status: 200,
    })
    expect((await guessAnywhere(0)).status).toBe(401)
    await production.db.execute(sql`update throttles set count = 597 where bucket = 'sign-in-failures'`)
    // A wrong password in a known browser does not count.
    expect((await guess(owner, email)).status).toBe(401)
    expect(await alarms()).toEqual([])
    expect(statusesOf(await times(3, guessAnywhere))).toEqual([401, 401, 401])
    await production.db.execute(sql`
      update throttles set blocked_until = now() + interval '100 seconds' where bucket = 'sign-in-failures'`)

    const before = (await rows()).length
    const refused = await Promise.all(Array.from({ length: 50 }, (_, n) => guessAnywhere(n + 10)))
    expect(new Set(statusesOf(refused))).toEqual(new Set([429]))
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    // Nothing is stored for them, and one line says it.
    expect((await rows()).length).toBe(before)
    expect(await alarms()).toEqual([{ ip: null, subject: null, detail: { limit: 'sign-in-failures' } }])
    const stranger = production.visitor({ ip: anAddress() })
    expect(await stranger.call(login, { email, password: PASSWORD })).toMatchObject(SLOW_DOWN)
    expect(await stranger.call(consumeLogInOtpEmail, { email, otp: '123456' })).toMatchObject(SLOW_DOWN)

    await signIn(production, owner, email)
    // The right password was given before: a wrong code is refused as one.
    expect((await begun.call(consumeLogInOtpEmail, { otp: '000000' })).status).not.toBe(429)
    await production.db.execute(sql`
      update throttles set blocked_until = now() - interval '1 second', window_ends_at = now() - interval '1 second'
      where bucket = 'sign-in-failures'`)
    expect((await guessAnywhere(99)).status).toBe(401)
    await signIn(production, production.visitor({ ip: anAddress() }), email)
  })
})

describe('one address, in production', () => {
  type Limited = [what: string, limit: number, call: (visitor: Visitor, index: number) => Promise<{ status: number }>]
  const CALLS: Limited[] = [
    ['wrong passwords in ten minutes (T075)', 50, (visitor, n) => guess(visitor, `nobody${n}@example.com`)],
    [
      'wrong codes in a minute',
      10,
      (visitor, n) => visitor.call(consumeLogInOtpEmail, { email: `nobody${n}@example.com`, otp: '123456' }),
    ],
    ['registrations in an hour (T063)', 20, (visitor, n) => visitor.call(signUp, aForm(n))],
    [
      'reset links in an hour',
      20,
      async (visitor, n) => {
        const email = `nobody${n}@example.com`
        const answer = await visitor.call(requestRequestPassword, { email })
        // Most of these need a proof of work by now.
        if (answer.status !== 428) return answer
        return visitor.call(requestRequestPassword, { email, work: solve(workAsked(answer)) })
      },
    ],
    [
      'new verification codes in an hour',
      60,
      (visitor, n) => visitor.call(resendEmailOtp, { email: `nobody${n}@example.com` }),
    ],
    [
      'sign-ins by code in an hour',
      60,
      (visitor, n) => visitor.call(requestLogInOtp, { email: `nobody${n}@example.com` }),
    ],
    ['look-ups in a minute', 30, (visitor, n) => visitor.call(getApplicationDetails, { name: `Nothing ${n}` })],
  ]
  let forms = 0
  const aForm = (n: number) => {
    const phoneNumber = `8${String(++forms).padStart(9, '0')}`
    return {
      firstName: 'Devi',
      lastName: 'Pillai',
      email: `devi${n}-${forms}@example.com`,
      phoneNumber,
      password: PASSWORD,
    }
  }

  test.each(CALLS)('is limited for %s: %i', async (_what, limit, call) => {
    const visitor = production.visitor({ ip: anAddress() })
    const answers = await times(limit, (index) => call(visitor, index))
    expect(statusesOf(answers)).not.toContain(429)
    expect(await call(visitor, limit)).toMatchObject(SLOW_DOWN)
    expect((await call(production.visitor({ ip: anAddress() }), limit)).status).not.toBe(429)
  })

  test('stores nothing for refused registrations', async () => {
    const visitor = production.visitor({ ip: anAddress() })
    await times(20, (index) => visitor.call(signUp, aForm(index)))
    const count = async () => (await production.db.execute(sql`select 1 from sign_ups`)).rows.length
    const before = await count()
    expect(await visitor.call(signUp, aForm(6))).toMatchObject(SLOW_DOWN)
    expect(await count()).toBe(before)
  })

  test('gets three reset links in an hour, over all endpoints', async () => {
    const { email } = await aPerson(production)
    const ask = () => production.visitor({ ip: anAddress() }).call(requestRequestPassword, { email })
    expect(statusesOf(await times(4, ask))).toEqual([200, 200, 200, 429])
    expect(await production.inbox(email)).toHaveLength(3)
  })

  const lookUp = (ip: string, headers: Record<string, string> = {}, at = production) =>
    at.visitor({ ip, headers }).call(getApplicationDetails, { name: 'Nothing' })

  test('includes all addresses of one IPv6 /64 (T072)', async () => {
    await times(30, (index) => lookUp(`2001:db8:0:7::${index.toString(16)}`))
    for (const ip of ['2001:db8:0:7:ffff:ffff:ffff:ffff', '2001:0DB8:0000:0007:0000:0000:0000:0001']) {
      expect(await lookUp(ip)).toMatchObject(SLOW_DOWN)
    }
    expect(await lookUp('2001:db8:0:8::1')).toMatchObject({ status: 200 })
  })

  test('is the same as IPv4 and as IPv6 (T072)', async () => {
    const ip = anAddress()
    await times(30, (index) => lookUp(index % 2 === 0 ? ip : `::ffff:${ip}`))
    expect(await lookUp(ip)).toMatchObject(SLOW_DOWN)
    expect(await lookUp(`::ffff:${ip}`)).toMatchObject(SLOW_DOWN)
  })

  test('is the same in every spelling that a known proxy may use (T072)', async () => {
    const ip = anAddress()
    const proxied = await startTestServer({ config: { mode: 'production', trustProxy: [`${ip}/32`] } })
    const spellings = [
      '2001:db8:0:9::1',
      '2001:DB8:0:9::1',
      '2001:0db8:0000:0009:0000:0000:0000:0001',
      '2001:db8:0:9:0:0:0:1',
      '2001:db8::9:0:0:0:1',
      '2001:db8:0:9::0.0.0.1',
      '2001:db8:0:9:ffff::',
    ]
    await times(30, (index) => lookUp(ip, { 'x-forwarded-for': spellings[index % 7] as string }, proxied))
    for (const spelling of spellings)
      expect(await lookUp(ip, { 'x-forwarded-for': spelling }, proxied)).toMatchObject(SLOW_DOWN)
    await proxied.close()
  })

  test('is not taken from X-Forwarded-For, unless a known proxy sends it (T071)', async () => {
    const ip = anAddress()
    const behind = (client: string) => ({ 'x-forwarded-for': client })
    await times(30, () => lookUp(ip, behind(anAddress())))
    expect(await lookUp(ip, behind(anAddress()))).toMatchObject(SLOW_DOWN)

    const proxied = await startTestServer({ config: { mode: 'production', trustProxy: [`${ip}/32`] } })
    const client = anAddress()
    await times(30, () => lookUp(ip, behind(`${anAddress()}, ${client}`), proxied))
    expect(await lookUp(ip, behind(client), proxied)).toMatchObject(SLOW_DOWN)
    expect(await lookUp(ip, behind(anAddress()), proxied)).toMatchObject({ status: 200 })
    await proxied.close()
  })
})
