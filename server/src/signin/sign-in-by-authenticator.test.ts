import { removeAuthenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { signInWithAuthenticator } from '@gatehouse/contract/factors/second-step.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import {
  consumeLogInOtpEmail,
  login,
  requestLogInOtp,
  resendLogInOtp,
  signInProgress,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { forgetUse, shownBy, signInByApp, someoneWithApp } from '../../test/authenticators.ts'
import { anAddress, anotherCode, aPerson, PASSWORD, signIn } from '../../test/builders.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer({ config: { mode: 'production' } })

const WRONG = { status: 400, msg: expect.stringMatching(/^This code is not right/) }
const OVER = { status: 400, msg: 'This sign-in has expired. Sign in again.' }

const aBrowser = () => server.visitor({ ip: anAddress() })
const begin = (visitor: Visitor, email: string) => visitor.call(login, { email, password: PASSWORD })
const give = (visitor: Visitor, otp: string) => visitor.call(signInWithAuthenticator, { otp })
const linesOf = async (userId: string, event: string) =>
  (
    await server.db.execute<{ detail: object }>(
      sql`select detail from audit_events where subject_id = ${userId} and event = ${event} order by id`,
    )
  ).rows.map(({ detail }) => detail)

test('a code of the app signs in after the password, as two factors', async () => {
  const { person, browser, secret } = await someoneWithApp(server)
  expect(await signInByApp(server, browser, person.email, secret)).toMatchObject({
    status: 200,
    data: { AutherisationToken: 'cookie', userData: { email: person.email }, next: { to: 'dashboard' } },
  })
  expect((await browser.call(getSession)).data.session?.user.email).toBe(person.email)
  const { rows } = await server.db.execute(
    sql`select amr from sessions where user_id = ${person.id} order by created_at desc limit 1`,
  )
  expect(rows).toEqual([{ amr: ['pwd', 'otp'] }])
  expect(await linesOf(person.id, 'signin.completed')).toEqual([{}, { authenticator: 'Phone' }])
  expect((await server.inbox(person.email))[0]?.subject).toMatch(/^New sign-in/)
})

test('nothing is mailed to our own pages until it is asked for; then that code signs in as well', async () => {
  const { person, browser, secret } = await someoneWithApp(server)
  const before = (await server.inbox(person.email)).length
  const { data } = await begin(browser, person.email)
  expect(data).toMatchObject({ sentTo: '', otherSteps: ['authenticator'], expiresInSeconds: 600, resendInSeconds: 0 })
  expect(await server.inbox(person.email)).toHaveLength(before)
  expect(await linesOf(person.id, 'signin.app-asked')).toHaveLength(1)
  const waiting = { sentTo: '', otherSteps: ['authenticator'], resendInSeconds: 0 }
  expect((await browser.call(signInProgress)).data).toMatchObject(waiting)
  // A code that was never sent cannot be right, and its guesses leave the app as it is.
  expect(await browser.call(consumeLogInOtpEmail, { otp: '123456' })).toMatchObject({ status: 400, msg: 'Invalid OTP' })

  const sent = (await browser.call(resendLogInOtp)).data
  expect(sent).toMatchObject({ otherSteps: ['authenticator'], resendInSeconds: 60 })
  expect((await browser.call(signInProgress)).data?.sentTo).toBe(sent.sentTo)
  expect(await give(browser, anotherCode(await shownBy(server, secret)))).toMatchObject(WRONG)
  const otp = await server.codeFor(person.email)
  expect(await browser.call(consumeLogInOtpEmail, { otp })).toMatchObject({ status: 200 })
})

test('a program gives the code with the secret of its first step', async () => {
  const { person, secret } = await someoneWithApp(server)
  const program = server.visitor({ web: false, ip: anAddress() })
  const { loginTxn } = (await begin(program, person.email)).data
  const otp = await shownBy(server, secret)
  expect(await program.call(signInWithAuthenticator, { otp })).toMatchObject({ status: 400, msg: 'Invalid OTP' })
  const { data } = await program.call(signInWithAuthenticator, { otp, loginTxn })
  const { data: seen } = await program.call(getSession, {}, { authorization: data.AutherisationToken })
  expect(seen.session?.user.email).toBe(person.email)
})

describe('a code', () => {
  test('is accepted once, of ten equal answers at the same moment in ten sign-ins too, and no older one after it', async () => {
    const { person, secret } = await someoneWithApp(server)
    const browsers = [aBrowser(), aBrowser(), aBrowser()]
    for (const browser of browsers) await begin(browser, person.email)
    const [former, otp] = await Promise.all([shownBy(server, secret, -1), shownBy(server, secret)])
    const answers = await Promise.all([...browsers, ...browsers, ...browsers].map((browser) => give(browser, otp)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const last = aBrowser()
    await begin(last, person.email)
    expect(await give(last, otp)).toMatchObject(WRONG)
    expect(await give(last, former)).toMatchObject(WRONG)
    expect(await give(last, await shownBy(server, secret, 1))).toMatchObject({ status: 200 })
  })

  test('of another person, or of a removed app, is wrong', async () => {
    const { person, visitor, browser, secret, authenticator } = await someoneWithApp(server)
    const other = await someoneWithApp(server)
    await begin(browser, person.email)
    expect(await give(browser, await shownBy(server, other.secret))).toMatchObject(WRONG)
    await visitor.call(removeAuthenticator, { authenticatorId: authenticator._id })
    expect(await give(browser, await shownBy(server, secret))).toMatchObject(WRONG)
  })

  test('opens nothing without the password, in another browser, after the sign-in, or for a deactivated person', async () => {
    const { person, secret } = await someoneWithApp(server, { codeOnly: true })
    const otp = await shownBy(server, secret)
    expect(await give(aBrowser(), otp)).toMatchObject({ status: 400 })
    const byCode = aBrowser()
    await byCode.call(requestLogInOtp, { email: person.email })
    expect(await give(byCode, otp)).toMatchObject({ status: 400 })
    const browser = aBrowser()
    await begin(browser, person.email)
    await server.db.execute(sql`update challenges set spent_at = now() where user_id = ${person.id}`)
    expect(await give(browser, otp)).toMatchObject(OVER)
    await begin(browser, person.email)
    await server.db.execute(sql`update users set is_active = false where id = ${person.id}`)
    expect(await give(browser, otp)).toMatchObject(OVER)
  })
})

describe('wrong codes', () => {
  test('are limited to ten in an hour over all sign-ins, together with those by email; a known browser has its own count', async () => {
    const { person, visitor, secret } = await someoneWithApp(server)
    await server.db.execute(sql`truncate throttles`)
    const statuses = []
    for (let count = 0; count < 4; count++) {
      const browser = aBrowser()
      await begin(browser, person.email)
      const wrong = anotherCode(await shownBy(server, secret))
      for (let tries = 0; tries < 3; tries++) statuses.push((await give(browser, wrong)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
    expect(await linesOf(person.id, 'signin.code-wrong')).toHaveLength(1)
    expect(await signInByApp(server, visitor, person.email, secret)).toMatchObject({ status: 200 })
  })

  test('are counted for a year: the hundredth closes the app in unknown browsers, until a code by email signs in', async () => {
    const { person, secret } = await someoneWithApp(server)
    const browser = aBrowser()
    await begin(browser, person.email)
    await give(browser, anotherCode(await shownBy(server, secret)))
    await server.db.execute(sql`
      update throttles set count = 100, blocked_until = window_ends_at where bucket = 'app-code-account'`)
    expect(await give(browser, await shownBy(server, secret))).toMatchObject(WRONG)
    const program = server.visitor({ web: false, ip: anAddress() })
    await signIn(server, program, person.email)
    await forgetUse(server)
    expect(await give(browser, await shownBy(server, secret))).toMatchObject({ status: 200 })
  })
})

test('nobody learns without the password whether a person has an app', async () => {
  const [{ person }, plain] = [await someoneWithApp(server), await aPerson(server)]
  const answers = []
  for (const { email } of [person, plain]) {
    const browser = aBrowser()
    const wrong = await browser.call(login, { email, password: 'Wrong#Password1' })
    const byCode = await browser.call(requestLogInOtp, { email })
    const used = await give(browser, '123456')
    answers.push([wrong.status, wrong.msg, byCode.data, used.status, used.msg])
  }
  expect(answers[0]).toEqual(answers[1])
})

test('the code by email still signs in', async () => {
  const { person } = await someoneWithApp(server)
  const program = server.visitor({ web: false, ip: anAddress() })
  const { loginTxn } = (await begin(program, person.email)).data
  const otp = await server.codeFor(person.email)
  expect(await program.call(consumeLogInOtpEmail, { email: person.email, otp, loginTxn })).toMatchObject({
    status: 200,
  })
})
