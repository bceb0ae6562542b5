import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { assign, type RequireApart } from '../access/access.ts'
import type { Pair } from '../access/self-registration.ts'
import { type AuditEntry, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { Notifier } from '../notifications/notify.ts'
import { notifyPartnerOfAssignment } from '../partner/notify-partner.ts'

/** Who joins, and from where. */
type Joiner = { userId: string } & Pick<AuditEntry, 'sessionId' | 'ip'>

/**
 * Assigns an application to the person who registers for it, with the role User. Administrators find in the audit which rules of separation of duties
 * refused it; the person does not get their names.
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
