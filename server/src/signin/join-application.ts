import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { assign, type RequireApart } from '../access/access.ts'
import type { Pair } from '../access/self-registration.ts'
import { type AuditEntry, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Notifier } from '../notifications/notify.ts'
import { notifyPartnerOfAssignment } from '../partner/notify-partner.ts'
import { inHandOf } from '../service-accounts/in-hand-of.ts'

/** Who joins, and from where. */
type Joiner = { userId: string } & Pick<AuditEntry, 'sessionId' | 'ip'>

/**
 * Assigns an application to the person who registers for it, with the role User. Administrators find in the audit which rules of separation of duties
 * refused it; the person does not get their names.
 *
 * @throws AppError not_yourself for whoever may open self-registration, and may not assign applications to themselves
 */
export async function joinApplication(
  deps: Notifier,
  tx: Tx,
  { userId, ...from }: Joiner,
  { applicationId, clientId }: Pair,
  requireApart: RequireApart,
): Promise<'new' | 'existing' | 'refused'> {
  const key = { userId, applicationId, clientId }
  const line = { actorId: userId, subjectId: userId, ...from }
  await requireNotOpener(tx, userId)
  await tx.execute(sql`savepoint joining`)
  try {
    if (!(await assign(tx, { ...key, role: USER_ROLE }, requireApart))) return 'existing'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await tx.execute(sql`rollback to savepoint joining`)
    const detail = { applicationId, clientId, rules: error.data?.missing }
    await recordAudit(tx, { ...line, event: 'registration.refused', detail })
    return 'refused'
  }
  await notifyPartnerOfAssignment(deps, tx, 'assigned', key)
  await recordAudit(tx, { ...line, event: 'registration.assigned', detail: { applicationId, clientId } })
  return 'new'
}

/**
 * Whoever may open self-registration, or has a program in their hand that may, would give themselves by it what they may not assign to
 * themselves. An administrator with every permission may do that anyway.
 *
 * @throws AppError not_yourself
 */
async function requireNotOpener(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    with held as (
      select u.id as by, rp.permission_id as id from users u join role_permissions rp on rp.role_id = u.role_id where u.id = ${userId}
      union all
      select account_id, permission_id from service_account_permissions where account_id in (${inHandOf(userId, 'valid')}))
    select 1 where exists (
        select from held join permissions p using (id) where p.name in ('applications:write', 'users:write')
        group by by having count(*) = 2)
      and exists (
        select from permissions p where p.deleted_at is null and p.id not in (select id from held where by = ${userId}))`)
  if (rows.length > 0) throw new AppError('not_yourself')
}
