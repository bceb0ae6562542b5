import { availableParallelism } from 'node:os'
import { getApplicationDetails } from '@gatehouse/contract/lookup.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import * as signin from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAddress, anotherCode, aPerson, openSessionFor, PASSWORD, signIn } from '../../test/builders.ts'
import { whileInsertsFail } from '../../test/failing.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { hashPassword } from '../identity/passwords.ts'
import { attemptKey } from './count-attempt.ts'

const { login, consumeLogInOtpEmail, requestLogInOtp, resendLogInOtp } = signin
const WRONG = 'Wrong#Password1'

const server = useTestServer({ config: { mode: 'production' } })
beforeEach(() => server.db.execute(sql`truncate throttles`))

const aBrowser = (ip = anAddress()) => server.visitor({ ip })
const enter = (visitor: Visitor, email: string) => visitor.call(login, { email, password: PASSWORD })

async function statusesOf(count: number, work: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses = []
  for (let index = 0; index < count; index++) statuses.push((await work(index)).status)
  return statuses
}

/** More than an address may have in the queue. */
const QUEUED = 100 + availableParallelism()

/** While other work of an address keeps its part of the queue full, however fast this machine hashes. */
async function withFullQueue<Result>(ip: string, work: () => Promise<Result>): Promise<Result> {
  let isOver = false
  const lane = async () => {
    while (!isOver)
      await hashPassword(server.keys, WRONG, { id: ip, isKnown: false }).catch(() => new Promise(setImmediate))
  }
  const lanes = Array.from({ length: QUEUED }, lane)
  try {
    return await work()
  } finally {
    isOver = true
    await Promise.all(lanes)
  }
}

const letAMinutePass = () => server.db.execute(sql`update challenges set code_sent_at = now() - interval '61 seconds'`)

async function linesOf(subjectId: string, event: string) {
  const { rows } = await server.db.execute<{ ip: string; detail: object }>(sql`
    select ip, detail from audit_events where subject_id = ${subjectId} and event = ${event} order by number`)
  return rows
}

describe('an office behind one address', () => {
  test.each(['unknown', 'known'])('signs in sixty people at one moment, in browsers that are %s', async (browsers) => {
    const ip = anAddress()
    const people = []
    for (let count = 0; count < 60; count++) {
      const { id, email } = await aPerson(server)
      const browser = aBrowser(ip)
      if (browsers === 'known') await openSessionFor(server, browser, id, ip)
      people.push({ email, browser })
    }
    const wrong = await statusesOf(20, (n) =>
      aBrowser(ip).call(login, { email: `no${n}@example.com`, password: WRONG }),
    )
    expect(wrong).toEqual(Array(20).fill(401))
    const answers = await Promise.all(people.map(({ email, browser }) => enter(browser, email)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('with a guesser who fills the queue of passwords costs no other person their turn', async () => {
    const ip = anAddress()
    const { email } = await aPerson(server)
    const owner = aBrowser(ip)
    await signIn(server, owner, email)
    const guess = async () => (await aBrowser(ip).call(login, { email, password: WRONG })).status
    await withFullQueue(ip, async () => {
      // The queue is bounded: callers beyond the bound are refused at once.
      await expect.poll(guess).toBe(503)
      expect(await enter(owner, email)).toMatchObject({ status: 200 })
      await expect.poll(guess).toBe(503)
    })
    expect(await guess()).toBe(401)
  })

  test('admits a person who has signed in there before, while others guess', async () => {
    const ip = anAddress()
    const { email } = await aPerson(server)
    const owner = aBrowser(ip)
    await signIn(server, owner, email)
    const guesses = await statusesOf(52, (n) =>
      aBrowser(ip).call(login, { email: `no${n}@example.com`, password: WRONG }),
    )
    expect(guesses.at(-1)).toBe(429)
    expect(await enter(aBrowser(ip), email)).toMatchObject({ status: 429 })
    await signIn(server, owner, email)
  })
})

test('an answer that the server is busy does not count as a wrong password', async () => {
  const ip = anAddress()
  const emails = Array.from({ length: 20 }, (_, n) => `flood${n}@example.com`)
  const answers = await withFullQueue(ip, () =>
    Promise.all(emails.map((email) => aBrowser(ip).call(login, { email, password: WRONG }))),
  )
  const busy = emails.filter((_, index) => answers[index]?.status === 503)
  expect(busy.length).toBeGreaterThan(0)
  const keys = busy.map((of) => attemptKey(server.keys, { bucket: 'password-typed', of }))
  const { rows } = await server.db.execute(sql`select distinct count from throttles where key = any(${keys}::bytea[])`)
  expect(rows).toEqual([{ count: 0 }])
})

test('an attempt is counted even if the request fails afterwards (T074)', async () => {
  const { email } = await aPerson(server)
  const visitor = aBrowser()
  // The audit line of a wrong password, and the code of a right one, cannot be stored.
  const statuses = await whileInsertsFail(server, ['audit_events', 'challenges'], () =>
    statusesOf(2, (index) => visitor.call(login, { email, password: index === 0 ? WRONG : PASSWORD })),
  )
  expect(statuses).toEqual([500, 500])
  const { rows } = await server.db.execute<{ count: number }>(sql`
    select count from throttles where bucket = 'password-pair'`)
  expect(rows).toEqual([{ count: 2 }])
})

describe('codes sent for one account', () => {
  test('are limited to five in an hour, over all endpoints', async () => {
    const { email, id } = await aPerson(server, { codeOnly: true })
    const [first, second] = [aBrowser(), aBrowser()]
    await enter(first, email)
    await letAMinutePass()
    await first.call(resendLogInOtp)
    await second.call(requestLogInOtp, { email })
    await letAMinutePass()
    await second.call(resendLogInOtp)
    expect(await enter(aBrowser(), email)).toMatchObject({ status: 200 })
    expect(await server.inbox(email)).toHaveLength(5)

    expect(await enter(aBrowser(), email)).toMatchObject({ status: 429 })
    await letAMinutePass()
    expect(await first.call(resendLogInOtp)).toMatchObject({ status: 429 })
    // A caller without a password may be a stranger: the answer reveals nothing about the account.
    expect(await aBrowser().call(requestLogInOtp, { email })).toMatchObject({ status: 200 })
    expect(await second.call(resendLogInOtp)).toMatchObject({ status: 200 })
    expect(await server.inbox(email)).toHaveLength(5)
    expect(await linesOf(id, 'signin.throttled')).toMatchObject([{ detail: { limit: 'codes-account' } }])
  })

  test('are counted separately for a known browser, which strangers cannot lock out', async () => {
    const { email } = await aPerson(server, { codeOnly: true })
    const owner = aBrowser()
    await signIn(server, owner, email)
    await statusesOf(8, () => aBrowser().call(requestLogInOtp, { email }))
    const before = (await server.inbox(email)).length
    expect(await owner.call(requestLogInOtp, { email })).toMatchObject({ status: 200 })
    expect(await server.inbox(email)).toHaveLength(before + 1)
    const input = { email, otp: await server.codeFor(email) }
    expect(await owner.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })

  test('still count after a right password', async () => {
    const { email } = await aPerson(server)
    const ip = anAddress()
    expect(await statusesOf(45, () => enter(aBrowser(ip), email))).toEqual([
      ...Array(5).fill(200),
      ...Array(40).fill(429),
    ])
    expect(await server.inbox(email)).toHaveLength(5)
  })
})

describe('verification codes', () => {
  const aForm = (email: string, n: number) => ({
    ...{ firstName: 'Devi', lastName: 'Pillai', email, password: PASSWORD, phoneNumber: `80000000${10 + n}` },
  })

  test('are limited to five in an hour for one address, however many registrations use it', async () => {
    const email = 'stranger@example.com'
    const statuses = await statusesOf(40, (n) => aBrowser().call(signin.signUp, aForm(email, n)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(await server.inbox(email)).toHaveLength(5)
  })

  test('are not sent without limit after a right password, and the answer says that none was sent', async () => {
    const { email } = await aPerson(server, { isVerified: false })
    const visitor = aBrowser()
    const said = []
    for (let times = 0; times < 8; times++) {
      said.push((await enter(visitor, email)).msg)
      await letAMinutePass()
    }
    expect(said.slice(0, 5)).toEqual(Array(5).fill('Verify your email first. We sent you a new code.'))
    expect(said.slice(5)).toEqual(Array(3).fill('Verify your email first. Use the code that we sent you earlier.'))
    expect(await server.inbox(email)).toHaveLength(5)
  })

  test('can be guessed at most ten times an hour for one address', async () => {
    const email = 'guessed@example.com'
    const owner = aBrowser()
    await owner.call(signin.signUp, aForm(email, 50))
    const otp = await server.codeFor(email)
    const guess = () => aBrowser().call(signin.consumeRequestEmailOtp, { email, otp: anotherCode(otp) })
    expect(await statusesOf(12, guess)).toEqual([...Array(10).fill(400), 429, 429])
  })
})

describe('wrong codes for one account', () => {
  test('are limited to ten in an hour, leave one audit line, and do not stop a sign-in in progress', async () => {
    const { email, id } = await aPerson(server)
    const halfway = aBrowser()
    await enter(halfway, email)
    const otp = await server.codeFor(email)
    const guess = () => aBrowser().call(consumeLogInOtpEmail, { email, otp: anotherCode(otp) })
    const statuses = await statusesOf(60, guess)
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(50).fill(429)])
    expect(await linesOf(id, 'signin.code-wrong')).toHaveLength(1)
    expect(await linesOf(id, 'signin.throttled')).toMatchObject([{ detail: { limit: 'code-account' } }])
    expect(await halfway.call(consumeLogInOtpEmail, { email, otp })).toMatchObject({ status: 200 })
  })

  test('are counted together over all browsers for a caller with the right password', async () => {
    const { email } = await aPerson(server)
    const statuses = []
    for (let browsers = 0; browsers < 3; browsers++) {
      const visitor = aBrowser()
      await enter(visitor, email)
      const otp = anotherCode(await server.codeFor(email))
      statuses.push(...(await statusesOf(4, () => visitor.call(consumeLogInOtpEmail, { email, otp }))))
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
  })
})

describe('no answer reveals that an account exists', () => {
  test('when user name and email are guessed in turn', async () => {
    const person = await aPerson(server)
    const guess = (identifier: object) => aBrowser().call(login, { ...identifier, password: WRONG })
    await statusesOf(21, () => guess({ userId: person.userName }))
    expect(await guess({ userId: person.userName })).toMatchObject({ status: 429 })
    expect(await guess({ email: person.email })).toMatchObject({ status: 401 })
    expect(await guess({ email: 'nobody@example.com' })).toMatchObject({ status: 401 })
  })

  test('by attempts that are still counted much later', async () => {
    await aBrowser().call(login, { email: 'nobody@example.com', password: WRONG })
    const { rows } = await server.db.execute(sql`
      select bucket from throttles where window_ends_at > now() + interval '1 hour'`)
    expect(rows).toEqual([])
  })
})

describe('the general limit', () => {
  const ask = (visitor: Visitor) => visitor.call(getSession)
  const fillUp = (count: number) =>
    server.db.execute(sql`update throttles set count = ${count} where bucket = 'any-requests'`)

  test('counts all addresses of an IPv6 /64 together, on all servers (T070)', async () => {
    await ask(server.visitor({ ip: '2001:db8:0:9::1' }))
    await fillUp(1180)
    const other = await startSecond()
    const at = (ip: string) =>
      other.inject({ url: getSession.path, headers: { host: 'localhost:3000' }, remoteAddress: ip })
    const statuses = await statusesOf(25, async (n) => ({ status: (await at(`2001:db8:0:9::${n + 2}`)).statusCode }))
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
    expect((await at('2001:db8:0:a::1')).statusCode).toBe(200)
    await other.close()
  })

  test('counts requests with invented sessions too, and writes one audit line however long they go on', async () => {
    const ip = anAddress()
    const visitor = server.visitor({ web: false, ip, headers: { authorization: `Bearer eat_${'A'.repeat(43)}` } })
    const count = async () => visitor.call(signin.changePassword, { oldPassword: 'a', newPassword: 'b' })
    expect(await count()).toMatchObject({ status: 401 })
    await fillUp(1180)
    const statuses = await statusesOf(60, count)
    expect(statuses.filter((status) => status === 429)).toHaveLength(21)
    const { rows } = await server.db.execute(
      sql`select 1 from audit_events where event = 'access.throttled' and ip = ${ip}`,
    )
    expect(rows).toHaveLength(1)
  })
})

async function startSecond() {
  const { buildApp } = await import('../app.ts')
  return buildApp(server)
}

test('a refused look-up says how long to wait', async () => {
  const visitor = aBrowser()
  const statuses = await statusesOf(31, () => visitor.call(getApplicationDetails, { name: 'Nothing' }))
  expect(statuses.at(-1)).toBe(429)
})
