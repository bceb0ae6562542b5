import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import {
  consumeLogInOtpEmail,
  consumeRequestEmailOtp,
  login,
  requestLogInOtp,
  requestRequestPassword,
  resendEmailOtp,
  resendLogInOtp,
  signUp,
  ssoLogIn,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aClient,
  anAddress,
  anApplication,
  anAssignment,
  anotherCode,
  aPerson,
  PASSWORD,
  signIn,
} from '../../test/builders.ts'
import { startTestServer, type TestServer, type Visitor } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const REFUSED = { status: 400, code: 400, msg: 'Invalid OTP', data: null }
const FAILED = { status: 401, code: 401, msg: 'That combination is not right.', data: null }

const aBrowser = () => server.visitor({ ip: anAddress() })
const aProgram = (ip = anAddress()) => server.visitor({ web: false, ip })

/** Somebody who has given the right password in this browser, and the code they were sent. */
async function afterStepOne(visitor: Visitor = aBrowser()) {
  const person = await aPerson(server)
  const { data } = await visitor.call(login, { email: person.email, password: PASSWORD })
  const otp = await server.codeFor(person.email)
  return { visitor, person, otp, loginTxn: data.loginTxn, input: { email: person.email, otp } }
}

async function countSessions(userId: string) {
  const { rows } = await server.db.execute(sql`select 1 from sessions where user_id = ${userId}`)
  return rows.length
}

const letAMinutePass = (userId: string) =>
  server.db.execute(sql`update challenges set code_sent_at = now() - interval '61 seconds' where user_id = ${userId}`)

describe('a person signs in', () => {
  type Names = { email: string; phoneNumber: string; userName: string }
  test.each<[by: string, credentials: (person: Names) => object]>([
    ['email', ({ email }) => ({ email })],
    ['email in capitals with spaces around', ({ email }) => ({ email: `  ${email.toUpperCase()} ` })],
    ['phone number', ({ phoneNumber }) => ({ phone: phoneNumber })],
    ['phone number with spaces around', ({ phoneNumber }) => ({ phone: ` ${phoneNumber} ` })],
    ['user id', ({ userName }) => ({ userId: userName })],
    ['user id in capitals with spaces around', ({ userName }) => ({ userId: ` ${userName.toUpperCase()}  ` })],
    ['user id in full-width letters', ({ userName }) => ({ userId: userName.replace('p', 'ｐ') })],
  ])('by %s, with password and code', async (_by, credentials) => {
    const person = await aPerson(server)
    const { id, ...names } = person
    const visitor = aBrowser()
    const identifier = credentials(person)
    const first = await visitor.call(login, { ...identifier, password: PASSWORD })
    expect(first).toMatchObject({
      status: 200,
      msg: 'A one-time code was sent to your email',
      data: { next: 'otp', expiresInSeconds: 300, resendInSeconds: 60, loginTxn: null },
    })
    expect((await visitor.call(getSession)).data.session).toBeNull()
    const otp = await server.codeFor(person.email)
    expect(await visitor.call(consumeLogInOtpEmail, { ...identifier, otp })).toMatchObject({
      status: 200,
      data: {
        AutherisationToken: 'cookie',
        userData: { _id: id, ...names, firstName: 'Asha', lastName: 'Rao', cPortalId: '' },
        userRole: [{ RolesDAta: { name: 'User' } }],
      },
    })
    expect((await visitor.call(getSession)).data.session?.user._id).toBe(id)
  })

  test('the answer shows the address only in part', async () => {
    const { email } = await aPerson(server, { email: 'asha.rao@example.com' })
    const { data } = await aBrowser().call(login, { email, password: PASSWORD })
    expect(data.sentTo).toBe('a••••o@example.com')
  })

  test('the code stands in the message, and not in its subject', async () => {
    const { person, otp } = await afterStepOne()
    const [message] = await server.inbox(person.email)
    expect(message?.text).toContain(otp)
    expect(message?.subject).toBe('Your sign-in code for EAI')
  })

  test('a program gets a bearer token and no cookie', async () => {
    const { email } = await aPerson(server)
    const visitor = aProgram()
    const { AutherisationToken: token } = await signIn(server, visitor, email)
    expect(token).toMatch(/^eat_[\w-]{43}$/)
    expect(visitor.cookies).toEqual({})
    const { data } = await visitor.call(getSession, {}, { authorization: `Bearer ${token}` })
    expect(data.session?.user.email).toBe(email)
  })
})

describe('step two goes on only where step one was', () => {
  test('another browser with the right code is refused, and the first goes on', async () => {
    const { visitor, input } = await afterStepOne()
    expect(await aBrowser().call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })

  test('two sign-ins of one person stand side by side, each with its own code', async () => {
    const { visitor, person, input } = await afterStepOne()
    const other = aBrowser()
    await other.call(login, { email: person.email, password: PASSWORD })
    const others = { email: person.email, otp: await server.codeFor(person.email) }
    if (others.otp !== input.otp) expect(await other.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
    expect(await other.call(consumeLogInOtpEmail, others)).toMatchObject({ status: 200 })
  })

  test('the code of one person does not sign in another', async () => {
    const { visitor, person, input } = await afterStepOne()
    const victim = await aPerson(server)
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, email: victim.email })).toMatchObject(REFUSED)
    expect(await countSessions(victim.id)).toBe(0)
    expect(await countSessions(person.id)).toBe(0)
  })

  test('no step one, no step two', async () => {
    const { email } = await aPerson(server)
    for (const visitor of [aBrowser(), aProgram()]) {
      expect(await visitor.call(consumeLogInOtpEmail, { email, otp: '123456' })).toMatchObject(REFUSED)
    }
  })

  test('a program goes on by the value it was given, from wherever it calls', async () => {
    const { input, loginTxn } = await afterStepOne(aProgram())
    expect(await aProgram().call(consumeLogInOtpEmail, { ...input, loginTxn })).toMatchObject({ status: 200 })
  })

  test('a program without that value goes on from the same address', async () => {
    const { visitor, input } = await afterStepOne(aProgram())
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })

  test.each<[caller: string, call: (ip: string) => [Visitor, Record<string, string>]]>([
    ['from another address', () => [aProgram(), {}]],
    ['with a browser’s Origin', (ip) => [aProgram(ip), { origin: 'http://localhost:3000' }]],
    ['with a browser’s Sec-Fetch-Site', (ip) => [aProgram(ip), { 'sec-fetch-site': 'same-origin' }]],
    ['that says it is our web app', (ip) => [aProgram(ip), { 'x-eai-client': 'web' }]],
  ])('a caller without that value is refused: %s', async (_caller, call) => {
    const ip = anAddress()
    const { visitor, input } = await afterStepOne(aProgram(ip))
    const [other, headers] = call(ip)
    expect(await other.call(consumeLogInOtpEmail, input, headers)).toMatchObject(REFUSED)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })

  test('a program cannot finish what a browser at the same address began', async () => {
    const ip = anAddress()
    const { input } = await afterStepOne(server.visitor({ ip }))
    expect(await aProgram(ip).call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
  })

  test('a value that was not given to this program is refused', async () => {
    const { input } = await afterStepOne(aProgram())
    const stranger = await afterStepOne(aProgram())
    const answer = await aProgram().call(consumeLogInOtpEmail, { ...input, loginTxn: stranger.loginTxn })
    expect(answer).toMatchObject(REFUSED)
  })
})

describe('a code is good for one purpose', () => {
  test('the code that verifies an email does not sign in', async () => {
    const { email } = await aPerson(server, { isVerified: false })
    const visitor = aBrowser()
    await visitor.call(login, { email, password: PASSWORD })
    const input = { email, otp: await server.codeFor(email) }
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
    expect(await visitor.call(consumeRequestEmailOtp, input)).toMatchObject({ status: 200 })
  })

  test('neither does that of a registration, in the browser that registered', async () => {
    const visitor = aBrowser()
    const form = {
      firstName: 'Devi',
      lastName: 'Pillai',
      email: 'devi@example.com',
      phoneNumber: '8000000001',
      password: PASSWORD,
    }
    await visitor.call(signUp, form)
    const input = { email: form.email, otp: await server.codeFor(form.email) }
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
  })

  test('the code of a sign-in verifies no email', async () => {
    const { visitor, input } = await afterStepOne()
    expect(await visitor.call(consumeRequestEmailOtp, input)).toMatchObject(REFUSED)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })
})

describe('what is no code', () => {
  test.each<[value: unknown, message: string]>([
    [undefined, 'OTP is required'],
    ['', 'OTP is required'],
    [' - ', 'OTP is required'],
    [null, 'OTP is required'],
    [[], 'OTP is required'],
    [{}, 'OTP is required'],
    [true, 'OTP is required'],
    [0, 'OTP is required'],
    [123456, 'OTP is required'],
    [['000000', '000001'], 'OTP is required'],
    ['12345', 'Invalid OTP'],
    ['1234567', 'Invalid OTP'],
    ['12345a', 'Invalid OTP'],
    ['١٢٣٤٥٦', 'Invalid OTP'],
    ['１２３４５６', 'Invalid OTP'],
    ['1e5000', 'Invalid OTP'],
    ["' or 1=1", 'Invalid OTP'],
  ])('%j is refused', async (otp, message) => {
    const answer = await aBrowser().call(consumeLogInOtpEmail, { email: 'asha@example.com', otp })
    expect(answer).toMatchObject({ status: 400, code: 400, msg: message })
  })

  test('spaces and hyphens that people paste along do not matter', async () => {
    const { visitor, input } = await afterStepOne()
    const otp = ` ${input.otp.slice(0, 3)}-${input.otp.slice(3)} `
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, otp })).toMatchObject({ status: 200 })
  })
})

describe('a code is good', () => {
  test('once', async () => {
    const { visitor, person, input } = await afterStepOne(aProgram())
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
    expect(await countSessions(person.id)).toBe(1)
  })

  test('once, when it is submitted twenty times at the same moment', async () => {
    const { visitor, person, input } = await afterStepOne()
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.call(consumeLogInOtpEmail, input)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
    expect(await countSessions(person.id)).toBe(1)
  })

  test.each(['code_expires_at', 'expires_at'])('until %s', async (column) => {
    const { visitor, person, input } = await afterStepOne()
    const aged = `update challenges set ${column} = now() - interval '1 second' where user_id = $1`
    await server.db.pool.query(aged, [person.id])
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
  })

  test('for five minutes, and the step for ten', async () => {
    const { person } = await afterStepOne()
    const { rows } = await server.db.execute(sql`
      select extract(epoch from code_expires_at - created_at)::int as code, extract(epoch from expires_at - created_at)::int as step
      from challenges where user_id = ${person.id}`)
    expect(rows).toEqual([{ code: 300, step: 600 }])
  })

  test('after four wrong ones', async () => {
    const { visitor, input } = await afterStepOne()
    const wrong = { ...input, otp: anotherCode(input.otp) }
    for (let tries = 0; tries < 4; tries++)
      expect(await visitor.call(consumeLogInOtpEmail, wrong)).toMatchObject(REFUSED)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })

  test('not after five wrong ones', async () => {
    const { visitor, input } = await afterStepOne()
    const wrong = { ...input, otp: anotherCode(input.otp) }
    for (let tries = 0; tries < 5; tries++) await visitor.call(consumeLogInOtpEmail, wrong)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
  })

  test('not after two hundred wrong ones at the same moment, of which five are looked at', async () => {
    const { visitor, person, input, loginTxn } = await afterStepOne(aProgram())
    const guesses = Array.from({ length: 200 }, (_, index) => {
      const otp = String((Number(input.otp) + 1 + index) % 1_000_000).padStart(6, '0')
      return aProgram().call(consumeLogInOtpEmail, { ...input, otp, loginTxn })
    })
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400]))
    const { rows } = await server.db.execute(sql`select attempts from challenges where user_id = ${person.id}`)
    expect(rows).toEqual([{ attempts: 5 }])
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, loginTxn })).toMatchObject(REFUSED)
  })

  test('as long as fewer than three newer sign-ins are open', async () => {
    const first = await afterStepOne()
    const { email } = first.person
    const started = [first]
    for (let times = 0; times < 3; times++) {
      const visitor = aBrowser()
      await visitor.call(login, { email, password: PASSWORD })
      started.push({ ...first, visitor, input: { email, otp: await server.codeFor(email) } })
    }
    const statuses = []
    for (const { visitor, input } of started) statuses.push((await visitor.call(consumeLogInOtpEmail, input)).status)
    expect(statuses).toEqual([400, 200, 200, 200])
  })

  test('only while the account is active', async () => {
    const { visitor, person, input } = await afterStepOne()
    await server.db.execute(sql`update users set is_active = false where id = ${person.id}`)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
    expect(await countSessions(person.id)).toBe(0)
  })
})

describe('another code', () => {
  test('comes after a minute and voids the one before', async () => {
    const { visitor, person, input } = await afterStepOne()
    await visitor.call(resendLogInOtp)
    expect(await server.inbox(person.email)).toHaveLength(1)
    await letAMinutePass(person.id)
    expect(await visitor.call(resendLogInOtp)).toMatchObject({ status: 200, msg: 'New code sent' })
    expect(await server.inbox(person.email)).toHaveLength(2)
    const otp = await server.codeFor(person.email)
    if (otp !== input.otp) expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, otp })).toMatchObject({ status: 200 })
  })

  test('can be asked for four times', async () => {
    const { visitor, person } = await afterStepOne()
    for (let times = 0; times < 7; times++) {
      await letAMinutePass(person.id)
      expect(await visitor.call(resendLogInOtp)).toMatchObject({ status: 200 })
    }
    expect(await server.inbox(person.email)).toHaveLength(5)
  })

  test('is asked for by programs with their value', async () => {
    const { visitor, person, input, loginTxn } = await afterStepOne(aProgram())
    await letAMinutePass(person.id)
    await visitor.call(resendLogInOtp, { loginTxn })
    const otp = await server.codeFor(person.email)
    expect(await server.inbox(person.email)).toHaveLength(2)
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, otp })).toMatchObject({ status: 200 })
  })

  test('goes to nobody for someone who has not begun', async () => {
    const { person } = await afterStepOne()
    await letAMinutePass(person.id)
    const answer = await aBrowser().call(resendLogInOtp)
    expect(answer).toMatchObject({ status: 200, msg: 'New code sent', data: { sentTo: '' } })
    expect(await aProgram().call(resendLogInOtp, { loginTxn: 'made-up' })).toMatchObject({
      status: 200,
      data: answer.data,
    })
    expect(await server.inbox(person.email)).toHaveLength(1)
  })
})

describe('nobody learns which accounts exist', () => {
  /** Everything of an answer but what differs between any two. */
  async function bytesOf(endpoint: Endpoint, input: object, visitor = aBrowser()) {
    const answer = await server.app.inject({
      method: endpoint.method,
      url: endpoint.path,
      payload: input,
      headers: {
        host: 'localhost:3000',
        origin: 'http://localhost:3000',
        'x-eai-client': 'web',
        cookie: Object.entries(visitor.cookies)
          .map((pair) => pair.join('='))
          .join('; '),
      },
      remoteAddress: anAddress(),
    })
    for (const { name, value } of answer.cookies) visitor.cookies[name] = value
    const { date: _, ...headers } = answer.headers
    const cookies = answer.cookies.map((cookie) => ({ ...cookie, value: cookie.value.length }))
    return { status: answer.statusCode, body: answer.payload, headers: { ...headers, 'set-cookie': cookies } }
  }

  async function everyKindOfPerson() {
    const known = await aPerson(server, { codeOnly: true })
    const inactive = await aPerson(server, { codeOnly: true })
    const deleted = await aPerson(server)
    const unverified = await aPerson(server, { isVerified: false, codeOnly: true })
    await server.db.execute(sql`update users set is_active = false where id = ${inactive.id}`)
    await server.db.execute(sql`update users set deleted_at = now(), is_active = false where id = ${deleted.id}`)
    await server.db.execute(sql`delete from user_identifiers where user_id = ${deleted.id}`)
    return { known, inactive, deleted, unverified, unknown: { email: 'nobody@example.com' } }
  }

  test('from step one: an unknown account, a wrong password, an inactive or deleted account', async () => {
    const { known, inactive, deleted, unverified, unknown } = await everyKindOfPerson()
    const reference = await bytesOf(login, { email: unknown.email, password: PASSWORD })
    expect(reference).toMatchObject({ status: 401, body: JSON.stringify({ code: 401, msg: FAILED.msg, data: null }) })
    for (const { email } of [inactive, deleted]) {
      expect(await bytesOf(login, { email, password: PASSWORD })).toEqual(reference)
    }
    for (const { email } of [known, inactive, unverified]) {
      expect(await bytesOf(login, { email, password: 'Wrong#Password1' })).toEqual(reference)
    }
    expect(await bytesOf(login, { phone: known.phoneNumber, password: ` ${PASSWORD}` })).toEqual(reference)
  })

  test.each([
    ['from asking for a reset link', requestRequestPassword],
    ['from asking for a verification code', resendEmailOtp],
    ['from asking to sign in by code', requestLogInOtp],
  ])('%s', async (_what, endpoint) => {
    const { unknown, ...others } = await everyKindOfPerson()
    const reference = await bytesOf(endpoint, { email: unknown.email })
    expect(reference.status).toBe(200)
    for (const { email } of Object.values(others)) expect(await bytesOf(endpoint, { email })).toEqual(reference)
  })

  test('from asking again for a code to sign in by code', async () => {
    const { known, unknown } = await everyKindOfPerson()
    const again = async (email: string) => {
      const visitor = aBrowser()
      await bytesOf(requestLogInOtp, { email }, visitor)
      await server.db.execute(sql`update challenges set code_sent_at = now() - interval '61 seconds'`)
      return bytesOf(resendLogInOtp, {}, visitor)
    }
    expect(await again(known.email)).toEqual(await again(unknown.email))
    expect(await server.inbox(known.email)).toHaveLength(2)
  })

  test('from step two', async () => {
    const { known, inactive, unknown } = await everyKindOfPerson()
    const reference = await bytesOf(consumeLogInOtpEmail, { email: unknown.email, otp: '123456' })
    for (const { email } of [known, inactive]) {
      expect(await bytesOf(consumeLogInOtpEmail, { email, otp: '123456' })).toEqual(reference)
    }
  })
})

describe('signing in by code only', () => {
  test('works for an account that an administrator allows it', async () => {
    const { email } = await aPerson(server, { codeOnly: true })
    const visitor = aBrowser()
    expect(await visitor.call(requestLogInOtp, { email })).toMatchObject({ status: 200, data: { sentTo: '' } })
    const otp = await server.codeFor(email)
    expect(await visitor.call(consumeLogInOtpEmail, { email, otp })).toMatchObject({ status: 200 })
  })

  test('sends nothing to anyone else', async () => {
    const { email } = await aPerson(server)
    expect(await aBrowser().call(requestLogInOtp, { email })).toMatchObject({ status: 200 })
    expect(await server.inbox(email)).toEqual([])
  })
})

describe('the session cookie', () => {
  const sessionCookie = (headers: Record<string, unknown>) =>
    [headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith('__Host-eai_sid=')) as string

  async function cookieAfter(person: { isAdmin?: boolean }, rememberMe?: boolean) {
    const { email } = await aPerson(server, person)
    const visitor = aBrowser()
    await visitor.call(login, { email, password: PASSWORD, ...(rememberMe === undefined ? {} : { rememberMe }) })
    const { headers } = await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email) })
    return sessionCookie(headers)
  }

  test('is bound to this host, hidden from scripts and gone with the browser', async () => {
    expect(await cookieAfter({})).toMatch(/^__Host-eai_sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  test('lasts thirty days where people want to be remembered', async () => {
    const thirtyDays = /^__Host-eai_sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/
    expect(await cookieAfter({}, true)).toMatch(thirtyDays)
    expect(await cookieAfter({}, false)).not.toContain('Max-Age')
  })

  test('is not remembered for administrators', async () => {
    expect(await cookieAfter({ isAdmin: true }, true)).not.toContain('Max-Age')
  })

  test('gets a new value at each sign-in, whatever was planted before', async () => {
    const { email } = await aPerson(server)
    const visitor = aBrowser()
    const planted = 'p'.repeat(43)
    visitor.cookies['__Host-eai_sid'] = planted
    await signIn(server, visitor, email)
    const first = visitor.cookies['__Host-eai_sid']
    await signIn(server, visitor, email)
    const second = visitor.cookies['__Host-eai_sid']
    expect(new Set([planted, first, second]).size).toBe(3)
    const thief = aBrowser()
    thief.cookies['__Host-eai_sid'] = planted
    expect((await thief.call(getSession)).data.session).toBeNull()
  })

  test('holds the value that opens the session, and the answer does not', async () => {
    const { email } = await aPerson(server)
    const { AutherisationToken: token } = await signIn(server, aBrowser(), email)
    const { data } = await aProgram().call(getSession, {}, { authorization: token })
    expect(data.session).toBeNull()
  })

  test('stands in the database as a hash only, as bearer tokens and bindings do', async () => {
    const { visitor, person, input } = await afterStepOne()
    const binding = visitor.cookies['__Host-eai_lt']
    await visitor.call(consumeLogInOtpEmail, input)
    const { AutherisationToken: token } = await signIn(server, aProgram(), person.email)
    const { rows: tables } = await server.db.execute<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
    expect(tables.length).toBeGreaterThan(10)
    for (const secret of [visitor.cookies['__Host-eai_sid'], binding, token] as string[]) {
      const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'base64url').toString('hex')]
      for (const { name } of tables) {
        // A row as text shows its bytes in hexadecimal.
        const { rows } = await server.db.pool.query(`select 1 from ${name} t where t::text like any($1)`, [
          forms.map((form) => `%${form}%`),
        ])
        expect(rows, name).toEqual([])
      }
    }
  })
})

describe('after the code', () => {
  test('who has one application goes straight into it, and nobody else does', async () => {
    const [one, several, administrator] = [
      await aPerson(server),
      await aPerson(server),
      await aPerson(server, { isAdmin: true }),
    ]
    const [application, another] = [await anApplication(server), await anApplication(server)]
    const client = await aClient(server)
    for (const { id } of [one, several, administrator]) await anAssignment(server, id, application.id, client.id)
    await anAssignment(server, several.id, another.id, client.id)

    expect((await signIn(server, aBrowser(), one.email)).next).toEqual({
      to: 'application',
      applicationId: application.id,
      redirectUri: application.redirectUrl,
      client: client.id,
    })
    expect((await signIn(server, aBrowser(), several.email)).next).toEqual({ to: 'dashboard' })
    expect((await signIn(server, aBrowser(), administrator.email)).next).toEqual({ to: 'dashboard' })
  })

  test('who came through SSO goes into the application asked for', async () => {
    const person = await aPerson(server)
    const [application, another] = [await anApplication(server), await anApplication(server)]
    const client = await aClient(server)
    for (const { id } of [application, another]) await anAssignment(server, person.id, id, client.id)
    const visitor = aBrowser()
    const { email } = person
    const first = await visitor.call(ssoLogIn, { email, password: PASSWORD, redirectUrl: another.redirectUrl })
    expect(first).toMatchObject({ status: 200, data: { next: 'otp' } })
    const second = await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email) })
    expect(second.data.next).toMatchObject({ to: 'application', applicationId: another.id })
  })

  test('SSO to an address that is not assigned is refused without a code, and only after the right password', async () => {
    const { email } = await aPerson(server)
    const { redirectUrl } = await anApplication(server)
    const call = (password: string) => aBrowser().call(ssoLogIn, { email, password, redirectUrl })
    expect(await call('Wrong#Password1')).toMatchObject(FAILED)
    expect(await call(PASSWORD)).toMatchObject({ status: 403, data: null })
    expect(await server.inbox(email)).toEqual([])
  })
})

describe('when the mail server', () => {
  test('refuses the code, step one says so', async () => {
    const broken = await startTestServer({ deliver: () => () => Promise.reject(new Error('connection refused')) })
    const { email } = await aPerson(broken)
    const answer = await broken.visitor().call(login, { email, password: PASSWORD })
    expect(answer).toMatchObject({
      status: 503,
      code: 503,
      msg: 'We could not send the code. Try again in a moment.',
      data: null,
    })
    expect(await broken.visitor().call(login, { email, password: 'Wrong#Password1' })).toMatchObject(FAILED)
    await broken.close()
  })

  test('hangs, step one does not wait for it', async () => {
    let release = () => {}
    const hanging = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = await startTestServer({ deliver: () => () => hanging })
    const { email } = await aPerson(slow)
    const start = performance.now()
    expect(await slow.visitor().call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
    expect(performance.now() - start).toBeLessThan(2500)
    release()
    await slow.close()
  })
})
