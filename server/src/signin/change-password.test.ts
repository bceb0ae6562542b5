import { getSession } from '@gatehouse/contract/session.ts'
import {
  changePassword,
  consumeLogInOtpEmail,
  consumeRequestRequestPassword,
  login,
  requestRequestPassword,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import { auditOf } from '../../test/console.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()

const NEW_PASSWORD = 'Heron#Meadow58*Oar'
const CHANGE = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }

const aBrowser = () => server.visitor({ ip: anAddress() })
const isSignedIn = async (visitor: Visitor, headers = {}) =>
  (await visitor.call(getSession, {}, headers)).data.session !== null

async function expectUnchanged(email: string) {
  expect(await aBrowser().call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
}

test('a person changes their password, and their session gets a new secret', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const before = visitor.cookies['__Host-eai_sid'] as string
  expect(await visitor.call(changePassword, CHANGE)).toMatchObject({
    status: 200,
    msg: 'Password changed successfully',
    data: { AutherisationToken: 'cookie' },
  })
  expect(visitor.cookies['__Host-eai_sid']).not.toBe(before)
  expect(await isSignedIn(visitor)).toBe(true)
  const thief = aBrowser()
  thief.cookies['__Host-eai_sid'] = before
  expect(await isSignedIn(thief)).toBe(false)

  const { email } = person
  expect(await aBrowser().call(login, { email, password: PASSWORD })).toMatchObject({ status: 401 })
  expect((await signIn(server, aBrowser(), email, NEW_PASSWORD)).userData.email).toBe(email)
  const subjects = (await server.inbox(email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your EAI password was changed')
})

test('wrong current passwords leave one audit line, however many they are', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  for (let times = 0; times < 3; times++)
    expect(await visitor.call(changePassword, { ...CHANGE, oldPassword: 'Wrong#Password1' })).toMatchObject({
      status: 400,
    })
  const { rows } = await server.db.execute(sql`
    select actor_id as "actorId", ip is not null as "hasAddress" from audit_events
    where subject_id = ${person.id} and event = 'password.current-wrong'`)
  expect(rows).toEqual([{ actorId: person.id, hasAddress: true }])
})

test("the person's other sessions end, and nobody else’s (T012)", async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const [elsewhere, program] = [aBrowser(), server.visitor({ web: false, ip: anAddress() })]
  await signIn(server, elsewhere, person.email)
  const { AutherisationToken: authorization } = await signIn(server, program, person.email)
  const bystander = await someoneSignedIn(server)

  await visitor.call(changePassword, CHANGE)

  expect(await isSignedIn(elsewhere)).toBe(false)
  expect(await isSignedIn(program, { authorization })).toBe(false)
  expect(await isSignedIn(bystander.visitor)).toBe(true)
})

test('a program gets a new token for its old one', async () => {
  const { email } = await aPerson(server)
  const program = server.visitor({ web: false, ip: anAddress() })
  const { AutherisationToken: old } = await signIn(server, program, email)
  const { data } = await program.call(changePassword, CHANGE, { authorization: `Bearer ${old}` })
  expect(data.AutherisationToken).toMatch(/^eat_[\w-]{43}$/)
  expect(program.cookies).toEqual({})
  expect(await isSignedIn(program, { authorization: data.AutherisationToken })).toBe(true)
  expect(await isSignedIn(program, { authorization: old })).toBe(false)
})

test('a remembered browser stays remembered until the same time', async () => {
  const { email } = await aPerson(server)
  const visitor = aBrowser()
  await visitor.call(login, { email, password: PASSWORD, rememberMe: true })
  await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email) })
  await server.db.execute(sql`update sessions set expires_at = now() + interval '10 days' where remember_me`)
  const { headers } = await visitor.call(changePassword, CHANGE)
  const maxAge = Number(/Max-Age=(\d+)/.exec(String(headers['set-cookie']))?.[1])
  expect(maxAge).toBeLessThanOrEqual(864_000)
  expect(maxAge).toBeGreaterThan(863_900)
})

test('of several changes at once, one wins, and its password is the one that signs in', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const wished = Array.from({ length: 5 }, (_, index) => `${NEW_PASSWORD}${index}`)
  const answers = await Promise.all(
    wished.map((newPassword) => visitor.call(changePassword, { ...CHANGE, newPassword })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
  const won = wished[answers.findIndex(({ status }) => status === 200)] ?? ''
  expect(await aBrowser().call(login, { email: person.email, password: won })).toMatchObject({ status: 200 })
  const changes = (await auditOf(server, person.id)).filter(({ event }) => event === 'password.changed')
  expect(changes).toHaveLength(1)
})

test('earlier codes and links are void', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  const { email } = person
  await aBrowser().call(requestRequestPassword, { email })
  const uuid = await server.resetLinkFor(email)
  const halfway = aBrowser()
  await halfway.call(login, { email, password: PASSWORD })
  const otp = await server.codeFor(email)

  await visitor.call(changePassword, CHANGE)

  expect(await halfway.call(consumeLogInOtpEmail, { email, otp })).toMatchObject({ status: 400 })
  expect(await aBrowser().call(consumeRequestRequestPassword, { uuid, newPassword: PASSWORD })).toMatchObject({
    status: 400,
  })
})

describe('a refused change of a password leaves everything as it was', () => {
  const RULE = 'Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and one special case Character'
  test.each<[input: object, message: string]>([
    [{ ...CHANGE, oldPassword: 'Wrong#Password1' }, 'The current password is incorrect.'],
    [{ ...CHANGE, oldPassword: ` ${PASSWORD}` }, 'The current password is incorrect.'],
    [{ ...CHANGE, oldPassword: undefined }, 'Current Password is required'],
    [{ ...CHANGE, oldPassword: '' }, 'Current Password is required'],
    [{ ...CHANGE, newPassword: undefined }, 'New Password is required'],
    [{ ...CHANGE, newPassword: '' }, 'New Password is required'],
    [{ ...CHANGE, newPassword: PASSWORD }, 'The new password must differ from the current one.'],
    [{ ...CHANGE, newPassword: 'short' }, RULE],
    [{ ...CHANGE, newPassword: 'Welcome@123' }, 'This password is too easy to guess. Choose another one.'],
    [{ ...CHANGE, newPassword: 'Sunitha@2024' }, 'This password is too easy to guess. Choose another one.'],
  ])('%j', async (input, message) => {
    const { person, visitor } = await someoneSignedIn(server, { firstName: 'Sunitha' })
    const before = { ...visitor.cookies }
    expect(await visitor.call(changePassword, input)).toMatchObject({ status: 400, msg: message })
    expect(visitor.cookies).toEqual(before)
    expect(await isSignedIn(visitor)).toBe(true)
    await expectUnchanged(person.email)
  })

  test('without a session', async () => {
    expect(await aBrowser().call(changePassword, CHANGE)).toMatchObject({ status: 401, code: 401, data: null })
  })

  test('without the CSRF token', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    expect(await visitor.call(changePassword, CHANGE, { 'x-csrf-token': '' })).toMatchObject({
      status: 403,
      data: null,
    })
    await expectUnchanged(person.email)
  })

  test('after five wrong guesses at the current password', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    const wrong = { ...CHANGE, oldPassword: 'Wrong#Password1' }
    for (let times = 0; times < 5; times++) expect((await visitor.call(changePassword, wrong)).status).toBe(400)
    // The wait of a second may be over before the next call.
    await server.db.execute(sql`
      update throttles set blocked_until = now() + interval '1 hour' where blocked_until is not null`)
    expect(await visitor.call(changePassword, CHANGE)).toMatchObject({ status: 429 })
    await expectUnchanged(person.email)
    await server.db.execute(sql`update throttles set blocked_until = now() - interval '1 second'`)
    expect(await visitor.call(changePassword, CHANGE)).toMatchObject({ status: 200 })
  })

  test("the call changes the caller's own password, even if it names another person (T079)", async () => {
    const { visitor } = await someoneSignedIn(server)
    const victim = await aPerson(server)
    const named = { ...CHANGE, email: victim.email, userId: victim.id, _id: victim.id }
    expect(await visitor.call(changePassword, named)).toMatchObject({ status: 200 })
    await expectUnchanged(victim.email)
  })
})
