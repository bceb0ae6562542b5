import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { recordName } from '../../record-name.ts'
import { resource } from '../engine/resource.ts'

/** Permissions (requirement A5). `catalogue` marks those of the portal, which cannot be renamed. */
export const permissions = resource({
  name: 'permissions',
  title: 'Permission',
  messages: { created: 'Permission Created', updated: 'Permission Updated', removed: 'Permission Deleted' },
  idKey: 'permissionId',
  read: 'roles:read',
  write: 'roles:write',
  touches: { update: 'permission', remove: 'permission', restore: 'permission' },
  fields: ['name', 'description', 'status'],
  row: { name: field.text(), description: field.text(), status: field.text(), catalogue: z.boolean() },
  form: {
    name: recordName('Role is required'),
    description: field.requiredText('Description is required'),
    status: field.status(),
  },
  paths: {
    list: '/api/users/listAllPermission',
    create: '/api/users/createPermission',
    update: '/api/users/updatePermission',
    remove: '/api/users/deletePermission',
  },
})

/** The other kinds of records that permissions can be attached to (requirement C4). */
export const PERMISSION_HOLDERS = ['client', 'poc', 'clan'] as const

const recordPermission = z.object({
  kind: field.oneOf(PERMISSION_HOLDERS, 'Type is required'),
  id: field.id(),
  permissionId: field.id('Status is required'),
})

export const permissionsOfRecord = endpoint({
  method: 'GET',
  path: '/api/admin/recordPermissions',
  access: 'clients:read',
  summary: 'The permissions attached to a client, a point of contact or a clan.',
  request: z.object({ kind: field.oneOf(PERMISSION_HOLDERS, 'Type is required'), id: field.id() }),
  response: field.named(),
})

export const attachPermissionToRecord = endpoint({
  method: 'POST',
  path: '/api/admin/recordPermissions/attach',
  access: 'clients:write',
  touches: ['permission-given'],
  summary: 'Attaches a permission that the caller holds to a client, a point of contact or a clan.',
  message: 'Permission Attached',
  request: recordPermission,
  response: z.object({}),
})

export const detachPermissionFromRecord = endpoint({
  method: 'POST',
  path: '/api/admin/recordPermissions/detach',
  access: 'clients:write',
  touches: ['permission-given'],
  summary: 'Detaches a permission from a client, a point of contact or a clan.',
  message: 'Permission Detached',
  request: recordPermission,
  response: z.object({}),
})
