import sql, { type Sql } from 'sql-template-tag'
import { setRequestPage, unsetRequestPage } from '../admin/applications/request-rule.ts'
import { closeRegistration, openRegistration } from '../admin/applications/self-registrations.ts'
import { attachPage, detachPage } from '../admin/approvals/role-pages.ts'
import { attachToRecord, attachToRole, detachFromRecord, detachFromRole } from '../admin/roles/attach-permissions.ts'
import type { Executor } from '../db/database.ts'
import type { Link } from './kind.ts'

const pairs = (statement: Sql) => async (on: Executor) =>
  (await on.execute<{ id: string; other: string }>(statement)).rows

/** The built-in roles have all permissions, or none: their lists are not in the file. */
export const permissionsOfRoles: Link = {
  to: 'permissions',
  read: pairs(sql`
    select rp.role_id as id, rp.permission_id as other from role_permissions rp
      join roles r on r.id = rp.role_id and r.system is null`),
  attach: attachToRole,
  detach: detachFromRole,
}

export const permissionsOf = (kind: 'client' | 'poc' | 'clan'): Link => ({
  to: 'permissions',
  read: pairs(sql`select record_id as id, permission_id as other from record_permissions where kind = ${kind}`),
  attach: (tx, by, id, other) => attachToRecord(tx, by, kind, id, other),
  detach: (tx, by, id, other) => detachFromRecord(tx, by, kind, id, other),
})

/** The clients for which anyone can register. */
export const selfRegistrations: Link = {
  to: 'clients',
  read: pairs(sql`select application_id as id, client_id as other from self_registrations where enabled`),
  attach: openRegistration,
  detach: closeRegistration,
}

/** The pages that an application role may use. */
export const pagesOfRoles: Link = {
  to: 'pages',
  within: ['application'],
  read: pairs(sql`select application_role_id as id, page_id as other from application_role_pages`),
  attach: attachPage,
  detach: detachPage,
}

/** The application whose requests for access are decided by the approvals of a page: none, or its own. */
export const applicationsOfRequestPages: Link = {
  ...{ to: 'applications', isOfOne: true },
  read: pairs(sql`
    select q.id, a.id as other from applications a join pages q on q.id = a.request_page_id and q.application_id = a.id and q.deleted_at is null`),
  attach: setRequestPage,
  detach: unsetRequestPage,
}
