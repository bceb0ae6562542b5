import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import {
  consumeLogInOtpEmail,
  login,
  requestLogInOtp,
  requestRequestPassword,
  resendEmailOtp,
  resendLogInOtp,
  ssoLogIn,
} from '@gatehouse/contract/signin.ts'
import { hash } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn, someoneHalfway } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const FAILED = { status: 401, code: 401, msg: 'That combination is not right.', data: null }

const aBrowser = () => server.visitor({ ip: anAddress() })

describe('a person signs in', () => {
  type Names = { email: string; phoneNumber: string; userName: string }
  test.each<[by: string, credentials: (person: Names) => object]>([
    ['email', ({ email }) => ({ email })],
    ['email in capitals with spaces around', ({ email }) => ({ email: `  ${email.toUpperCase()} ` })],
    ['phone number', ({ phoneNumber }) => ({ phone: phoneNumber })],
    ['phone number with spaces around', ({ phoneNumber }) => ({ phone: ` ${phoneNumber} ` })],
    [
      'phone number with country code and spaces',
      ({ phoneNumber }) => ({ phone: `+91 ${phoneNumber.slice(0, 5)} ${phoneNumber.slice(5)}` }),
    ],
    ['phone number in the field of user ids', ({ phoneNumber }) => ({ userId: `0${phoneNumber}` })],
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
        userData: { _id: id, ...names, firstName: 'Asha', lastName: 'Rao', cPortalId: '', profileImage: '' },
        userRole: [{ RolesDAta: { name: 'User' } }],
      },
    })
    expect((await visitor.call(getSession)).data.session?.user._id).toBe(id)
  })

  test('a hash with old parameters is renewed, but only by the right password', async () => {
    const person = await aPerson(server)
    const { pepper } = server.keys
    const old = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1, secret: pepper })
    await server.db.execute(sql`update users set password_hash = ${old} where id = ${person.id}`)
    const stored = async () => {
      const { rows } = await server.db.execute<{ hash: string }>(
        sql`select password_hash as hash from users where id = ${person.id}`,
      )
      return rows[0]?.hash
    }
    expect(await aBrowser().call(login, { email: person.email, password: 'Wrong#Password1' })).toMatchObject(FAILED)
    expect(await stored()).toBe(old)
    await signIn(server, aBrowser(), person.email)
    const renewed = await stored()
    expect(renewed).not.toBe(old)
    await signIn(server, aBrowser(), person.email)
    expect(await stored()).toBe(renewed)
  })

  test('the answer shows only a part of the address', async () => {
    const { email } = await aPerson(server, { email: 'asha.rao@example.com' })
    const { data } = await aBrowser().call(login, { email, password: PASSWORD })
    expect(data.sentTo).toBe('a••••o@example.com')
  })

  test('the code is in the message, and not in its subject', async () => {
    const { person, otp } = await someoneHalfway(server)
    const [message] = await server.inbox(person.email)
    expect(message?.text).toContain(otp)
    expect(message?.subject).toBe('Your sign-in code for EAI')
  })

  test('a program gets a bearer token and no cookie', async () => {
    const { email } = await aPerson(server)
    const visitor = server.visitor({ web: false, ip: anAddress() })
    const { AutherisationToken: token } = await signIn(server, visitor, email)
    expect(token).toMatch(/^eat_[\w-]{43}$/)
    expect(visitor.cookies).toEqual({})
    const { data } = await visitor.call(getSession, {}, { authorization: `Bearer ${token}` })
    expect(data.session?.user.email).toBe(email)
  })
})

describe('no answer reveals which accounts exist (T061)', () => {
  /** All parts of an answer, except those that differ between any two answers. */
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

  test('at step one: an unknown account, a wrong password, an inactive or deleted account', async () => {
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

  test('when a further code is requested to sign in by code', async () => {
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

  test('at step two', async () => {
    const { known, inactive, unknown } = await everyKindOfPerson()
    const reference = await bytesOf(consumeLogInOtpEmail, { email: unknown.email, otp: '123456' })
    for (const { email } of [known, inactive]) {
      expect(await bytesOf(consumeLogInOtpEmail, { email, otp: '123456' })).toEqual(reference)
    }
  })
})

test('a right password is not a failed attempt, even if the sign-in is refused for its destination', async () => {
  const { email } = await aPerson(server)
  const visitor = aBrowser()
  for (let attempt = 0; attempt < 8; attempt++) {
    const refused = await visitor.call(ssoLogIn, { email, password: PASSWORD, redirectUrl: 'https://evil.example' })
    expect(refused.status).toBe(403)
  }
})
