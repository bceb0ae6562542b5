import { resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import {
  consumeLogInOtpEmail,
  consumeRequestRequestPassword,
  login,
  requestRequestPassword,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import { untilWaiting } from '../../test/lock-waits.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const NEW_PASSWORD = 'Heron#Meadow58*Oar'
const INVALID = {
  status: 400,
  code: 400,
  msg: 'This reset link is invalid or has expired. Request a new one.',
  data: null,
}

const aBrowser = () => server.visitor({ ip: anAddress() })

/** Requests a link and opens the message. */
async function aLink(email: string) {
  await aBrowser().call(requestRequestPassword, { email })
  return server.resetLinkFor(email)
}

const reset = (uuid: string, newPassword = NEW_PASSWORD, more: object = {}) =>
  aBrowser().call(consumeRequestRequestPassword, { uuid, newPassword, ...more })

const canSignIn = async (email: string, password: string) =>
  (await aBrowser().call(login, { email, password })).status === 200

test('a person chooses a new password by the link from the message', async () => {
  const { email } = await aPerson(server)
  const asked = await aBrowser().call(requestRequestPassword, { email: email.toUpperCase() })
  expect(asked).toMatchObject({ status: 200, msg: 'Reset Password link was sent to your email successfully', data: {} })
  const [message] = await server.inbox(email)
  expect(message?.subject).toBe('Choose a new password for EAI')
  const link = /http:\/\/localhost:3000\/resetpassword\/([\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12})\s/
  const uuid = link.exec(message?.text ?? '')?.[1] as string

  expect(await reset(uuid)).toMatchObject({ status: 200, msg: 'Password changed successfully', data: {} })
  expect(await canSignIn(email, PASSWORD)).toBe(false)
  expect((await signIn(server, aBrowser(), email, NEW_PASSWORD)).userData.email).toBe(email)
})

test('the owner of the account is notified', async () => {
  const { email } = await aPerson(server)
  await reset(await aLink(email))
  expect((await server.inbox(email))[0]?.subject).toBe('Your EAI password was changed')
})

test('the next sign-in still needs a code (T068)', async () => {
  const { email } = await aPerson(server)
  await reset(await aLink(email))
  const visitor = aBrowser()
  const answer = await visitor.call(login, { email, password: NEW_PASSWORD })
  expect(answer).toMatchObject({ status: 200, data: { next: 'otp' } })
  expect((await visitor.call(getSession)).data.session).toBeNull()
})

test.each<[who: string, make: () => Promise<string>]>([
  ['nobody', async () => 'nobody@example.com'],
  [
    'a deactivated account',
    async () => {
      const { id, email } = await aPerson(server)
      await server.db.execute(sql`update users set is_active = false where id = ${id}`)
      return email
    },
  ],
])('nothing is sent to %s (T059)', async (_who, make) => {
  const email = await make()
  expect(await aBrowser().call(requestRequestPassword, { email })).toMatchObject({ status: 200, data: {} })
  expect(await server.inbox(email)).toEqual([])
})

test.each(['', 'nobody', undefined])('a link cannot be requested for %j', async (email) => {
  expect(await aBrowser().call(requestRequestPassword, { email })).toMatchObject({ status: 400 })
})

describe('a link works', () => {
  test('once', async () => {
    const { email } = await aPerson(server)
    const uuid = await aLink(email)
    await reset(uuid)
    expect(await reset(uuid, 'Other#Meadow59*Oar')).toMatchObject(INVALID)
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true)
  })

  test('once, when it is used twenty times at the same moment (T066)', async () => {
    const { email } = await aPerson(server)
    const uuid = await aLink(email)
    const passwords = Array.from({ length: 20 }, (_, index) => `${NEW_PASSWORD}${index}`)
    const answers = await Promise.all(passwords.map((password) => reset(uuid, password)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ msg }) => msg === INVALID.msg)).toHaveLength(19)
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] as string
    expect(await canSignIn(email, winner)).toBe(true)
    const notices = (await server.inbox(email)).filter(({ subject }) => subject.includes('was changed'))
    expect(notices).toHaveLength(1)
  })

  test('until a newer one is requested (T066)', async () => {
    const { email } = await aPerson(server)
    const older = await aLink(email)
    const newer = await aLink(email)
    expect(await reset(older)).toMatchObject(INVALID)
    expect(await reset(newer)).toMatchObject({ status: 200 })
  })

  test('for half an hour (T067)', async () => {
    const { id, email } = await aPerson(server)
    const uuid = await aLink(email)
    const { rows } = await server.db.execute(sql`
      select extract(epoch from expires_at - created_at)::int as seconds from reset_links where user_id = ${id}`)
    expect(rows).toEqual([{ seconds: 1800 }])
    await server.db.execute(sql`update reset_links set expires_at = now() - interval '1 second' where user_id = ${id}`)
    expect(await reset(uuid)).toMatchObject(INVALID)
    expect(await canSignIn(email, PASSWORD)).toBe(true)
  })

  test('after its page was opened, as mail scanners do (T066)', async () => {
    const uuid = await aLink((await aPerson(server)).email)
    for (let times = 0; times < 3; times++) {
      await server.app.inject({ url: `/resetpassword/${uuid}`, headers: { host: 'localhost:3000' } })
    }
    expect(await reset(uuid)).toMatchObject({ status: 200 })
  })

  test('in capitals too', async () => {
    expect(await reset((await aLink((await aPerson(server)).email)).toUpperCase())).toMatchObject({ status: 200 })
  })

  test('only while the account is active', async () => {
    const { id, email } = await aPerson(server)
    const uuid = await aLink(email)
    await server.db.execute(sql`update users set is_active = false where id = ${id}`)
    expect(await reset(uuid)).toMatchObject(INVALID)
  })

  test('for its owner, even if the request names another person (T067)', async () => {
    const [owner, victim] = [await aPerson(server), await aPerson(server)]
    const uuid = await aLink(owner.email)
    expect(await reset(uuid, NEW_PASSWORD, { email: victim.email, userId: victim.id })).toMatchObject({ status: 200 })
    expect(await canSignIn(victim.email, PASSWORD)).toBe(true)
    expect(await canSignIn(owner.email, NEW_PASSWORD)).toBe(true)
  })
})

describe('an invalid link (T067)', () => {
  test.each<[uuid: unknown, message: string]>([
    [undefined, 'Id is required'],
    ['', 'Id is required'],
    [null, 'Id is required'],
    [['01920000-0000-4000-8000-000000000000'], 'Id is required'],
    ["' or true --", 'Id is required'],
    ['{01920000-0000-4000-8000-000000000000}', 'Id is required'],
    ['urn:uuid:01920000-0000-4000-8000-000000000000', 'Id is required'],
    ['01920000-0000-4000-8000-000000000000', INVALID.msg],
  ])('%j is refused', async (uuid, message) => {
    const answer = await aBrowser().call(consumeRequestRequestPassword, { uuid, newPassword: NEW_PASSWORD })
    expect(answer).toMatchObject({ status: 400, code: 400, msg: message })
  })

  test('made of the ids of the account and the stored link is refused', async () => {
    const { id, email } = await aPerson(server)
    await aLink(email)
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from reset_links where user_id = ${id}`)
    for (const uuid of [id, rows[0]?.id as string]) expect(await reset(uuid)).toMatchObject(INVALID)
  })
})

test.each<[password: unknown, message: string]>([
  [undefined, 'New Password is required'],
  ['', 'New Password is required'],
  ['short', 'Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and one special case Character'],
  ['Welcome@123', 'This password is too easy to guess. Choose another one.'],
  ['Sunitha@2024', 'This password is too easy to guess. Choose another one.'],
])('%j is refused as a password, and the link stays valid', async (newPassword, message) => {
  const { email } = await aPerson(server, { firstName: 'Sunitha' })
  const uuid = await aLink(email)
  const answer = await aBrowser().call(consumeRequestRequestPassword, { uuid, newPassword })
  expect(answer).toMatchObject({ status: 400, msg: message })
  expect(await canSignIn(email, PASSWORD)).toBe(true)
  expect(await reset(uuid)).toMatchObject({ status: 200 })
})

test('a link that is used while an administrator sets a password is void then, and neither waits for the other', async () => {
  const { visitor: admin } = await anAdministrator(server)
  const { id, email } = await aPerson(server)
  const uuid = await aLink(email)
  const set = () => admin.call(resetUserPassword, { email, newPassword: 'Otter#Lantern31*Brook' })
  const { byAdministrator, byLink } = await server.db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${id} for update`)
    const byAdministrator = set()
    await untilWaiting(server, 1)
    const byLink = reset(uuid)
    await untilWaiting(server, 2)
    return { byAdministrator, byLink }
  })
  expect([(await byAdministrator).status, await byLink]).toEqual([200, expect.objectContaining(INVALID)])
})

test('every session ends, and every code and link is void (T013)', async () => {
  const { email } = await aPerson(server)
  const [browser, program, halfway] = [aBrowser(), server.visitor({ web: false, ip: anAddress() }), aBrowser()]
  await signIn(server, browser, email)
  const { AutherisationToken: authorization } = await signIn(server, program, email)
  const other = await aPerson(server)
  const bystander = aBrowser()
  await signIn(server, bystander, other.email)
  const uuid = await aLink(email)
  await halfway.call(login, { email, password: PASSWORD })
  const otp = await server.codeFor(email)

  expect(await reset(uuid)).toMatchObject({ status: 200 })

  expect((await browser.call(getSession)).data.session).toBeNull()
  expect((await program.call(getSession, {}, { authorization })).data.session).toBeNull()
  expect(await halfway.call(consumeLogInOtpEmail, { email, otp })).toMatchObject({
    status: 400,
    msg: 'This sign-in has expired. Sign in again.',
  })
  expect((await bystander.call(getSession)).data.session?.user.email).toBe(other.email)
})

test('the link verifies the email of an account', async () => {
  const { email } = await aPerson(server, { isVerified: false })
  await reset(await aLink(email))
  expect((await signIn(server, aBrowser(), email, NEW_PASSWORD)).userData.email).toBe(email)
})

describe('the host in the link is the configured one (T064)', () => {
  test.each(['evil.example', 'localhost:3000.evil.example', 'evil.example:3000', 'localhost:3000@evil.example', ''])(
    'and a request for host %j is refused without a message',
    async (host) => {
      const { email } = await aPerson(server)
      const answer = await aBrowser().call(requestRequestPassword, { email }, { host })
      expect(answer).toMatchObject({ status: 421, code: 421, data: null })
      expect(await server.inbox(email)).toEqual([])
    },
  )

  test.each([
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example' },
    { 'x-forwarded-proto': 'ftp' },
  ])('whatever %j contains', async (headers) => {
    const { email } = await aPerson(server)
    await aBrowser().call(requestRequestPassword, { email }, headers)
    const [message] = await server.inbox(email)
    expect(message?.text).toContain('http://localhost:3000/resetpassword/')
    expect(`${message?.text}${message?.html}`).not.toContain('evil.example')
  })
})
