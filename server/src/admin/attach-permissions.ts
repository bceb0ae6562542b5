import {
  attachPermissionToRecord,
  detachPermissionFromRecord,
  permissionsOfRecord,
} from '@gatehouse/contract/admin/permissions.ts'
import { attachPermissionsToRole, detachPermissionsToRole } from '@gatehouse/contract/admin/roles.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { route } from '../http/route.ts'
import { auditBy } from './changes.ts'
import { requireHeld } from './permissions.ts'
import { byOf } from './resource.ts'
import { requireWithin } from './roles.ts'
import { requireLive } from './table-store.ts'

const TABLES = { client: 'clients', poc: 'pocs', clan: 'clans' } as const
const NAMES = { client: 'display_name', poc: 'name', clan: 'name' } as const

/** Permissions on roles, and on clients, points of contact and clans (decision C4). */
export function serveAttachedPermissions(app: FastifyInstance, { db }: Deps) {
  route(app, attachPermissionsToRole, async ({ input: { roleId, permissionId }, actor, request }) =>
    db.transaction(async (tx) => {
      const role = await requireWithin(tx, roleId, actor)
      // It holds none, always (decision C1).
      if (role.system === 'user') throw new AppError('built_in')
      await requireLive(tx, 'roles', roleId, 'Role is required')
      const permission = await requireHeld(tx, permissionId, actor)
      const { rowCount } = await tx.execute(sql`
        insert into role_permissions (role_id, permission_id) values (${roleId}, ${permissionId}) on conflict do nothing`)
      const detail = { name: role.name, permission }
      if (rowCount === 1) await auditBy(tx, byOf(actor, request), 'roles.permission-attached', roleId, detail)
      return {}
    }),
  )

  route(app, detachPermissionsToRole, async ({ input: { roleId, permissionId }, actor, request }) =>
    db.transaction(async (tx) => {
      const role = await requireWithin(tx, roleId, actor)
      // It holds all permissions, always (decision C1).
      if (role.system === 'admin') throw new AppError('built_in')
      const { rows } = await tx.execute<{ name: string }>(sql`
        with gone as (delete from role_permissions where role_id = ${roleId} and permission_id = ${permissionId} returning permission_id)
        select p.name from gone join permissions p on p.id = gone.permission_id`)
      if (rows[0] === undefined) throw new AppError('not_found')
      const detail = { name: role.name, permission: rows[0].name }
      await auditBy(tx, byOf(actor, request), 'roles.permission-detached', roleId, detail)
      return {}
    }),
  )

  route(app, permissionsOfRecord, async ({ input: { kind, id } }) => {
    const { rows } = await db.execute<{ _id: string; name: string }>(sql`
      select p.id as "_id", p.name from record_permissions rp join permissions p on p.id = rp.permission_id and p.deleted_at is null
      where rp.kind = ${kind} and rp.record_id = ${id} order by p.name`)
    return rows
  })

  route(app, attachPermissionToRecord, async ({ input: { kind, id, permissionId }, actor, request }) =>
    db.transaction(async (tx) => {
      await requireLive(tx, TABLES[kind], id, 'Id is required')
      const permission = await requireHeld(tx, permissionId, actor)
      const { rowCount } = await tx.execute(sql`
        insert into record_permissions (kind, record_id, permission_id) values (${kind}, ${id}, ${permissionId})
        on conflict do nothing`)
      if (rowCount === 1)
        await auditBy(tx, byOf(actor, request), 'records.permission-attached', id, {
          name: await nameOf(tx, kind, id),
          kind,
          permission,
        })
      return {}
    }),
  )

  route(app, detachPermissionFromRecord, async ({ input: { kind, id, permissionId }, actor, request }) =>
    db.transaction(async (tx) => {
      const permission = await requireHeld(tx, permissionId, actor)
      const { rowCount } = await tx.execute(sql`
        delete from record_permissions where kind = ${kind} and record_id = ${id} and permission_id = ${permissionId}`)
      if (rowCount === 0) throw new AppError('not_found')
      await auditBy(tx, byOf(actor, request), 'records.permission-detached', id, {
        name: await nameOf(tx, kind, id),
        kind,
        permission,
      })
      return {}
    }),
  )
}

async function nameOf(tx: Tx, kind: keyof typeof TABLES, id: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select ${raw(NAMES[kind])} as name from ${raw(TABLES[kind])} where id = ${id}`,
  )
  return rows[0]?.name ?? ''
}
