import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { attachRoleToUser, resetUserPassword, users } from '@gatehouse/contract/admin/people/users.ts'
import { DestroySession, endOtherSessions, getSession, getSessionState } from '@gatehouse/contract/session.ts'
import { changePassword } from '@gatehouse/contract/signin.ts'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anAddress, anApplication, anAssignment, launch, PASSWORD, signIn } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { aRole } from '../../test/roles.ts'
import { useTestServer } from '../../test/server.ts'
import { aUser, userUpdate } from '../../test/users.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** A person with two browsers; the session of the first one ends. */
async function someone() {
  const user = await aUser(admin)
  const [here, elsewhere] = [server.visitor({ ip: anAddress() }), server.visitor({ ip: anAddress() })]
  await signIn(server, here, user.email)
  await signIn(server, elsewhere, user.email)
  return { user, here, elsewhere }
}
type Someone = Awaited<ReturnType<typeof someone>>

const ANOTHER = 'Heron#Violet19*Quay'
const age = (column: string, { user }: Someone) =>
  server.db.execute(sql`update sessions set ${raw(column)} = now() - interval '1 year' where user_id = ${user.id}`)

test.each<[string, (them: Someone) => Promise<unknown>, string]>([
  ['from another browser', ({ elsewhere }) => elsewhere.call(endOtherSessions, {}), 'ended-by-owner'],
  ['by an administrator', ({ user }) => admin.call(endUserSessions, { userId: user.id }), 'ended-by-administrator'],
  [
    'by a change of password',
    ({ elsewhere }) => elsewhere.call(changePassword, { oldPassword: PASSWORD, newPassword: ANOTHER }),
    'password-changed',
  ],
  [
    'by a password set by an administrator',
    ({ user }) => admin.call(resetUserPassword, { email: user.email, newPassword: ANOTHER }),
    'password-reset',
  ],
  [
    'by another role',
    async ({ user }) => admin.call(attachRoleToUser, { userId: user.id, roleId: await aRole(server, []) }),
    'role-changed',
  ],
  [
    'by a deactivation',
    ({ user }) => admin.call(users.update, userUpdate(user, { isActive: false, status: 'InActive' })),
    'deactivated',
  ],
  ['by a deletion', ({ user }) => admin.call(users.remove, { userId: user.id }), 'deleted'],
  ['without use', (them) => age('last_seen_at', them), 'idle'],
  ['at its maximum time', (them) => age('expires_at', them), 'expired'],
  [
    'by a sign-in of another person in its browser',
    async ({ here }) => {
      const other = await aUser(admin)
      const former = { ...here.cookies }
      await signIn(server, here, other.email)
      Object.assign(here.cookies, former)
    },
    'replaced',
  ],
])('a session that ended %s gives that reason', async (_case, happen, endReason) => {
  const them = await someone()
  await happen(them)
  expect((await them.here.call(getSessionState, {})).data).toEqual({ userId: null })
  expect((await them.here.call(getSession, {})).data).toMatchObject({ session: null, endReason })
})

test('a session ended by signing out gives the reason to other pages of the same browser', async () => {
  const { user, here } = await someone()
  const application = await anApplication(server)
  await anAssignment(server, user.id, application.id, (await aClient(server)).id)
  await launch({ visitor: here, person: { ...user, phoneNumber: '', userName: '' }, application })
  await here.call(DestroySession, {})
  expect(here.cookies).not.toHaveProperty('__Host-eai_sid')
  expect((await here.call(getSession, {})).data).toMatchObject({ session: null, endReason: 'logout' })
  expect((await server.visitor().call(getSession, {})).data.endReason).toBeNull()
})
