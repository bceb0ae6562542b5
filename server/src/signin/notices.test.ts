import {
  changePassword,
  consumeLogInOtpEmail,
  consumeRequestEmailOtp,
  consumeRequestRequestPassword,
  login,
  requestRequestPassword,
  signUp,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../test/builders.ts'
import { noticesTo } from '../../test/messages.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const HINDI = { 'accept-language': 'hi-IN,hi;q=0.9' }

const server = useTestServer()

const aBrowser = (headers: Record<string, string> = {}) => server.visitor({ ip: anAddress(), headers })
const namesOf = async (id: string) => (await noticesTo(server, id)).map(({ notice }) => notice)
const newest = async (address: string) => (await server.inbox(address))[0]?.text ?? ''

describe('the notice of a new browser', () => {
  test('is sent after every sign-in from an unknown browser, except the very first', async () => {
    const { id, email } = await aPerson(server)
    const own = aBrowser()
    await signIn(server, own, email)
    await signIn(server, own, email)
    expect(await namesOf(id)).toEqual([])
    const other = server.visitor({ ip: '198.51.100.9', headers: { 'user-agent': FIREFOX } })
    await signIn(server, other, email)
    expect(await namesOf(id)).toEqual(['new-device'])
    expect(await newest(email)).toMatch(/Firefox on Linux.+198\.51\.100\.9/)
    await signIn(server, other, email)
    await signIn(server, own, email)
    expect(await namesOf(id)).toEqual(['new-device'])
  })

  test('is sent for the browser of another person', async () => {
    const shared = aBrowser()
    const first = await aPerson(server)
    const second = await aPerson(server)
    await signIn(server, aBrowser(), second.email)
    await signIn(server, shared, first.email)
    await signIn(server, shared, second.email)
    expect(await namesOf(second.id)).toEqual(['new-device'])
    expect(await namesOf(first.id)).toEqual([])
  })

  test('recognises a program without cookies by its address and name', async () => {
    const { id, email } = await aPerson(server)
    const aProgram = (ip: string, agent: string) => server.visitor({ web: false, ip, headers: { 'user-agent': agent } })
    await signIn(server, aProgram('198.51.100.20', 'curl/8.5'), email)
    await signIn(server, aProgram('198.51.100.20', 'curl/8.5'), email)
    expect(await namesOf(id)).toEqual([])
    await signIn(server, aProgram('198.51.100.21', 'curl/8.5'), email)
    expect(await namesOf(id)).toEqual(['new-device'])
    expect(await newest(email)).toMatch(/curl.+198\.51\.100\.21/)
  })

  test('is sent after a change of password, except in the browser where it was changed', async () => {
    const { id, email } = await aPerson(server)
    const [own, other] = [aBrowser(), aBrowser()]
    await signIn(server, own, email)
    await signIn(server, other, email)
    const [oldPassword, newPassword, third] = [PASSWORD, 'Heron#Meadow58*Oar', 'Walnut#River73*Kite']
    expect(await own.call(changePassword, { oldPassword, newPassword })).toMatchObject({ status: 200 })
    const before = await namesOf(id)
    await signIn(server, own, email, newPassword)
    expect(await namesOf(id)).toEqual(before)
    await signIn(server, other, email, newPassword)
    expect((await namesOf(id)).slice(before.length)).toEqual(['new-device'])

    await aBrowser().call(requestRequestPassword, { email })
    const uuid = await server.resetLinkFor(email)
    await aBrowser().call(consumeRequestRequestPassword, { uuid, newPassword: third })
    const beforeThat = await namesOf(id)
    await signIn(server, own, email, third)
    expect((await namesOf(id)).slice(beforeThat.length)).toEqual(['new-device'])
  })

  test('is not sent for a failed sign-in', async () => {
    const { id, email } = await aPerson(server)
    await signIn(server, aBrowser(), email)
    const other = aBrowser()
    await other.call(login, { email, password: PASSWORD })
    const code = await server.codeFor(email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect(await other.call(consumeLogInOtpEmail, { email, otp: wrong })).toMatchObject({ status: 400 })
    expect(await namesOf(id)).toEqual([])
  })
})

const guess = (visitor: Visitor, email: string) => visitor.call(login, { email, password: 'Wrong#Password1' })

describe('guessing at one account from many addresses', () => {
  const storm = async (email: string, times: number) => {
    for (let count = 0; count < times; count++) await guess(aBrowser(), email)
  }

  test('is reported to its owner each time the limit for strangers is reached (T076)', async () => {
    const { id, email } = await aPerson(server)
    await storm(email, 19)
    expect(await namesOf(id)).toEqual([])
    const last = server.visitor({ ip: '198.51.100.40' })
    await guess(last, email)
    expect(await namesOf(id)).toEqual(['account-locked'])
    expect(await newest(email)).toContain('198.51.100.40')
    await storm(email, 3)
    expect(await namesOf(id)).toEqual(['account-locked'])
    await server.db.execute(sql`
      update throttles set blocked_until = now() - interval '1 second', window_ends_at = now() - interval '1 second'
      where bucket = 'password-typed'`)
    await storm(email, 20)
    expect(await namesOf(id)).toEqual(['account-locked', 'account-locked'])
  })

  test('is reported once by several parallel guesses at the limit', async () => {
    const { id, email } = await aPerson(server)
    await storm(email, 15)
    await Promise.all(Array.from({ length: 12 }, () => guess(aBrowser(), email)))
    expect(await namesOf(id)).toEqual(['account-locked'])
  })

  test('causes the same work for an account that does not exist', async () => {
    const linesToNobody = async () =>
      (await server.db.execute(sql`select 1 from messages where notice = 'account-locked' and recipient = ''`)).rowCount
    expect(await linesToNobody()).toBe(0)
    await storm('nobody.at.all@example.com', 22)
    expect(await linesToNobody()).toBe(1)
  })
})

describe('the language of a person', () => {
  test('is that of their last sign-in, and messages use it', async () => {
    const { id, email } = await aPerson(server)
    await signIn(server, aBrowser(HINDI), email)
    await signIn(server, aBrowser(), email)
    expect(await noticesTo(server, id)).toMatchObject([{ notice: 'new-device', language: 'hi' }])
    // A sign-in without a language keeps the stored one. One with a language changes it, after the message to the
    // owner.
    await signIn(server, aBrowser({ 'accept-language': 'en' }), email)
    await signIn(server, aBrowser(), email)
    expect((await noticesTo(server, id)).map(({ language }) => language)).toEqual(['hi', 'hi', 'en'])
  })

  test('is taken from the registration', async () => {
    const visitor = aBrowser(HINDI)
    const email = 'kavita@example.com'
    const form = { firstName: 'Kavita', lastName: 'Rao', email, phoneNumber: '7333333333', password: PASSWORD }
    await visitor.call(signUp, form)
    const verified = await visitor.call(consumeRequestEmailOtp, { email, otp: await server.codeFor(email) })
    expect(verified).toMatchObject({ status: 200 })
    const { rows } = await server.db.execute(sql`select language from users where email = ${email}`)
    expect(rows).toEqual([{ language: 'hi' }])
  })
})
