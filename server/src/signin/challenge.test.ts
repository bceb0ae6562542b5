import {
  consumeLogInOtpEmail,
  consumeRequestEmailOtp,
  login,
  resendLogInOtp,
  signUp,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, anotherCode, aPerson, PASSWORD, someoneHalfway } from '../../test/builders.ts'
import { whileInsertsFail } from '../../test/failing.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { buildApp } from '../app.ts'
import { maskEmail } from '../identity/identifiers.ts'
import { issueCode } from './issue-code.ts'

const server = useTestServer()

const refusedWith = (msg: string) => ({ status: 400, code: 400, msg, data: null })
const REFUSED = refusedWith('Invalid OTP')
const EXPIRED = refusedWith('This code has expired. Request a new one.')
const USED_UP = refusedWith('This code was entered incorrectly too many times. Request a new one.')
const OVER = refusedWith('This sign-in has expired. Sign in again.')
const NO_MORE = {
  ...{ status: 429, code: 429, data: null },
  msg: 'No further code can be sent for this sign-in. Enter the newest one, or sign in again.',
}
const OTHER_BROWSER = refusedWith(
  'This code belongs to another sign-in. Enter it in the browser and tab where you started, or sign in again here.',
)
const NO_COOKIE = refusedWith(
  'Your browser did not send the cookie of this sign-in. Allow cookies for this site and sign in again, or enter the code in the browser where you started.',
)

const aBrowser = () => server.visitor({ ip: anAddress() })
const aProgram = (ip = anAddress()) => server.visitor({ web: false, ip })
const afterStepOne = (visitor?: Visitor) => someoneHalfway(server, visitor)

async function countSessions(userId: string) {
  const { rows } = await server.db.execute(sql`select 1 from sessions where user_id = ${userId}`)
  return rows.length
}

const letAMinutePass = (userId: string) =>
  server.db.execute(sql`update challenges set code_sent_at = now() - interval '61 seconds' where user_id = ${userId}`)

test('codes are uniform, with leading zeros (T054)', () => {
  const codes = Array.from({ length: 10_000 }, () => issueCode(server.keys.otp, 'login').code)
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  for (let place = 0; place < 6; place++) {
    const counts = Array.from({ length: 10 }, (_, digit) => codes.filter((code) => code[place] === `${digit}`).length)
    const expected = codes.length / 10
    const deviation = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // Chi-square with nine degrees of freedom: uniform digits exceed this once in a hundred million times.
    expect(deviation).toBeLessThan(56)
  }
})

describe('a code is valid for one purpose (T051)', () => {
  test('the code for an email verification does not sign in', async () => {
    const { email } = await aPerson(server, { isVerified: false })
    const visitor = aBrowser()
    await visitor.call(login, { email, password: PASSWORD })
    const input = { email, otp: await server.codeFor(email) }
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(NO_COOKIE)
    expect(await visitor.call(consumeRequestEmailOtp, input)).toMatchObject({ status: 200 })
  })

  test('the code of a registration does not sign in, even in the same browser', async () => {
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
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(OTHER_BROWSER)
  })

  test('the code of a sign-in does not verify an email', async () => {
    const { visitor, input } = await afterStepOne()
    expect(await visitor.call(consumeRequestEmailOtp, input)).toMatchObject(REFUSED)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
  })
})

describe('the text of a code (T051)', () => {
  test.each<[value: unknown, message: string]>([
    [undefined, 'OTP is required'],
    ['', 'OTP is required'],
    [' - ', 'OTP is required'],
    [null, 'OTP is required'],
    [[], 'OTP is required'],
    [{}, 'OTP is required'],
    [true, 'OTP is required'],
    [-1, 'Invalid OTP'],
    [1.5, 'Invalid OTP'],
    [1234567, 'Invalid OTP'],
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

  test('may contain pasted spaces and hyphens', async () => {
    const { visitor, input } = await afterStepOne()
    const otp = ` ${input.otp.slice(0, 3)}-${input.otp.slice(3)} `
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, otp })).toMatchObject({ status: 200 })
  })
})

describe('a code is valid', () => {
  test('once', async () => {
    const { visitor, person, input } = await afterStepOne(aProgram())
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject({ status: 200 })
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(REFUSED)
    expect(await countSessions(person.id)).toBe(1)
  })

  test('once, when it is submitted twenty times at the same moment (T052)', async () => {
    const { visitor, person, input } = await afterStepOne()
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.call(consumeLogInOtpEmail, input)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200)).toHaveLength(19)
    expect(await countSessions(person.id)).toBe(1)
  })

  test('once, when it is submitted at two servers at the same moment (T052)', async () => {
    const { person, input, loginTxn } = await afterStepOne(aProgram())
    const other = await buildApp(server)
    const request = {
      method: 'POST',
      url: consumeLogInOtpEmail.path,
      payload: { ...input, loginTxn },
      headers: { host: 'localhost:3000' },
    } as const
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? server.app : other).inject(request)),
    )
    await other.close()
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await countSessions(person.id)).toBe(1)
  })

  test('once, even if its session cannot be stored (T053)', async () => {
    const { visitor, person, input } = await afterStepOne()
    const failed = await whileInsertsFail(server, ['sessions'], () => visitor.call(consumeLogInOtpEmail, input))
    expect(failed.status).toBe(500)
    const { rows } = await server.db.execute(sql`
      select attempts, spent_at is not null as "isSpent" from challenges where user_id = ${person.id}`)
    expect(rows).toEqual([{ attempts: 1, isSpent: true }])
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(OVER)
    expect(await countSessions(person.id)).toBe(0)
  })

  test.each([
    ['code_expires_at', EXPIRED],
    ['expires_at', OVER],
  ])('until %s', async (column, answer) => {
    const { visitor, person, input } = await afterStepOne()
    const aged = `update challenges set ${column} = now() - interval '1 second' where user_id = $1`
    await server.db.pool.query(aged, [person.id])
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(answer)
  })

  test('for five minutes, and the step for ten (T056)', async () => {
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
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(USED_UP)
  })

  test('not after two hundred wrong ones at the same moment, of which five are checked (T053)', async () => {
    const { visitor, person, input, loginTxn } = await afterStepOne(aProgram())
    const guesses = Array.from({ length: 200 }, (_, index) => {
      const otp = String((Number(input.otp) + 1 + index) % 1_000_000).padStart(6, '0')
      return aProgram().call(consumeLogInOtpEmail, { ...input, otp, loginTxn })
    })
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400, 429]))
    const { rows } = await server.db.execute(sql`select attempts from challenges where user_id = ${person.id}`)
    expect(rows).toEqual([{ attempts: 5 }])
    expect((await visitor.call(consumeLogInOtpEmail, { ...input, loginTxn })).status).not.toBe(200)
  })

  test('while fewer than three newer sign-ins are open', async () => {
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
    await server.db.execute(sql`update users set is_active = true where id = ${person.id}`)
    expect(await visitor.call(consumeLogInOtpEmail, input)).toMatchObject(OVER)
    expect(await countSessions(person.id)).toBe(0)
  })

  test('for five attempts in all, on any number of servers (T070)', async () => {
    const { visitor, input, loginTxn } = await afterStepOne(aProgram())
    const other = await buildApp(server)
    const wrong = { ...input, otp: anotherCode(input.otp), loginTxn }
    for (let tries = 0; tries < 3; tries++) await visitor.call(consumeLogInOtpEmail, wrong)
    const request = {
      method: 'POST',
      url: consumeLogInOtpEmail.path,
      payload: wrong,
      headers: { host: 'localhost:3000' },
    } as const
    for (let tries = 0; tries < 2; tries++) expect((await other.inject(request)).statusCode).toBe(400)
    await other.close()
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, loginTxn })).toMatchObject(USED_UP)
  })
})

describe('a further code', () => {
  test('is sent after a minute and voids the previous one', async () => {
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

  test('is sent at most four times, and then refused', async () => {
    const { visitor, person, input } = await afterStepOne()
    for (let times = 0; times < 4; times++) {
      await letAMinutePass(person.id)
      expect(await visitor.call(resendLogInOtp)).toMatchObject({ status: 200, msg: 'New code sent' })
    }
    for (let times = 0; times < 3; times++) {
      await letAMinutePass(person.id)
      expect(await visitor.call(resendLogInOtp)).toMatchObject(NO_MORE)
    }
    expect(await server.inbox(person.email)).toHaveLength(5)
    const otp = await server.codeFor(person.email)
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, otp })).toMatchObject({ status: 200 })
  })

  test('that is not sent within the minute is not announced: the answer has what the sign-in goes on with', async () => {
    const { visitor, person, input, loginTxn } = await afterStepOne(aProgram())
    await server.db.execute(sql`
      update challenges set code_sent_at = code_sent_at - interval '20 seconds',
        code_expires_at = code_expires_at - interval '20 seconds' where user_id = ${person.id}`)
    const { status, msg, data } = await visitor.call(resendLogInOtp, { loginTxn })
    expect({ status, msg }).toEqual({ status: 200, msg: 'No new code: the last one was sent less than a minute ago' })
    expect(data).toEqual({
      ...{ next: 'otp', isSent: false, sentTo: maskEmail(person.email), otherSteps: [], mayRemember: false },
      ...{ expiresInSeconds: 280, resendInSeconds: 40, loginTxn },
    })
    expect(await server.inbox(person.email)).toHaveLength(1)
    await letAMinutePass(person.id)
    const again = await visitor.call(resendLogInOtp, { loginTxn: data.loginTxn })
    expect(again).toMatchObject({ msg: 'New code sent', data: { isSent: true, resendInSeconds: 60, loginTxn } })
    const otp = await server.codeFor(person.email)
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, otp, loginTxn })).toMatchObject({ status: 200 })
  })

  test.each([
    ['that has expired', 'update challenges set expires_at = now() where user_id = $1'],
    ['of an account that was deactivated', 'update users set is_active = false where id = $1'],
  ])('is refused for a sign-in %s, with the password given', async (_which, change) => {
    const { visitor, person } = await afterStepOne()
    await letAMinutePass(person.id)
    await server.db.pool.query(change, [person.id])
    expect(await visitor.call(resendLogInOtp)).toMatchObject(OVER)
    expect(await server.inbox(person.email)).toHaveLength(1)
  })

  test('is requested by programs with their binding secret', async () => {
    const { visitor, person, input, loginTxn } = await afterStepOne(aProgram())
    await letAMinutePass(person.id)
    await visitor.call(resendLogInOtp, { loginTxn })
    const otp = await server.codeFor(person.email)
    expect(await server.inbox(person.email)).toHaveLength(2)
    expect(await visitor.call(consumeLogInOtpEmail, { ...input, otp })).toMatchObject({ status: 200 })
  })

  test('is not sent without a sign-in in progress', async () => {
    const { person } = await afterStepOne()
    await letAMinutePass(person.id)
    const answer = await aBrowser().call(resendLogInOtp)
    expect(answer).toMatchObject({ status: 200, msg: 'New code sent', data: { sentTo: '' } })
    expect(await aProgram().call(resendLogInOtp, { loginTxn: 'made-up' })).toMatchObject({
      status: 200,
      data: { ...answer.data, loginTxn: 'made-up' },
    })
    expect(await server.inbox(person.email)).toHaveLength(1)
  })
})
