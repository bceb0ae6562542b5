import { permissions } from '@gatehouse/contract/admin/permissions.ts'
import { attachPermissionsToRole, detachPermissionsToRole, roles } from '@gatehouse/contract/admin/roles.ts'
import { attachRoleToUser, users } from '@gatehouse/contract/admin/users.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAddress, signIn } from '../../test/builders.ts'
import { behavesAsResource } from '../../test/conformance.ts'
import { anAdministrator, auditOf, someoneWith } from '../../test/console.ts'
import { aRole } from '../../test/roles.ts'
import { startTestServer, type TestServer, type Visitor } from '../../test/server.ts'
import { aUser } from '../../test/users.ts'

let server: TestServer
let admin: Visitor
beforeAll(async () => {
  server = await startTestServer()
  admin = (await anAdministrator(server)).visitor
})
afterAll(() => server.close())

const NOBODY = '018f0000-0000-7000-8000-000000000000'
const GRANTS_MORE = { status: 403, msg: 'You cannot grant what you do not hold yourself.' }
const BUILT_IN = { status: 409, msg: 'This is part of the portal itself and stays as it is.' }
const TAKEN = { status: 409, msg: 'There is one of this name already.' }

let count = 0
const aForm = (changes: object = {}) => ({
  name: `Desk Lead ${++count}`,
  description: 'Leads a desk',
  status: 'ACTIVE',
  ...changes,
})

behavesAsResource(() => server, {
  resource: roles,
  table: 'roles',
  form: async () => aForm(),
  change: { description: 'Led a desk', status: 'INACTIVE' },
  shown: ({ name }) => ({ name, description: 'Leads a desk', status: 'ACTIVE', system: null, permissions: [] }),
  changed: { description: 'Led a desk', status: 'INACTIVE' },
  values: {
    name: ({ name }) => name,
    description: ({ description }) => description,
    status: ({ status }) => status,
  },
  duplicate: async ({ name }) => aForm({ name: ` ${String(name).toUpperCase().replace(' ', '  ')} ` }),
  refused: [
    [{ name: undefined }, 'Role is required'],
    [{ name: '  ' }, 'Role is required'],
    [{ name: 'x'.repeat(101) }, 'Too Long!'],
    [{ name: 'Desk\u200B Lead' }, 'Check what you entered and try again.'],
    [{ description: undefined }, 'Description is required'],
    [{ description: '' }, 'Description is required'],
    [{ status: undefined }, 'Status is required'],
    [{ status: 'BLOCKED' }, 'Status is required'],
  ],
})

async function builtIn(system: 'admin' | 'user') {
  const { rows } = await server.db.execute<{ roleId: string; name: string; description: string; status: string }>(
    sql`select id as "roleId", name, description, status from roles where system = ${system}`,
  )
  return rows[0] as { roleId: string; name: string; description: string; status: string }
}

const permissionId = async (name: Permission) => {
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from permissions where name = ${name}`)
  return rows[0]?.id as string
}

const permissionsOf = async (roleId: string) => {
  const { rows } = await server.db.execute<{ name: string }>(sql`
    select p.name from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = ${roleId} order by p.name`)
  return rows.map(({ name }) => name)
}

/** Somebody signed in whose role this is. */
async function holderOf(roleId: string) {
  const { id, email } = await aUser(admin)
  await admin.call(attachRoleToUser, { userId: id, roleId })
  const visitor = server.visitor({ ip: anAddress() })
  await signIn(server, visitor, email)
  return visitor
}

describe('a name like that of role Admin', () => {
  test.each([' admin', 'ADMIN', 'Admin ', 'ａｄｍｉｎ'])('%j is taken', async (name) => {
    expect(await admin.call(roles.create, aForm({ name }))).toMatchObject(TAKEN)
    const other = await admin.call(roles.create, aForm())
    expect(await admin.call(roles.update, { ...aForm({ name }), roleId: other.data._id })).toMatchObject(TAKEN)
  })

  test('gives nothing: with a Cyrillic letter it is a role like any other', async () => {
    const { data: role } = await admin.call(roles.create, aForm({ name: 'Аdmin' }))
    expect(role).toMatchObject({ system: null, permissions: [] })
    const visitor = await holderOf(role._id)
    expect((await visitor.call(getSession)).data.session).toMatchObject({ permissions: [] })
    expect(await visitor.call(roles.list)).toMatchObject({ status: 403 })
    expect(await visitor.call(users.list)).toMatchObject({ status: 403 })
  })
})

describe('the built-in roles', () => {
  test.each(['admin', 'user'] as const)('keep name, status and existence: %s', async (system) => {
    const role = await builtIn(system)
    for (const change of [{ name: 'Chief' }, { name: role.name.toUpperCase() }, { status: 'INACTIVE' }])
      expect(await admin.call(roles.update, { ...role, ...change, description: 'x' })).toMatchObject(BUILT_IN)
    expect((await admin.call(roles.remove, { roleId: role.roleId })).status).toBe(409)
    expect(await builtIn(system)).toEqual(role)
    expect(await admin.call(roles.update, { ...role, description: 'Explained' })).toMatchObject({ status: 200 })
  })

  test('keep all permissions, and none', async () => {
    const id = await permissionId('audit:read')
    const [{ roleId: all }, { roleId: none }] = [await builtIn('admin'), await builtIn('user')]
    expect(await admin.call(detachPermissionsToRole, { roleId: all, permissionId: id })).toMatchObject(BUILT_IN)
    expect(await admin.call(attachPermissionsToRole, { roleId: none, permissionId: id })).toMatchObject(BUILT_IN)
    expect(await permissionsOf(all)).toEqual(expect.arrayContaining(Object.keys(PERMISSIONS)))
    expect(await permissionsOf(none)).toEqual([])
  })
})

describe('a delegate', () => {
  const mayDelegate: Permission[] = ['roles:read', 'roles:write', 'clients:read']

  test('hands out what they hold, which counts at once', async () => {
    const { visitor } = await someoneWith(server, mayDelegate)
    const { data: role } = await visitor.call(roles.create, aForm())
    const holder = await holderOf(role._id)
    expect(await holder.call(roles.list)).toMatchObject({ status: 403 })
    const attached = { roleId: role._id, permissionId: await permissionId('roles:read') }
    expect(await visitor.call(attachPermissionsToRole, attached)).toMatchObject({
      status: 200,
      msg: 'Permission Attached',
    })
    expect((await holder.call(roles.list)).status).toBe(200)
    expect(await visitor.call(attachPermissionsToRole, attached)).toMatchObject({ status: 200 })
    expect(await visitor.call(detachPermissionsToRole, attached)).toMatchObject({
      status: 200,
      msg: 'Permission Detached',
    })
    expect(await visitor.call(detachPermissionsToRole, attached)).toMatchObject({ status: 404 })
    expect(await holder.call(roles.list)).toMatchObject({ status: 403 })
    expect((await auditOf(server, role._id)).map(({ event, detail }) => [event, detail.permission])).toEqual([
      ['roles.created', undefined],
      ['roles.permission-attached', 'roles:read'],
      ['roles.permission-detached', 'roles:read'],
    ])
  })

  test('attaches nothing that they do not hold', async () => {
    const { visitor, roleId: own } = await someoneWith(server, mayDelegate)
    const foreign = await permissionId('users:write')
    for (const roleId of [own, await aRole(server, ['roles:read'])]) {
      const before = await permissionsOf(roleId)
      expect(await visitor.call(attachPermissionsToRole, { roleId, permissionId: foreign })).toMatchObject(GRANTS_MORE)
      expect(await permissionsOf(roleId)).toEqual(before)
      expect(await auditOf(server, roleId)).toEqual([])
    }
  })

  test('touches no role that holds more', async () => {
    const { visitor } = await someoneWith(server, mayDelegate)
    const roleId = await aRole(server, ['roles:read', 'audit:read'])
    const held = await permissionId('roles:read')
    for (const call of [
      () => visitor.call(roles.update, { ...aForm(), roleId }),
      () => visitor.call(roles.remove, { roleId }),
      () => visitor.call(attachPermissionsToRole, { roleId, permissionId: held }),
      () => visitor.call(detachPermissionsToRole, { roleId, permissionId: held }),
    ])
      expect(await call()).toMatchObject(GRANTS_MORE)
    await admin.call(roles.remove, { roleId })
    expect(await visitor.call(roles.restore, { id: roleId })).toMatchObject(GRANTS_MORE)
    expect(await permissionsOf(roleId)).toEqual(['audit:read', 'roles:read'])
    expect((await auditOf(server, roleId)).map(({ event }) => event)).toEqual(['roles.deleted'])
  })

  test('attaches no permission of their own making', async () => {
    const { visitor, roleId } = await someoneWith(server, mayDelegate)
    const { data } = await visitor.call(permissions.create, aForm({ name: 'claims:approve' }))
    expect(await visitor.call(attachPermissionsToRole, { roleId, permissionId: data._id })).toMatchObject(GRANTS_MORE)
  })
})

test.each<[sent: object, refusal: object]>([
  [{ roleId: undefined }, { status: 400, msg: 'Role is required' }],
  [{ roleId: 'Admin' }, { status: 400, msg: 'Role is required' }],
  [{ permissionId: undefined }, { status: 400, msg: 'Status is required' }],
  [{ roleId: NOBODY }, { status: 404 }],
  [{ permissionId: NOBODY }, { status: 404 }],
])('to attach a permission with %j is refused', async (sent, refusal) => {
  const whole = { roleId: await aRole(server, []), permissionId: await permissionId('audit:read') }
  for (const call of [attachPermissionsToRole, detachPermissionsToRole]) {
    expect(await admin.call(call, { ...whole, ...sent })).toMatchObject(refusal)
    expect(await server.visitor().call(call, whole)).toMatchObject({ status: 401 })
  }
})

describe('a role that somebody has', () => {
  test('is not deleted, and says who has it', async () => {
    const roleId = await aRole(server, [])
    const { id } = await aUser(admin, { firstName: 'Zara', lastName: 'Khan' })
    await aUser(admin)
    await admin.call(attachRoleToUser, { userId: id, roleId })
    const uses = [{ kind: 'people', effect: 'blocks', count: 1, names: ['Zara Khan'] }]
    expect((await admin.call(roles.uses, { id: roleId })).data).toEqual(uses)
    expect(await admin.call(roles.remove, { roleId })).toMatchObject({
      status: 409,
      msg: 'In use by 1 people. Detach or delete them first.',
      data: { uses },
    })
    expect(await auditOf(server, roleId)).toEqual([])
    await admin.call(users.remove, { userId: id })
    expect(await admin.call(roles.remove, { roleId })).toMatchObject({ status: 200 })
  })

  test('is never a deleted one, however attaching and deleting meet', async () => {
    const { id } = await aUser(admin)
    const seen = new Set<string>()
    for (let round = 0; round < 30; round++) {
      await server.db.execute(sql`update users set role_id = null where id = ${id}`)
      const roleId = await aRole(server, [])
      const attach = () => admin.call(attachRoleToUser, { userId: id, roleId })
      const remove = () => admin.call(roles.remove, { roleId })
      const both = round % 2 === 0 ? [attach(), remove()] : [remove(), attach()]
      seen.add(
        (await Promise.all(both))
          .map(({ status }) => status)
          .toSorted()
          .join(' '),
      )
      const { rows } = await server.db.execute(sql`
        select 1 from users u join roles r on r.id = u.role_id where u.id = ${id} and r.deleted_at is not null`)
      expect(rows).toEqual([])
    }
    expect([...seen].filter((outcome) => !['200 400', '200 409'].includes(outcome))).toEqual([])
  })
})

test('an inactive role grants nothing, and grants again once it is active', async () => {
  const roleId = await aRole(server, ['roles:read'])
  const holder = await holderOf(roleId)
  const statusAfter = async (status: string) => {
    await admin.call(roles.update, { ...aForm({ name: `Role ${roleId}`, status }), roleId })
    return (await holder.call(roles.list)).status
  }
  expect([await statusAfter('INACTIVE'), await statusAfter('ACTIVE')]).toEqual([403, 200])
})

test('of ten equal roles at once there is one', async () => {
  const form = aForm()
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.call(roles.create, form)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
})
