import { requestPasskeySignIn, signInWithPasskey } from '@gatehouse/contract/factors/passkey-sign-in.ts'
import { confirmWithPasskey, removePasskey, requestConfirmation } from '@gatehouse/contract/factors/passkeys.ts'
import { requestPasskeyStep, signInWithPasskeyStep } from '@gatehouse/contract/factors/second-step.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login, requestLogInOtp, signInProgress } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { anAddress, aPerson, PASSWORD } from '../../test/builders.ts'
import { addPasskeyTo, someoneWithPasskey } from '../../test/passkeys.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()

const REFUSED = { status: 401, msg: 'This passkey was not accepted. Sign in another way.' }
const UNKNOWN = { status: 401, msg: 'This passkey is not registered here any more. Sign in another way.' }
const EXPIRED = { status: 400, msg: 'This took too long, or was started in another tab. Try again.' }
const OVER = { status: 400, msg: 'This sign-in has expired. Sign in again.' }

type Authenticator = ReturnType<typeof anAuthenticator>

const aBrowser = () => server.visitor({ ip: anAddress() })
const begin = (visitor: Visitor, email: string, more: object = {}) =>
  visitor.call(login, { email, password: PASSWORD, ...more })
const optionsFor = async (visitor: Visitor, input = {}) => (await visitor.call(requestPasskeyStep, input)).data
const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession)).data.session !== null

async function give(visitor: Visitor, authenticator: Authenticator, changes = {}, input = {}) {
  const credential = authenticator.get(await optionsFor(visitor), changes)
  return visitor.call(signInWithPasskeyStep, { credential, ...input })
}

const sessionsOf = async (userId: string) =>
  (
    await server.db.execute(sql`
      select amr, is_strong as "isStrong", remember_me as "rememberMe" from sessions where user_id = ${userId}
      order by created_at desc`)
  ).rows

test('a passkey signs in after the password, and the session says that both were given', async () => {
  const { person, browser, authenticator } = await someoneWithPasskey(server)
  expect((await begin(browser, person.email, { rememberMe: true })).data).toMatchObject({
    otherSteps: ['passkey'],
    // The device with the passkey may be elsewhere.
    sentTo: expect.stringContaining('•'),
  })
  expect((await browser.call(signInProgress)).data?.otherSteps).toEqual(['passkey'])
  const options = await optionsFor(browser)
  expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: authenticator.id }] })
  const answer = await browser.call(signInWithPasskeyStep, { credential: authenticator.get(options) })
  expect(answer).toMatchObject({
    status: 200,
    data: { AutherisationToken: 'cookie', userData: { email: person.email }, next: { to: 'dashboard' } },
  })
  expect(await isSignedIn(browser)).toBe(true)
  expect((await sessionsOf(person.id))[0]).toEqual({ amr: ['pwd', 'pop', 'user'], isStrong: true, rememberMe: true })
  const { rows } = await server.db.execute(sql`
    select detail from audit_events where subject_id = ${person.id} and event = 'signin.completed' order by number desc limit 1`)
  expect(rows).toEqual([{ detail: { passkey: 'Phone' } }])
})

test('the emailed code is void afterwards, and signs in as before without the passkey', async () => {
  const { person, browser, authenticator } = await someoneWithPasskey(server)
  await begin(browser, person.email)
  const otp = await server.codeFor(person.email)
  const binding = { ...browser.cookies }
  expect(await give(browser, authenticator)).toMatchObject({ status: 200 })
  const again = aBrowser()
  Object.assign(again.cookies, binding)
  expect((await again.call(consumeLogInOtpEmail, { otp })).status).toBe(400)
  const other = aBrowser()
  await begin(other, person.email)
  const sent = await server.codeFor(person.email)
  expect(await other.call(consumeLogInOtpEmail, { otp: sent })).toMatchObject({ status: 200 })
})

test('a program gives it with the secret of its first step, and needs no cookie', async () => {
  const { person, authenticator } = await someoneWithPasskey(server)
  const program = server.visitor({ web: false, ip: anAddress() })
  const { loginTxn } = (await begin(program, person.email)).data
  expect(await program.call(requestPasskeyStep)).toMatchObject({ status: 400, msg: 'Invalid OTP' })
  const credential = authenticator.get(await optionsFor(program, { loginTxn }))
  for (const name of Object.keys(program.cookies)) delete program.cookies[name]
  const { data } = await program.call(signInWithPasskeyStep, { credential, loginTxn })
  const { data: seen } = await program.call(getSession, {}, { authorization: data.AutherisationToken })
  expect(seen.session?.user.email).toBe(person.email)
})

test('the browser is remembered if the person asks for it', async () => {
  const { person, browser, authenticator } = await someoneWithPasskey(server)
  await begin(browser, person.email)
  await give(browser, authenticator, {}, { rememberBrowser: true })
  expect((await begin(browser, person.email)).data.next).toBe('signed-in')
})

describe('a passkey is refused', () => {
  test.each([
    ['without verification of the person', { isVerified: false }],
    ['with a wrong signature', { isForged: true }],
    ['from another origin', { origin: 'https://portal.evil.example' }],
  ])('%s', async (_why, changes) => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    await begin(browser, person.email)
    expect(await give(browser, authenticator, changes)).toMatchObject(REFUSED)
    expect(await isSignedIn(browser)).toBe(false)
    // The sign-in goes on with what else there is.
    const otp = await server.codeFor(person.email)
    expect(await browser.call(consumeLogInOtpEmail, { otp })).toMatchObject({ status: 200 })
  })

  test('that belongs to somebody else, or was removed', async () => {
    const { person, visitor, browser, authenticator, passkey } = await someoneWithPasskey(server)
    const other = await someoneWithPasskey(server)
    await begin(browser, person.email)
    expect(await give(browser, other.authenticator)).toMatchObject(REFUSED)
    await visitor.call(removePasskey, { passkeyId: passkey._id })
    expect(await give(browser, authenticator)).toMatchObject(UNKNOWN)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('for a deactivated person', async () => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    await begin(browser, person.email)
    const credential = authenticator.get(await optionsFor(browser))
    await server.db.execute(sql`update users set is_active = false where id = ${person.id}`)
    expect(await browser.call(signInWithPasskeyStep, { credential })).toMatchObject(REFUSED)
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('a challenge', () => {
  test('is given only after the password, to its browser', async () => {
    const { person, browser, authenticator } = await someoneWithPasskey(server, { person: { codeOnly: true } })
    expect((await aBrowser().call(requestPasskeyStep)).status).toBe(400)
    const named = aBrowser()
    expect((await named.call(requestLogInOtp, { email: person.email })).data.otherSteps).toEqual([])
    expect((await named.call(requestPasskeyStep)).status).toBe(400)
    await begin(browser, person.email)
    const credential = authenticator.get(await optionsFor(browser))
    const stranger = aBrowser()
    await begin(stranger, person.email)
    expect(await stranger.call(signInWithPasskeyStep, { credential })).toMatchObject(EXPIRED)
  })

  test('is good for step two alone, and those of other purposes are not', async () => {
    const { person, visitor, browser, authenticator } = await someoneWithPasskey(server)
    await begin(browser, person.email)
    const forStep = authenticator.get(await optionsFor(browser))
    expect(await browser.call(signInWithPasskey, { credential: forStep })).toMatchObject(EXPIRED)
    const { data: toConfirm } = await visitor.call(requestConfirmation)
    expect(await browser.call(signInWithPasskeyStep, { credential: authenticator.get(toConfirm) })).toMatchObject(
      EXPIRED,
    )
    const { data: toSignIn } = await browser.call(requestPasskeySignIn)
    expect(await browser.call(signInWithPasskeyStep, { credential: authenticator.get(toSignIn) })).toMatchObject(
      EXPIRED,
    )
    expect(await visitor.call(confirmWithPasskey, { credential: forStep })).toMatchObject(EXPIRED)
  })

  test('of ten equal answers at once, one signs in', async () => {
    const { person, browser, authenticator } = await someoneWithPasskey(server)
    await begin(browser, person.email)
    const credential = authenticator.get(await optionsFor(browser))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => {
        const same = aBrowser()
        Object.assign(same.cookies, browser.cookies)
        return same.call(signInWithPasskeyStep, { credential })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await browser.call(requestPasskeyStep)).toMatchObject(OVER)
  })
})

test('a person without a passkey is offered none', async () => {
  const { email } = await aPerson(server)
  const browser = aBrowser()
  expect((await begin(browser, email)).data.otherSteps).toEqual([])
  expect((await optionsFor(browser)).allowCredentials).toEqual([])
  const stray = anAuthenticator()
  const someone = await someoneWithPasskey(server)
  await addPasskeyTo(someone.visitor, stray)
  expect(await give(browser, stray)).toMatchObject(REFUSED)
})
