import {
  attachPermissionToRecord,
  detachPermissionFromRecord,
  permissionsOfRecord,
} from '@gatehouse/contract/admin/roles/permissions.ts'
import { attachPermissionsToRole, detachPermissionsToRole } from '@gatehouse/contract/admin/roles/roles.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { endOverActings } from '../../sessions/acting.ts'
import { auditBy } from '../engine/changes.ts'
import { changeRoute } from '../engine/guard/change-route.ts'
import type { Author } from '../engine/store.ts'
import { requireLive } from '../engine/table-store.ts'
import { findName } from './permissions.ts'
import { readRole } from './roles.ts'

const TABLES = { client: 'clients', poc: 'pocs', clan: 'clans' } as const
const NAMES = { client: 'display_name', poc: 'name', clan: 'name' } as const

/** Permissions on roles, and on clients, points of contact and clans (requirement C4). */
export function serveAttachedPermissions(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  changeRoute(app, deps, attachPermissionsToRole, {
    targets: ({ roleId, permissionId }) => ({ role: roleId, 'permission-given': permissionId }),
    work: (tx, { input: { roleId, permissionId }, by }) => attachToRole(tx, by, roleId, permissionId),
  })

  changeRoute(app, deps, detachPermissionsToRole, {
    targets: ({ roleId }) => ({ role: roleId }),
    work: (tx, { input: { roleId, permissionId }, by }) => detachFromRole(tx, by, roleId, permissionId),
  })

  route(app, permissionsOfRecord, async ({ input: { kind, id } }) => {
    const { rows } = await db.execute<{ _id: string; name: string }>(sql`
      select p.id as "_id", p.name from record_permissions rp join permissions p on p.id = rp.permission_id and p.deleted_at is null
      where rp.kind = ${kind} and rp.record_id = ${id} order by p.name`)
    return rows
  })

  changeRoute(app, deps, attachPermissionToRecord, {
    targets: ({ permissionId }) => ({ 'permission-given': permissionId }),
    work: (tx, { input: { kind, id, permissionId }, by }) => attachToRecord(tx, by, kind, id, permissionId),
  })

  changeRoute(app, deps, detachPermissionFromRecord, {
    targets: ({ permissionId }) => ({ 'permission-given': permissionId }),
    work: (tx, { input: { kind, id, permissionId }, by }) => detachFromRecord(tx, by, kind, id, permissionId),
  })
}

/** @throws AppError not_found; built_in for role User */
export async function attachToRole(tx: Tx, by: Author, roleId: string, permissionId: string) {
  const role = await readRole(tx, roleId)
  // The role User never has permissions (requirement C1).
  if (role.system === 'user') throw new AppError('built_in')
  await requireLive(tx, 'roles', roleId, 'Role is required')
  await requireLivePermission(tx, permissionId)
  const { rowCount } = await tx.execute(sql`
    insert into role_permissions (role_id, permission_id) values (${roleId}, ${permissionId}) on conflict do nothing`)
  const detail = { name: role.name, permission: await findName(tx, permissionId) }
  if (rowCount === 0) return {}
  await auditBy(tx, by, 'roles.permission-attached', roleId, detail)
  await endOverActings(tx)
  return {}
}

/** @throws AppError not_found; built_in for role Admin */
export async function detachFromRole(tx: Tx, by: Author, roleId: string, permissionId: string) {
  const role = await readRole(tx, roleId)
  // The role Admin always has all permissions (requirement C1).
  if (role.system === 'admin') throw new AppError('built_in')
  const { rows } = await tx.execute<{ name: string }>(sql`
    with gone as (delete from role_permissions where role_id = ${roleId} and permission_id = ${permissionId} returning permission_id)
    select p.name from gone join permissions p on p.id = gone.permission_id`)
  if (rows[0] === undefined) throw new AppError('not_found')
  const detail = { name: role.name, permission: rows[0].name }
  await auditBy(tx, by, 'roles.permission-detached', roleId, detail)
  // An acting that ends with the permission must not go on when the permission is given back.
  await endOverActings(tx)
  return {}
}

type Holder = keyof typeof TABLES

/** @throws AppError not_found, invalid_request */
export async function attachToRecord(tx: Tx, by: Author, kind: Holder, id: string, permissionId: string) {
  await requireLive(tx, TABLES[kind], id, 'Id is required')
  await requireLivePermission(tx, permissionId)
  const { rowCount } = await tx.execute(sql`
    insert into record_permissions (kind, record_id, permission_id) values (${kind}, ${id}, ${permissionId})
    on conflict do nothing`)
  if (rowCount === 1)
    await auditBy(tx, by, 'records.permission-attached', id, await detailOf(tx, kind, id, permissionId))
  return {}
}

/** @throws AppError not_found */
export async function detachFromRecord(tx: Tx, by: Author, kind: Holder, id: string, permissionId: string) {
  const { rowCount } = await tx.execute(sql`
    delete from record_permissions where kind = ${kind} and record_id = ${id} and permission_id = ${permissionId}`)
  if (rowCount === 0) throw new AppError('not_found')
  await auditBy(tx, by, 'records.permission-detached', id, await detailOf(tx, kind, id, permissionId))
  return {}
}

/** @throws AppError not_found */
async function requireLivePermission(tx: Tx, id: string): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from permissions where id = ${id} and deleted_at is null`)
  if (rows.length === 0) throw new AppError('not_found')
}

async function detailOf(tx: Tx, kind: Holder, id: string, permissionId: string) {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select ${raw(NAMES[kind])} as name from ${raw(TABLES[kind])} where id = ${id}`,
  )
  return { name: rows[0]?.name ?? '', kind, permission: await findName(tx, permissionId) }
}
