import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql, { raw } from 'sql-template-tag'
import { noteReviewCause } from '../../access/note-review-cause.ts'
import type { Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { AppError } from '../../errors.ts'
import { type Notifier, notify } from '../../notifications/notify.ts'
import { endAccess } from '../../sessions/end-access.ts'
import { auditBy } from '../engine/changes.ts'
import type { Touched } from '../engine/guard/guard.ts'
import { guardAdministrators } from '../engine/guard/people.ts'
import { type By, whoOf } from '../engine/store.ts'
import { requireLive } from '../engine/table-store.ts'
import { readRole } from '../roles/roles.ts'

/**
 * Sets the role of a person. Their sessions end, because their permissions have changed.
 *
 * @param isQuiet the person gets no message
 * @param formerRoleId the role that the caller has seen, `null` for none; left out: whatever it is
 * @throws AppError not_found, last_administrator; changed_meanwhile when the person has another role than `formerRoleId`
 */
export async function attachRole(
  deps: Notifier,
  tx: Tx,
  by: By,
  { id: userId }: Touched<'standing'>,
  { id: roleId }: Touched<'role-given'>,
  { isQuiet = false, formerRoleId }: { isQuiet?: boolean; formerRoleId?: string | null | undefined } = {},
): Promise<void> {
  const user = await lockUser(tx, userId)
  const role = await readRole(tx, roleId)
  await requireLive(tx, 'roles', roleId, 'Role is required')
  if (user.roleId === roleId) return
  if (formerRoleId !== undefined && user.roleId !== formerRoleId) throw new AppError('changed_meanwhile')
  await setRole(tx, by, userId, roleId)
  await auditBy(tx, by, 'users.role-attached', userId, {
    name: user.name,
    changes: [{ field: 'role', before: user.roleName, after: role.name }],
  })
  if (!isQuiet) await notify(deps, tx, 'role-changed', userId, { values: { role: role.name } })
}

/** @throws AppError not_found when that is not their role; last_administrator */
export async function detachRole(
  deps: Notifier,
  tx: Tx,
  by: By,
  { id: userId }: Touched<'standing'>,
  roleId: string,
): Promise<void> {
  const user = await lockUser(tx, userId)
  if (user.roleId !== roleId) throw new AppError('not_found')
  await setRole(tx, by, userId, null)
  await auditBy(tx, by, 'users.role-detached', userId, {
    name: user.name,
    changes: [{ field: 'role', before: user.roleName, after: null }],
  })
  await notify(deps, tx, 'role-changed', userId, { values: { role: USER_ROLE } })
}

/** The role of a restored person may have been deleted while nobody had it. */
export async function dropDeletedRole(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from roles where id = (select role_id from users where id = ${userId}) and deleted_at is null for share`)
  if (rows.length === 0) await tx.execute(sql`update users set role_id = null where id = ${userId}`)
}

async function setRole(tx: Tx, by: By, userId: string, roleId: string | null): Promise<void> {
  await guardAdministrators(tx, userId, () =>
    tx.execute(sql`
      update users set role_id = ${roleId}, version = version + 1, updated_at = now(), updated_by = ${by.person.userId}
      where id = ${userId}`),
  )
  await endAccess(tx, userId, 'role-changed', { by: whoOf(by) })
  await noteReviewCause(tx, userId, 'role-changed')
}

type LockedUser = { name: string; language: MessageLanguage | null; roleId: string | null; roleName: string | null }

/** @throws AppError not_found */
export async function lockUser(tx: Tx, userId: string): Promise<LockedUser> {
  const { rows } = await tx.execute<LockedUser>(sql`
    select ${raw(fullNameIn('u'))} as name, u.language, u.role_id as "roleId", r.name as "roleName"
    from users u left join roles r on r.id = u.role_id
    where u.id = ${userId} and u.deleted_at is null for no key update of u`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}
