import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { resource } from '../engine/resource.ts'
import { confirmMinutesForm, confirmMinutesRow, signInDemandForm, signInDemandRow } from '../engine/sign-in-demand.ts'

/** Roles of the portal (requirement A4). `system` is 'admin' or 'user' for the two that are built in. */
export const roles = resource({
  name: 'roles',
  title: 'Role',
  messages: { created: 'Role Created', updated: 'Role Updated', removed: 'Role Deleted' },
  idKey: 'roleId',
  read: 'roles:read',
  write: 'roles:write',
  touches: { update: 'role', remove: 'role', restore: 'role' },
  fields: ['name', 'description', 'status'],
  row: {
    name: field.text(),
    description: field.text(),
    status: field.text(),
    ...signInDemandRow,
    remembersBrowsers: z.boolean(),
    confirmMinutes: confirmMinutesRow,
    system: field.nullableText(),
    permissions: field.named(),
  },
  form: {
    name: recordName('Role is required'),
    description: field.requiredText('Description is required'),
    /** Without such a sign-in its people have none of its permissions, and open no application. */
    ...signInDemandForm(),
    /**
     * Whether people with permissions of this role may leave out the second step in a browser that is remembered. Without
     * permissions they may. If absent, it stays the same; a new role does not allow it.
     */
    remembersBrowsers: z.optional(flag()),
    /**
     * How old, in minutes, a sign-in of its people may be before calls that could give or take rights, make a secret or give
     * out the data of many people; null: of any age. If absent, it stays the same; a new role allows any age.
     */
    confirmMinutes: confirmMinutesForm(),
    status: field.status(),
  },
  paths: {
    list: '/api/users/ListAllRole',
    create: '/api/users/createRole',
    update: '/api/users/updateRole',
    remove: '/api/users/deleteRole',
  },
})

// 'Status is required' is the message for a missing selection (requirement A17).
const rolePermission = z.object({ roleId: field.id('Role is required'), permissionId: field.id('Status is required') })

export const attachPermissionsToRole = endpoint({
  method: 'POST',
  path: '/api/users/attachPermissionsToRole',
  access: 'roles:write',
  touches: ['role', 'permission-given'],
  summary: 'Attaches a permission that the caller holds to a role.',
  message: 'Permission Attached',
  request: rolePermission,
  response: z.object({}),
})

export const detachPermissionsToRole = endpoint({
  method: 'POST',
  path: '/api/users/detachPermissionsToRole',
  access: 'roles:write',
  touches: ['role'],
  summary: 'Detaches a permission from a role.',
  message: 'Permission Detached',
  request: rolePermission,
  response: z.object({}),
})
