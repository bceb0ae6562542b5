import { forgetUserBrowsers, userRememberedBrowsers } from '@gatehouse/contract/admin/people/remembered-browsers.ts'
import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { attachRoleToUser, resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { makeRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import {
  forgetAllBrowsers,
  forgetBrowser,
  listRememberedBrowsers,
} from '@gatehouse/contract/factors/remembered-browsers.ts'
import { signInWithAuthenticator } from '@gatehouse/contract/factors/second-step.ts'
import { DestroySession, getSession } from '@gatehouse/contract/session.ts'
import {
  changePassword,
  consumeLogInOtpEmail,
  login,
  requestLogInOtp,
  signInProgress,
} from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { addAppTo, shownBy } from '../../test/authenticators.ts'
import { anAddress, aPerson, PASSWORD } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { whileLinesFail } from '../../test/failing-line.ts'
import { addPasskeyTo } from '../../test/passkeys.ts'
import { aRole } from '../../test/roles.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { hashPassword } from '../identity/passwords.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const COOKIE = '__Host-eai_rem'
const begin = (visitor: Visitor, email: string, more: object = {}) =>
  visitor.call(login, { email, password: PASSWORD, ...more })
const aBrowser = () => server.visitor({ ip: anAddress() })

/** Signs in with both steps, and has the browser remembered. */
async function remember(visitor: Visitor, email: string) {
  await begin(visitor, email, { secondStep: true })
  return visitor.call(consumeLogInOtpEmail, { otp: await server.codeFor(email), rememberBrowser: true })
}

/** A person in a browser that is remembered. */
async function someoneRemembered(person: Parameters<typeof aPerson>[1] = {}) {
  const { id, email } = await aPerson(server, person)
  const visitor = aBrowser()
  await remember(visitor, email)
  return { id, email, visitor }
}

const isRemembered = async (visitor: Visitor, email: string) => (await begin(visitor, email)).data.next === 'signed-in'

async function giveRole(userId: string, roleId: string) {
  await server.db.execute(sql`update users set role_id = ${roleId} where id = ${userId}`)
}

test('after the code a browser is remembered: the password signs in there, and only there', async () => {
  const { id, email } = await aPerson(server)
  const visitor = aBrowser()
  expect((await begin(visitor, email)).data).toMatchObject({ next: 'otp', mayRemember: true })
  expect((await visitor.call(signInProgress)).data).toMatchObject({ mayRemember: true })
  const otp = await server.codeFor(email)
  const signedIn = await visitor.call(consumeLogInOtpEmail, { otp, rememberBrowser: true })
  expect(String(signedIn.headers['set-cookie'])).toMatch(
    /__Host-eai_rem=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; Priority=High; SameSite=Lax/,
  )
  const subjects = (await server.inbox(email)).map(({ subject }) => subject)
  expect(subjects).toContain('A browser is remembered for your EAI account')
  await visitor.call(DestroySession)

  const former = visitor.cookies[COOKIE]
  const mails = (await server.inbox(email)).length
  expect(await begin(visitor, email)).toMatchObject({
    status: 200,
    data: { next: 'signed-in', sentTo: '', signedIn: { userData: { email }, next: { to: 'dashboard' } } },
  })
  expect((await visitor.call(getSession)).data.session?.user.email).toBe(email)
  expect(visitor.cookies[COOKIE]).not.toBe(former)
  expect(await server.inbox(email)).toHaveLength(mails)
  const { rows } = await server.db.execute(sql`
    select s.amr, s.is_strong as "isStrong", (
      select detail from audit_events e where e.session_id = s.id and e.event = 'signin.completed') as detail
    from sessions s where s.user_id = ${id} order by s.created_at desc limit 1`)
  expect(rows).toEqual([{ amr: ['pwd'], isStrong: false, detail: { isRemembered: true } }])
  expect(await isRemembered(aBrowser(), email)).toBe(false)
  expect(await begin(visitor, email, { password: 'wrong' })).toMatchObject({ status: 401 })
  expect((await begin(visitor, email, { secondStep: true })).data).toMatchObject({ next: 'otp' })
})

test('the code of an app may remember a browser, too', async () => {
  const { email, visitor } = await someoneRemembered()
  const { secret } = await addAppTo(server, visitor)
  const other = aBrowser()
  await begin(other, email)
  await other.call(signInWithAuthenticator, { otp: await shownBy(server, secret), rememberBrowser: true })
  expect(await isRemembered(other, email)).toBe(true)
})

test('nothing is remembered for programs, without the wish, or without a password', async () => {
  const { email } = await aPerson(server, { codeOnly: true })
  const visitor = aBrowser()
  await begin(visitor, email)
  await visitor.call(consumeLogInOtpEmail, { otp: await server.codeFor(email) })
  expect((await visitor.call(requestLogInOtp, { email })).data.mayRemember).toBe(false)
  await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email), rememberBrowser: true })
  expect(visitor.cookies[COOKIE]).toBeUndefined()
  const program = server.visitor({ web: false, ip: anAddress() })
  const { data } = await begin(program, email)
  expect(data.mayRemember).toBe(false)
  const { loginTxn } = data
  await program.call(consumeLogInOtpEmail, { otp: await server.codeFor(email), loginTxn, rememberBrowser: true })
  const { rows } = await server.db.execute(sql`
    select from remembered_browsers b join users u on u.id = b.user_id where u.email = ${email}`)
  expect(rows).toHaveLength(0)
})

test('of equal sign-ins at once one is accepted; an old value later ends the browser, and its owner is notified', async () => {
  const { id, email, visitor } = await someoneRemembered()
  const old = visitor.cookies[COOKIE] ?? ''
  const thieves = Array.from({ length: 4 }, aBrowser)
  for (const thief of thieves) thief.cookies[COOKIE] = old
  const answers = await Promise.all(thieves.map((thief) => begin(thief, email)))
  expect(answers.filter(({ data }) => data.next === 'signed-in')).toHaveLength(1)
  const winner = thieves[answers.findIndex(({ data }) => data.next === 'signed-in')] as Visitor
  expect(await isRemembered(winner, email)).toBe(true)

  await server.db.execute(sql`
    update remembered_browsers set last_used_at = last_used_at - interval '1 minute' where user_id = ${id}`)
  const thief = aBrowser()
  thief.cookies[COOKIE] = old
  await begin(thief, email, { password: 'wrong' })
  expect(await isRemembered(winner, email)).toBe(true)
  await server.db.execute(sql`
    update remembered_browsers set last_used_at = last_used_at - interval '1 minute' where user_id = ${id}`)
  expect(await isRemembered(thief, email)).toBe(false)
  expect(await isRemembered(winner, email)).toBe(false)
  const subjects = (await server.inbox(email)).map(({ subject }) => subject)
  expect(subjects).toContain('A remembered browser of your EAI account was refused')
})

test('the owner is notified of an old value also if the database could not store it at first', async () => {
  const { id, email, visitor } = await someoneRemembered()
  const thief = aBrowser()
  thief.cookies[COOKIE] = visitor.cookies[COOKIE] ?? ''
  expect(await isRemembered(visitor, email)).toBe(true)
  await server.db.execute(sql`
    update remembered_browsers set last_used_at = last_used_at - interval '1 minute' where user_id = ${id}`)
  await whileLinesFail(server, 'browsers.copied', async () =>
    expect(await begin(thief, email)).toMatchObject({ status: 503 }),
  )
  expect(await isRemembered(thief, email)).toBe(false)
  const subjects = (await server.inbox(email)).map(({ subject }) => subject)
  expect(subjects).toContain('A remembered browser of your EAI account was refused')
})

test('a sign-in that the database cannot store leaves the browser remembered', async () => {
  const { email, visitor } = await someoneRemembered()
  await whileLinesFail(server, 'signin.completed', async () =>
    expect(await begin(visitor, email)).toMatchObject({ status: 503 }),
  )
  expect(await isRemembered(visitor, email)).toBe(true)
})

test('a value is bound to its person, and ends after thirty days; another person takes its place', async () => {
  const { id, email, visitor } = await someoneRemembered()
  const other = await aPerson(server)
  expect(await isRemembered(visitor, other.email)).toBe(false)
  expect(await isRemembered(visitor, email)).toBe(true)
  await server.db.execute(sql`update remembered_browsers set expires_at = now() where user_id = ${id}`)
  expect(await isRemembered(visitor, email)).toBe(false)
  await remember(visitor, email)
  await remember(visitor, other.email)
  const { rows } = await server.db.execute(sql`
    select user_id from remembered_browsers where user_id = any(${[id, other.id]}::uuid[]) and expires_at > now()`)
  expect(rows).toEqual([{ user_id: other.id }])
})

test('also at the sign-in that renews the hash of a former release', async () => {
  const { id, email, visitor } = await someoneRemembered()
  const former = await hashPassword(
    { ...server.keys, passwordCost: { memoryCost: 128, timeCost: 2, parallelism: 1 } },
    PASSWORD,
  )
  await server.db.execute(sql`update users set password_hash = ${former} where id = ${id}`)
  expect(await isRemembered(visitor, email)).toBe(true)
  const { rows } = await server.db.execute(
    sql`select password_hash <> ${former} as renewed from users where id = ${id}`,
  )
  expect(rows).toEqual([{ renewed: true }])
  expect(await isRemembered(visitor, email)).toBe(true)
})

type Ending = (of: { id: string; email: string; visitor: Visitor }) => Promise<unknown>
const ENDINGS: [what: string, end: Ending, password?: string][] = [
  [
    'forgetting it',
    async ({ visitor }) => {
      const [browser] = (await visitor.call(listRememberedBrowsers)).data
      expect(browser).toMatchObject({ isCurrent: true })
      return visitor.call(forgetBrowser, { browserId: browser?._id ?? '' })
    },
  ],
  ['forgetting all', ({ visitor }) => visitor.call(forgetAllBrowsers)],
  [
    'an administrator',
    async ({ id }) => {
      expect((await admin.call(userRememberedBrowsers, { userId: id })).data).toHaveLength(1)
      return admin.call(forgetUserBrowsers, { userId: id })
    },
  ],
  ['the end of all sessions by an administrator', ({ id }) => admin.call(endUserSessions, { userId: id })],
  ['a new passkey', ({ visitor }) => addPasskeyTo(visitor, anAuthenticator())],
  ['a new app', ({ visitor }) => addAppTo(server, visitor)],
  ['recovery codes', ({ visitor }) => visitor.call(makeRecoveryCodes)],
  [
    'a role of the console',
    async ({ id }) => admin.call(attachRoleToUser, { userId: id, roleId: await aRole(server, ['users:read']) }),
  ],
  [
    'a new password',
    ({ visitor }) => visitor.call(changePassword, { oldPassword: PASSWORD, newPassword: 'Osprey#Canyon77*Drum' }),
    'Osprey#Canyon77*Drum',
  ],
  [
    'a password from an administrator',
    ({ email }) => admin.call(resetUserPassword, { email, newPassword: 'Osprey#Canyon77*Drum' }),
    'Osprey#Canyon77*Drum',
  ],
]

test.each(ENDINGS)('%s ends it', async (_, end, password = PASSWORD) => {
  const someone = await someoneRemembered()
  await end(someone)
  const { rows } = await server.db.execute(sql`select from remembered_browsers where user_id = ${someone.id}`)
  expect(rows).toHaveLength(0)
  expect((await begin(someone.visitor, someone.email, { password })).data).toMatchObject({ next: 'otp' })
})

describe('for people with permissions in the console', () => {
  test('it is neither offered nor honoured, unless the role allows it', async () => {
    const { id, email, visitor } = await someoneRemembered()
    const roleId = await aRole(server, ['users:read'])
    await giveRole(id, roleId)
    expect((await begin(visitor, email)).data).toMatchObject({ next: 'otp', mayRemember: false })
    const other = aBrowser()
    await remember(other, email)
    expect(other.cookies[COOKIE]).toBeUndefined()

    const form = { name: `Desk ${roleId}`, description: 'Desk', status: 'ACTIVE' as const }
    expect(await admin.call(roles.update, { roleId, ...form, remembersBrowsers: true })).toMatchObject({
      status: 200,
      data: { remembersBrowsers: true },
    })
    await remember(other, email)
    expect(await isRemembered(other, email)).toBe(true)
    await server.db.execute(sql`update roles set needs_strong_sign_in = true where id = ${roleId}`)
    expect(await isRemembered(other, email)).toBe(false)
  })

  test('not for administrators', async () => {
    const { visitor } = await someoneRemembered({ isAdmin: true })
    expect(visitor.cookies[COOKIE]).toBeUndefined()
  })
})
