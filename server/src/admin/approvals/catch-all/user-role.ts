import { USER_APPROVES_NOTHING, USER_NOT_RESTORED } from '@gatehouse/contract/admin/approvals/routing.ts'
import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'

/** Whether a role is the one that people give themselves by registering: it approves nothing (ADR 0119). */
export const isUserRole = (name: string): boolean => name.toLowerCase() === USER_ROLE.toLowerCase()

/** Refuses a new row of the role User. @throws AppError invalid_request at the field `roleId` */
export async function requireRoleOfRow(tx: Tx, roleId: string): Promise<void> {
  requireRowOf(await nameOf(tx, roleId))
}

/** The same of a role by its name. @throws AppError invalid_request at the field `roleId` */
export function requireRowOf(roleName: string): void {
  refuseFields({ roleId: isUserRole(roleName) ? USER_APPROVES_NOTHING : null })
}

/** Refuses to restore a row whose role is called User meanwhile. @throws AppError invalid_request */
export async function requireRoleOfRestored(tx: Tx, roleId: string): Promise<void> {
  requireRestorable(await nameOf(tx, roleId))
}

/** Refuses to restore what names the role User. @throws AppError invalid_request */
export function requireRestorable(roleName: string): void {
  if (isUserRole(roleName)) throw new AppError('invalid_request', { msg: USER_NOT_RESTORED })
}

async function nameOf(tx: Tx, roleId: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`select name from application_roles where id = ${roleId}`)
  return rows[0]?.name ?? ''
}

/** Refuses to call a role User that has rows, or is the catch-all role. @throws AppError invalid_request at the field `role` */
export async function requireNoApprover(tx: Tx, roleId: string, newName: string): Promise<void> {
  if (!isUserRole(newName)) return
  const { rows } = await tx.execute(sql`
    select from application_roles r where r.id = ${roleId} and (
      exists (select from document_approvals d where d.application_role_id = r.id and d.deleted_at is null)
      or exists (select from approval_routings g where g.application_id = r.application_id and g.deleted_at is null
        and lower(g.catch_all_role) = lower(r.name) and r.client_id = coalesce(g.catch_all_client_id, r.client_id)))`)
  refuseFields({
    role:
      rows.length === 0
        ? null
        : 'This role approves, and the role User, which people give themselves by registering, approves nothing.',
  })
}
