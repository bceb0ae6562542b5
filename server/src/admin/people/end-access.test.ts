import {
  addUserApplicationClinetRole,
  attachRoleToUser,
  detachRoleToUser,
  resetUserPassword,
  users,
} from '@gatehouse/contract/admin/people/users.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { listTiles, redeem } from '@gatehouse/contract/launch.ts'
import { TAKEN } from '@gatehouse/contract/people.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login, requestRequestPassword, resetLinkState } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, launch, PASSWORD, signIn } from '../../../test/builders.ts'
import { auditOf, useAdministrator } from '../../../test/console.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { aUser, userUpdate } from '../../../test/users.ts'
import { openSession } from '../../sessions/open-session.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** A person who is signed in, with an unredeemed launch token and an access token. */
async function someoneAtWork() {
  const user = await aUser(admin)
  const [application, client] = [await anApplication(server), await aClient(server)]
  const pair = { applicationId: application.id, clientId: client.id }
  await admin.call(addUserApplicationClinetRole, { userId: user.id, ...pair, role: 'User' })
  const visitor = server.visitor({ ip: anAddress() })
  await signIn(server, visitor, user.email)
  const access = { visitor, person: { ...user, phoneNumber: '', userName: '' }, application }
  const redeemIt = async (token: string) =>
    server.visitor({ web: false }).call(redeem, { token }, { authorization: application.authorization })
  await redeemIt((await launch(access)).data.oAuthToken)
  const waiting = (await launch(access)).data.oAuthToken
  return { user, visitor, pair, redeemWaiting: () => redeemIt(waiting) }
}

type AtWork = Awaited<ReturnType<typeof someoneAtWork>>

const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession)).data.session !== null

async function countValidTokens(userId: string) {
  const { rows } = await server.db.execute(
    sql`select 1 from access_tokens where user_id = ${userId} and revoked_at is null`,
  )
  return rows.length
}

async function expectSignedOut({ user, visitor, redeemWaiting }: AtWork) {
  expect(await isSignedIn(visitor)).toBe(false)
  expect(await countValidTokens(user.id)).toBe(0)
  expect(await redeemWaiting()).toMatchObject({ status: 400 })
}

const ENDINGS: [what: string, end: (one: AtWork) => Promise<unknown>, back?: (one: AtWork) => Promise<unknown>][] = [
  [
    'being deactivated',
    ({ user }) => admin.call(users.update, userUpdate(user, { isActive: false })),
    ({ user }) => admin.call(users.update, userUpdate(user)),
  ],
  [
    'being deleted',
    ({ user }) => admin.call(users.remove, { userId: user.id }),
    ({ user }) => admin.call(users.restore, { id: user.id }),
  ],
  [
    'getting a role',
    async ({ user }) => admin.call(attachRoleToUser, { userId: user.id, roleId: await aRole(server, []) }),
  ],
  [
    'a new password',
    ({ user }) => admin.call(resetUserPassword, { email: user.email, newPassword: 'Heron#Meadow58*Oar' }),
  ],
]

describe.each(ENDINGS)('%s', (_what, end, back) => {
  test('ends sessions and tokens at once (T013)', async () => {
    const one = await someoneAtWork()
    const bystander = await someoneAtWork()
    expect(await end(one)).toMatchObject({ status: 200 })
    await expectSignedOut(one)
    expect(await isSignedIn(bystander.visitor)).toBe(true)
    expect(await countValidTokens(bystander.user.id)).toBe(1)
  })

  test.runIf(back)('voids links and codes for good', async () => {
    const { user, visitor } = await someoneAtWork()
    const [begun, asker] = [server.visitor({ ip: anAddress() }), server.visitor({ ip: anAddress() })]
    await begun.call(login, { email: user.email, password: PASSWORD })
    const otp = await server.codeFor(user.email)
    await asker.call(requestRequestPassword, { email: user.email })
    const uuid = await server.resetLinkFor(user.email)
    const isUsable = async () => (await asker.call(resetLinkState, { uuid })).data.isUsable
    expect(await isUsable()).toBe(true)
    await end({ user, visitor } as AtWork)
    await back?.({ user, visitor } as AtWork)
    expect(await isUsable()).toBe(false)
    expect(await begun.call(consumeLogInOtpEmail, { email: user.email, otp })).toMatchObject({ status: 400 })
  })

  test.runIf(back)('does not bring them back when the person is restored', async () => {
    const one = await someoneAtWork()
    await end(one)
    // A sign-in in progress opens its session after the change.
    const openLate = (kind: 'bearer' | 'cookie') => {
      const asked = { ip: anAddress(), userAgent: '', amr: [], factor: null, rememberMe: false }
      return server.db.transaction((tx) => openSession(tx, { userId: one.user.id, kind, ...asked }))
    }
    const { secret } = await openLate('bearer')
    const program = server.visitor({ web: false, headers: { authorization: `Bearer ${secret}` } })
    const browser = server.visitor({ ip: anAddress() })
    browser.cookies['__Host-eai_sid'] = (await openLate('cookie')).secret
    expect([await isSignedIn(program), await isSignedIn(browser)]).toEqual([false, false])
    expect(await back?.(one)).toMatchObject({ status: 200 })
    await expectSignedOut(one)
    expect(await isSignedIn(program)).toBe(false)
    // The account is active again, so the page does not say that it is not.
    const { data } = await browser.call(getSession)
    expect(data).toMatchObject({ session: null, endReason: 'ended-by-administrator' })
    const again = server.visitor({ ip: anAddress() })
    await signIn(server, again, one.user.email)
    expect((await again.call(listTiles)).data).toHaveLength(1)
  })
})

test("detaching a role ends the person's sessions", async () => {
  const user = await aUser(admin)
  const roleId = await aRole(server, ['users:read'])
  await admin.call(attachRoleToUser, { userId: user.id, roleId })
  const visitor = server.visitor({ ip: anAddress() })
  await signIn(server, visitor, user.email)
  expect(await admin.call(detachRoleToUser, { userId: user.id, roleId })).toMatchObject({ status: 200 })
  expect(await isSignedIn(visitor)).toBe(false)
  expect((await auditOf(server, user.id)).at(-1)).toMatchObject({
    event: 'users.role-detached',
    detail: { name: 'Meera Nair', changes: [{ field: 'role', before: expect.stringMatching(/^Role /), after: null }] },
  })
})

test('a change of other fields ends no session', async () => {
  const { user, visitor } = await someoneAtWork()
  await admin.call(users.update, userUpdate(user, { lastName: 'Menon' }))
  expect(await isSignedIn(visitor)).toBe(true)
  expect(await countValidTokens(user.id)).toBe(1)
})

describe('a deleted person', () => {
  test('leaves email and user name free, and cannot be restored while they are taken', async () => {
    const user = await aUser(admin)
    await admin.call(users.remove, { userId: user.id })
    expect(
      await server.visitor({ ip: anAddress() }).call(login, { email: user.email, password: PASSWORD }),
    ).toMatchObject({ status: 401 })
    const { email, userName } = user.form
    for (const taken of [{ email }, { userName }]) {
      const successor = await aUser(admin, taken)
      expect(await admin.call(users.restore, { id: user.id })).toMatchObject({
        status: 400,
        msg: TAKEN[Object.keys(taken)[0] as keyof typeof TAKEN],
      })
      expect((await auditOf(server, user.id)).at(-1)?.event).toBe('users.deleted')
      await admin.call(users.remove, { userId: successor.id })
    }
    expect(await admin.call(users.restore, { id: user.id })).toMatchObject({ status: 200, msg: 'Restored' })
    await signIn(server, server.visitor({ ip: anAddress() }), user.email)
  })

  test('who has no password yet gets a new link when restored', async () => {
    const user = await aUser(admin, { firstPassword: 'link' })
    const visitor = server.visitor({ ip: anAddress() })
    const former = await server.resetLinkFor(user.email)
    await admin.call(users.remove, { userId: user.id })
    await admin.call(users.restore, { id: user.id })
    const usable = async (uuid: string) => (await visitor.call(resetLinkState, { uuid })).data.isUsable
    expect(await usable(former)).toBe(false)
    const next = await server.resetLinkFor(user.email)
    expect([next === former, await usable(next)]).toEqual([false, true])
  })

  test('is restored without a role that was deleted in the meantime, even after that role is restored', async () => {
    const user = await aUser(admin)
    const roleId = await aRole(server, ['users:read'])
    await admin.call(attachRoleToUser, { userId: user.id, roleId })
    await admin.call(users.remove, { userId: user.id })
    expect(await admin.call(roles.remove, { roleId })).toMatchObject({ status: 200 })
    expect((await admin.call(users.restore, { id: user.id })).data).toMatchObject({ roleAttached: [] })
    await admin.call(roles.restore, { id: roleId })
    const { rows } = await server.db.execute(sql`select role_id from users where id = ${user.id}`)
    expect(rows).toEqual([{ role_id: null }])
  })
})
