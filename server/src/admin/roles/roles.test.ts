import { attachRoleToUser, users } from '@gatehouse/contract/admin/people/users.ts'
import { attachPermissionsToRole, detachPermissionsToRole, roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { PERMISSIONS } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { behavesAsResource } from '../../../test/conformance.ts'
import { auditOf, useAdministrator } from '../../../test/console.ts'
import { aRole, aRoleForm, holderOf, permissionId, permissionsOf } from '../../../test/roles.ts'
import { useTestServer } from '../../../test/server.ts'
import { aUser } from '../../../test/users.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const BUILT_IN = { status: 409, msg: 'This is built into the portal and cannot be changed.' }
const TAKEN = { status: 409, msg: 'This name is already in use.' }

behavesAsResource(() => server, {
  resource: roles,
  table: 'roles',
  form: async () => aRoleForm(),
  change: { description: 'Led a desk', status: 'INACTIVE' },
  shown: ({ name }) => ({ name, description: 'Leads a desk', status: 'ACTIVE', system: null, permissions: [] }),
  changed: { description: 'Led a desk', status: 'INACTIVE' },
  values: {
    name: ({ name }) => name,
    description: ({ description }) => description,
    status: ({ status }) => status,
  },
  duplicate: async ({ name }) => aRoleForm({ name: ` ${String(name).toUpperCase().replace(' ', '  ')} ` }),
  refused: [
    [{ name: undefined }, 'Role is required'],
    [{ name: '  ' }, 'Role is required'],
    [{ name: 'x'.repeat(101) }, 'Too Long!'],
    [{ name: 'Desk\u200B Lead' }, 'There are characters in the name that cannot be seen. Type it again.'],
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

describe('the name of a role', () => {
  test.each([' admin', 'ADMIN', 'Admin '])('is taken if it looks like role Admin: %j (T082)', async (name) => {
    expect(await admin.call(roles.create, aRoleForm({ name }))).toMatchObject(TAKEN)
    const other = await admin.call(roles.create, aRoleForm())
    expect(await admin.call(roles.update, { ...aRoleForm({ name }), roleId: other.data._id })).toMatchObject(TAKEN)
  })

  test.each(['Аdmin', 'Αdmin', 'Adminі'])('%j, with a letter of another alphabet, is refused', async (name) => {
    const refusal = { status: 400, data: { fields: { name: 'Use the letters of one alphabet in a name.' } } }
    expect(await admin.call(roles.create, aRoleForm({ name }))).toMatchObject(refusal)
    const { data: other } = await admin.call(roles.create, aRoleForm())
    expect(await admin.call(roles.update, { ...aRoleForm({ name }), roleId: other._id })).toMatchObject(refusal)
  })

  test.each(['प्रबंधक Desk', 'Старший агент'])('may be %j', async (name) => {
    expect(await admin.call(roles.create, aRoleForm({ name }))).toMatchObject({ status: 200, data: { name } })
  })
})

describe('the built-in roles', () => {
  test.each(['admin', 'user'] as const)('cannot be renamed, deactivated or deleted: %s (T083)', async (system) => {
    const role = await builtIn(system)
    for (const change of [{ name: 'Chief' }, { name: role.name.toUpperCase() }, { status: 'INACTIVE' }])
      expect(await admin.call(roles.update, { ...role, ...change, description: 'x' })).toMatchObject(BUILT_IN)
    expect((await admin.call(roles.remove, { roleId: role.roleId })).status).toBe(409)
    expect(await builtIn(system)).toEqual(role)
    expect(await admin.call(roles.update, { ...role, description: 'Explained' })).toMatchObject({ status: 200 })
  })

  test('have all permissions, or none', async () => {
    const id = await permissionId(server, 'audit:read')
    const [{ roleId: all }, { roleId: none }] = [await builtIn('admin'), await builtIn('user')]
    expect(await admin.call(detachPermissionsToRole, { roleId: all, permissionId: id })).toMatchObject(BUILT_IN)
    expect(await admin.call(attachPermissionsToRole, { roleId: none, permissionId: id })).toMatchObject(BUILT_IN)
    expect(await permissionsOf(server, all)).toEqual(expect.arrayContaining(Object.keys(PERMISSIONS)))
    expect(await permissionsOf(server, none)).toEqual([])
  })
})

describe('a role that a person has', () => {
  test('is not deleted, and the answer names the people', async () => {
    const roleId = await aRole(server, [])
    const { id } = await aUser(admin, { firstName: 'Zara', lastName: 'Khan' })
    await aUser(admin)
    await admin.call(attachRoleToUser, { userId: id, roleId })
    const uses = [{ kind: 'people', effect: 'blocks', count: 1, names: ['Zara Khan'] }]
    expect((await admin.call(roles.uses, { id: roleId })).data).toEqual(uses)
    expect(await admin.call(roles.remove, { roleId })).toMatchObject({
      status: 409,
      msg: 'In use by people (1). Detach or delete them first.',
      data: { uses },
    })
    expect(await auditOf(server, roleId)).toEqual([])
    await admin.call(users.remove, { userId: id })
    expect(await admin.call(roles.remove, { roleId })).toMatchObject({ status: 200 })
  })

  test('is never a deleted one, even when it is attached and deleted at the same time', async () => {
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

test('an inactive role gives no permission, and gives them again once it is active', async () => {
  const roleId = await aRole(server, ['roles:read'])
  const holder = await holderOf(server, admin, roleId)
  const statusAfter = async (status: string) => {
    await admin.call(roles.update, { ...aRoleForm({ name: `Role ${roleId}`, status }), roleId })
    return (await holder.call(roles.list)).status
  }
  expect([await statusAfter('INACTIVE'), await statusAfter('ACTIVE')]).toEqual([403, 200])
})

test('of ten equal roles sent at the same time, one is created', async () => {
  const form = aRoleForm()
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.call(roles.create, form)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
})
