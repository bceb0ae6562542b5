import { users } from '@gatehouse/contract/admin/people/users.ts'
import {
  attachPermissionToRecord,
  detachPermissionFromRecord,
  permissions,
  permissionsOfRecord,
} from '@gatehouse/contract/admin/roles/permissions.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { aRole } from '../../../test/roles.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const BUILT_IN = { status: 409, msg: 'This is built into the portal and cannot be changed.' }

let count = 0
const aForm = (changes: object = {}) => ({
  name: `claims:settle-${++count}`,
  description: 'Settle claims',
  status: 'ACTIVE',
  ...changes,
})

behavesAsResource(() => server, {
  resource: permissions,
  table: 'permissions',
  form: async () => aForm(),
  change: { description: 'Settle all claims', status: 'INACTIVE' },
  shown: ({ name }) => ({ name, description: 'Settle claims', status: 'ACTIVE', catalogue: false }),
  changed: { description: 'Settle all claims', status: 'INACTIVE' },
  values: {
    name: ({ name }) => name,
    description: ({ description }) => description,
    status: ({ status }) => status,
  },
  duplicate: async ({ name }) => aForm({ name: ` ${String(name).toUpperCase()} ` }),
  refused: [
    [{ name: undefined }, 'Role is required'],
    [{ name: '' }, 'Role is required'],
    [{ name: 'x'.repeat(101) }, 'Too Long!'],
    [{ name: 'claims:\u202Eelttes' }, 'There are characters in the name that cannot be seen. Type it again.'],
    [{ description: undefined }, 'Description is required'],
    [{ status: undefined }, 'Status is required'],
    [{ status: 'on' }, 'Status is required'],
  ],
})

const idOf = async (name: string) => {
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from permissions where name = ${name}`)
  return rows[0]?.id as string
}

describe('a name like that of a built-in permission', () => {
  test.each([
    ...['ｕｓｅｒｓ：ｗｒｉｔｅ', 'users：write', 'ᵘsers:write'].map((name) => [name, { status: 400 }] as const),
    ['USERS:write', { status: 409, msg: 'This name is already in use.' }] as const,
  ])('is refused: %j', async (name, refusal) => {
    expect(await admin.call(permissions.create, aForm({ name }))).toMatchObject(refusal)
    const { data: other } = await admin.call(permissions.create, aForm())
    expect(await admin.call(permissions.update, { ...aForm({ name }), permissionId: other._id })).toMatchObject(refusal)
  })

  test('is refused with a letter of another alphabet', async () => {
    expect(await admin.call(permissions.create, aForm({ name: 'users:writе' }))).toMatchObject({
      status: 400,
      data: { fields: { name: 'Use the letters of one alphabet in a name.' } },
    })
  })
})

describe('a built-in permission', () => {
  test.each(Object.keys(PERMISSIONS) as Permission[])('%s cannot be renamed, deactivated or deleted', async (name) => {
    const form = { permissionId: await idOf(name), name, description: PERMISSIONS[name], status: 'ACTIVE' }
    for (const change of [{ name: `${name}2` }, { name: name.toUpperCase() }, { status: 'INACTIVE' }])
      expect(await admin.call(permissions.update, { ...form, ...change })).toMatchObject(BUILT_IN)
    expect(await admin.call(permissions.remove, form)).toMatchObject(BUILT_IN)
    expect(await auditOf(server, form.permissionId)).toEqual([])
    const described = await admin.call(permissions.update, { ...form, description: 'In our words' })
    expect(described).toMatchObject({ status: 200, data: { name, status: 'ACTIVE', catalogue: true } })
  })

  test.each(['users:write', 'USERS:WRITE', ' users:write '])(
    'cannot lend its name to another one: %j',
    async (name) => {
      expect(await admin.call(permissions.create, aForm({ name }))).toMatchObject({ status: 409 })
      const { data } = await admin.call(permissions.create, aForm())
      expect(await admin.call(permissions.update, { ...aForm({ name }), permissionId: data._id })).toMatchObject({
        status: 409,
      })
    },
  )
})

test('an old permission with a name like a built-in one gives no access', async () => {
  const { visitor, roleId } = await someoneWith(server, [])
  await server.db.execute(sql`
    with made as (insert into permissions (id, name) values (gen_random_uuid(), 'usеrs:read') returning id)
    insert into role_permissions (role_id, permission_id) select ${roleId}, id from made`)
  expect((await visitor.call(getSession)).data.session?.permissions).toEqual(['usеrs:read'])
  expect(await visitor.call(users.list, { page: 0 })).toMatchObject({ status: 403 })
})

test('a deleted permission is removed from roles and sessions, and a restore brings it back', async () => {
  const { data: permission } = await admin.call(permissions.create, aForm())
  const roleId = await aRole(server, [])
  await server.db.execute(
    sql`insert into role_permissions (role_id, permission_id) values (${roleId}, ${permission._id})`,
  )
  const isHeld = async () => {
    const { data: session } = await admin.call(getSession)
    const role = ((await admin.call(roles.list)).data as { _id: string; permissions: { name: string }[] }[]).find(
      ({ _id }) => _id === roleId,
    )
    return [
      session.session?.permissions.includes(permission.name),
      role?.permissions.some(({ name }) => name === permission.name),
    ]
  }
  expect((await admin.call(permissions.uses, { id: permission._id })).data).toMatchObject([
    { kind: 'roles', effect: 'detaches', count: 2, names: ['Admin', `Role ${roleId}`] },
  ])
  expect(await isHeld()).toEqual([true, true])
  expect(await admin.call(permissions.remove, { permissionId: permission._id })).toMatchObject({ status: 200 })
  expect(await isHeld()).toEqual([false, false])
  await admin.call(permissions.restore, { id: permission._id })
  expect(await isHeld()).toEqual([true, true])
})

describe('permissions of a client', () => {
  const mayManage: Permission[] = ['clients:read', 'clients:write']

  test('are attached, listed and detached, with audit lines', async () => {
    const { visitor } = await someoneWith(server, mayManage)
    const { id, actualName } = await aClient(server)
    const sent = { kind: 'client', id, permissionId: await idOf('clients:read') }
    for (let times = 0; times < 2; times++)
      expect(await visitor.call(attachPermissionToRecord, sent)).toMatchObject({
        status: 200,
        msg: 'Permission Attached',
      })
    expect((await visitor.call(permissionsOfRecord, { kind: 'client', id })).data).toEqual([
      { _id: sent.permissionId, name: 'clients:read' },
    ])
    expect(await visitor.call(detachPermissionFromRecord, sent)).toMatchObject({
      status: 200,
      msg: 'Permission Detached',
    })
    expect(await visitor.call(detachPermissionFromRecord, sent)).toMatchObject({ status: 404 })
    const detail = { name: actualName, kind: 'client', permission: 'clients:read' }
    expect(await auditOf(server, id)).toMatchObject([
      { event: 'records.permission-attached', detail },
      { event: 'records.permission-detached', detail },
    ])
  })

  test.each<[what: string, change: object, refusal: object]>([
    ['an unknown kind', { kind: 'user' }, { status: 400, msg: 'Type is required' }],
    ['another kind', { kind: 'poc' }, { status: 400, msg: 'Id is required' }],
    [
      'a client that does not exist',
      { id: '018f0000-0000-7000-8000-000000000000' },
      { status: 400, msg: 'Id is required' },
    ],
    ['no permission', { permissionId: '' }, { status: 400, msg: 'Status is required' }],
  ])('are not attached to %s', async (_what, change, refusal) => {
    const { id } = await aClient(server)
    const sent = { kind: 'client', id, permissionId: await idOf('clients:read') }
    expect(await admin.call(attachPermissionToRecord, { ...sent, ...change })).toMatchObject(refusal)
    expect((await admin.call(permissionsOfRecord, { kind: 'client', id })).data).toEqual([])
    expect(await auditOf(server, id)).toEqual([])
  })

  test('need the permission to change clients, and only permissions that the caller holds can be attached', async () => {
    const { id } = await aClient(server)
    const sent = { kind: 'client', id, permissionId: await idOf('users:write') }
    const manager = await someoneWith(server, mayManage)
    expect(await manager.visitor.call(attachPermissionToRecord, sent)).toMatchObject({
      status: 403,
      msg: 'You cannot grant permissions that you do not have yourself.',
    })
    const reader = await someoneWith(server, ['clients:read', 'users:write'])
    expect(await reader.visitor.call(attachPermissionToRecord, sent)).toMatchObject({ status: 403 })
    expect(await server.visitor().call(attachPermissionToRecord, sent)).toMatchObject({ status: 401 })
    expect((await admin.call(permissionsOfRecord, { kind: 'client', id })).data).toEqual([])
  })
})
