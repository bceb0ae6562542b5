import { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import { attachPermissionsToRole, detachPermissionsToRole, roles } from '@gatehouse/contract/admin/roles/roles.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { describe, expect, test } from 'vitest'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { aRole, aRoleForm, holderOf, permissionId, permissionsOf } from '../../../test/roles.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const NOBODY = '018f0000-0000-7000-8000-000000000000'
const GRANTS_MORE = { status: 403, msg: 'You cannot grant permissions that you do not have yourself.' }

describe('a caller who may change roles', () => {
  const mayDelegate: Permission[] = ['roles:read', 'roles:write', 'clients:read']

  test('attaches permissions that they hold, which count at once', async () => {
    const { visitor } = await someoneWith(server, mayDelegate)
    const { data: role } = await visitor.call(roles.create, aRoleForm())
    const holder = await holderOf(server, admin, role._id)
    expect(await holder.call(roles.list)).toMatchObject({ status: 403 })
    const attached = { roleId: role._id, permissionId: await permissionId(server, 'roles:read') }
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

  test('cannot attach a permission that they lack', async () => {
    const { visitor, roleId: own } = await someoneWith(server, mayDelegate)
    const foreign = await permissionId(server, 'users:write')
    for (const roleId of [own, await aRole(server, ['roles:read'])]) {
      const before = await permissionsOf(server, roleId)
      expect(await visitor.call(attachPermissionsToRole, { roleId, permissionId: foreign })).toMatchObject(GRANTS_MORE)
      expect(await permissionsOf(server, roleId)).toEqual(before)
      expect(await auditOf(server, roleId)).toEqual([])
    }
  })

  test('cannot change a role with permissions that they lack', async () => {
    const { visitor } = await someoneWith(server, mayDelegate)
    const roleId = await aRole(server, ['roles:read', 'audit:read'])
    const held = await permissionId(server, 'roles:read')
    for (const call of [
      () => visitor.call(roles.update, { ...aRoleForm(), roleId }),
      () => visitor.call(roles.remove, { roleId }),
      () => visitor.call(attachPermissionsToRole, { roleId, permissionId: held }),
      () => visitor.call(detachPermissionsToRole, { roleId, permissionId: held }),
    ])
      expect(await call()).toMatchObject(GRANTS_MORE)
    await admin.call(roles.remove, { roleId })
    expect(await visitor.call(roles.restore, { id: roleId })).toMatchObject(GRANTS_MORE)
    expect(await permissionsOf(server, roleId)).toEqual(['audit:read', 'roles:read'])
    expect((await auditOf(server, roleId)).map(({ event }) => event)).toEqual(['roles.deleted'])
  })

  test('cannot attach a permission that they have created', async () => {
    const { visitor, roleId } = await someoneWith(server, mayDelegate)
    const { data } = await visitor.call(permissions.create, aRoleForm({ name: 'claims:approve' }))
    expect(await visitor.call(attachPermissionsToRole, { roleId, permissionId: data._id })).toMatchObject(GRANTS_MORE)
  })
})

test.each<[sent: object, refusal: object]>([
  [{ roleId: undefined }, { status: 400, msg: 'Role is required' }],
  [{ roleId: 'Admin' }, { status: 400, msg: 'Role is required' }],
  [{ permissionId: undefined }, { status: 400, msg: 'Status is required' }],
  [{ roleId: NOBODY }, { status: 404 }],
  [{ permissionId: NOBODY }, { status: 404 }],
])('attaching a permission with %j is refused', async (sent, refusal) => {
  const whole = { roleId: await aRole(server, []), permissionId: await permissionId(server, 'audit:read') }
  for (const call of [attachPermissionsToRole, detachPermissionsToRole]) {
    expect(await admin.call(call, { ...whole, ...sent })).toMatchObject(refusal)
    expect(await server.visitor().call(call, whole)).toMatchObject({ status: 401 })
  }
})
