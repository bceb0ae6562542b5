import { attachRoleToUser, detachRoleToUser, resetUserPassword, users } from '@gatehouse/contract/admin/people/users.ts'
import { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { aUser, userUpdate } from '../../../test/users.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const ABOVE = { status: 403, msg: 'You cannot change a person who has more permissions than you.' }
const GRANTS_MORE = { status: 403, msg: 'You cannot grant permissions that you do not have yourself.' }
const LAST = { status: 409, msg: 'The last active administrator cannot be removed.' }
const YOURSELF = { status: 409, msg: 'You cannot do this to yourself. Ask another administrator.' }

async function adminRole(): Promise<string> {
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from roles where system = 'admin'`)
  return rows[0]?.id as string
}

async function holderOf(roleId: string) {
  const user = await aUser(admin)
  expect(await admin.call(attachRoleToUser, { userId: user.id, roleId })).toMatchObject({ status: 200 })
  return { ...user, roleId }
}
type Holder = Awaited<ReturnType<typeof holderOf>>

const roleOf = async (userId: string) => {
  const { rows } = await server.db.execute<{ role_id: string | null }>(
    sql`select role_id from users where id = ${userId}`,
  )
  return rows[0]?.role_id
}

describe('a person with more permissions than the caller', () => {
  test.each<[what: string, call: (by: Visitor, one: Holder) => Promise<{ status: number; msg: string }>]>([
    ['is not changed', (by, one) => by.call(users.update, userUpdate(one, { lastName: 'Menon' }))],
    ['is not given another address', (by, one) => by.call(users.update, userUpdate(one, { email: 'x@example.com' }))],
    ['is not deactivated', (by, one) => by.call(users.update, userUpdate(one, { isActive: false }))],
    ['is not deleted', (by, one) => by.call(users.remove, { userId: one.id })],
    [
      'gets no new password (T069)',
      (by, { email }) => by.call(resetUserPassword, { email, newPassword: 'Heron#Meadow58*Oar' }),
    ],
    ['keeps their role', (by, { id, roleId }) => by.call(detachRoleToUser, { userId: id, roleId })],
    [
      'gets no other role',
      async (by, { id }) => by.call(attachRoleToUser, { userId: id, roleId: await aRole(server, []) }),
    ],
  ])('%s', async (_what, call) => {
    const { visitor } = await someoneWith(server, ['users:read', 'users:write', 'roles:read'])
    for (const roleId of [await adminRole(), await aRole(server, ['users:read', 'audit:read'])]) {
      const one = await holderOf(roleId)
      const before = await auditOf(server, one.id)
      expect(await call(visitor, one)).toMatchObject(ABOVE)
      expect(await auditOf(server, one.id)).toEqual(before)
      expect(await roleOf(one.id)).toBe(roleId)
      const browser = server.visitor({ ip: anAddress() })
      expect(await browser.call(login, { email: one.email, password: PASSWORD })).toMatchObject({ status: 200 })
    }
  })

  test('is not restored by the caller', async () => {
    const { visitor } = await someoneWith(server, ['users:write'])
    const one = await holderOf(await aRole(server, ['audit:read']))
    await admin.call(users.remove, { userId: one.id })
    expect(await visitor.call(users.restore, { id: one.id })).toMatchObject(ABOVE)
    expect((await admin.call(users.list, { page: 0, deleted: true })).data).toMatchObject({ rows: [{ _id: one.id }] })
  })

  test('does not include people with the same or fewer permissions', async () => {
    const { visitor } = await someoneWith(server, ['users:read', 'users:write'])
    const one = await holderOf(await aRole(server, ['users:read']))
    expect(await visitor.call(users.update, userUpdate(one, { lastName: 'Menon' }))).toMatchObject({ status: 200 })
    expect(await visitor.call(detachRoleToUser, { userId: one.id, roleId: one.roleId })).toMatchObject({ status: 200 })
  })
})

test('a caller cannot attach a role with permissions that they lack', async () => {
  const { visitor } = await someoneWith(server, ['users:read', 'users:write'])
  const { id } = await aUser(admin)
  for (const roleId of [await adminRole(), await aRole(server, ['users:read', 'audit:read'])]) {
    expect(await visitor.call(attachRoleToUser, { userId: id, roleId })).toMatchObject(GRANTS_MORE)
    expect(await roleOf(id)).toBeNull()
  }
  expect((await auditOf(server, id)).map(({ event }) => event)).toEqual(['users.created'])
  const roleId = await aRole(server, ['users:read'])
  expect(await visitor.call(attachRoleToUser, { userId: id, roleId })).toMatchObject({
    status: 200,
    msg: 'Role Attached',
  })
  expect((await visitor.call(users.list, { userId: id })).data).toMatchObject([{ roleAttached: [{ _id: roleId }] }])
})

test('a caller cannot give permissions to themselves (T082)', async () => {
  const { visitor, person, roleId } = await someoneWith(server, ['users:read', 'users:write'])
  const more = await adminRole()
  expect(await visitor.call(attachRoleToUser, { userId: person.id, roleId: more })).toMatchObject(GRANTS_MORE)
  expect(await visitor.call(detachRoleToUser, { userId: person.id, roleId })).toMatchObject(YOURSELF)
  expect(await visitor.call(users.remove, { userId: person.id })).toMatchObject(YOURSELF)
  const form = { ...person, firstName: 'Asha', lastName: 'Rao', name: '', password: '' }
  const off = userUpdate({ id: person.id, form }, { isActive: false })
  expect(await visitor.call(users.update, off)).toMatchObject(YOURSELF)
  expect(await roleOf(person.id)).toBe(roleId)
})

test.each([
  ['a role that does not exist', '018f0000-0000-7000-8000-000000000000', { status: 404 }],
  ['no role', undefined, { status: 400, msg: 'Status is required' }],
  ['an invalid id', 'Admin', { status: 400, msg: 'Status is required' }],
])('%s is not attached', async (_what, roleId, refusal) => {
  const { id } = await aUser(admin)
  expect(await admin.call(attachRoleToUser, { userId: id, roleId })).toMatchObject(refusal)
  expect(await admin.call(detachRoleToUser, { userId: id, roleId })).toMatchObject(refusal)
})

describe('a permission created by an administrator', () => {
  test('is attached to role Admin and in the session, and administrators can change each other after its deactivation', async () => {
    const form = { name: 'claims:settle', description: 'Settle claims', status: 'ACTIVE' }
    const { data: permission } = await admin.call(permissions.create, form)
    expect((await admin.call(getSession)).data.session?.permissions).toContain('claims:settle')
    const held = async () =>
      ((await admin.call(roles.list)).data as { system: string | null; permissions: { name: string }[] }[])
        .find(({ system }) => system === 'admin')
        ?.permissions.map(({ name }) => name)
    expect(await held()).toContain('claims:settle')

    const off = { ...form, permissionId: permission._id, status: 'INACTIVE' }
    expect(await admin.call(permissions.update, off)).toMatchObject({ status: 200 })
    expect((await admin.call(getSession)).data.session?.permissions).not.toContain('claims:settle')
    // Administrators still hold the inactive permission, so no administrator is above another.
    const other = await holderOf(await adminRole())
    expect(await admin.call(users.update, userUpdate(other, { lastName: 'Menon' }))).toMatchObject({ status: 200 })
    const browser = server.visitor({ ip: anAddress() })
    await signIn(server, browser, other.email)
    expect(await admin.call(detachRoleToUser, { userId: other.id, roleId: other.roleId })).toMatchObject({
      status: 200,
    })
  })
})

describe('the last active administrator (T083)', () => {
  let one: { person: { id: string; email: string }; visitor: Visitor }
  beforeEach(async () => {
    await server.db.execute(sql`update users set role_id = null where role_id = ${await adminRole()}`)
    one = await anAdministrator(server)
  })

  const form = () => ({
    ...one.person,
    phoneNumber: '9000000001',
    userName: '',
    firstName: 'Asha',
    lastName: 'Rao',
    name: '',
    password: '',
  })

  test.each<[what: string, call: () => Promise<unknown>]>([
    ['deleted', () => one.visitor.call(users.remove, { userId: one.person.id })],
    [
      'deactivated',
      () => one.visitor.call(users.update, userUpdate({ id: one.person.id, form: form() }, { isActive: false })),
    ],
    ['detached', async () => one.visitor.call(detachRoleToUser, { userId: one.person.id, roleId: await adminRole() })],
    [
      'given another role',
      async () => one.visitor.call(attachRoleToUser, { userId: one.person.id, roleId: await aRole(server, []) }),
    ],
  ])('cannot be %s', async (_what, call) => {
    const before = await auditOf(server, one.person.id)
    // Inactive and deleted administrators do not count.
    for (const state of [sql`is_active = false`, sql`deleted_at = now()`]) {
      const { id } = await aPerson(server, { isAdmin: true })
      await server.db.execute(sql`update users set ${state} where id = ${id}`)
    }
    expect(await call()).toMatchObject(LAST)
    expect(await auditOf(server, one.person.id)).toEqual(before)
    expect((await one.visitor.call(getSession)).data.session).not.toBeNull()
    expect(await roleOf(one.person.id)).toBe(await adminRole())
  })
})
