import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { type Notifier, notify } from '../../../notifications/notify.ts'
import { auditBy, type Signer } from '../../engine/changes.ts'

/**
 * Deactivates a suspended person for good: they do not come back by themselves any more, and are notified.
 *
 * @returns whether they were suspended
 */
export async function deactivateSuspended(deps: Notifier, tx: Tx, by: Signer, userId: string): Promise<boolean> {
  const isDropped = await dropSuspension(tx, by, userId)
  if (isDropped) await notify(deps, tx, 'account-deactivated', userId)
  return isDropped
}

/**
 * Ends the suspension of a person, begun or planned, with its line of the audit: whoever ends it later reads who did it.
 *
 * @returns whether there was one
 */
export async function dropSuspension(tx: Tx, by: Signer, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ name: string; isActive: boolean }>(sql`
    update users set suspended_from = null, suspended_until = null, suspension_reason = ''
    where id = ${userId} and suspended_from is not null
    returning ${raw(fullNameIn('users'))} as name, is_active as "isActive"`)
  const [person] = rows
  if (person === undefined) return false
  const { name, isActive } = person
  await auditBy(tx, by, 'users.suspension-ended', userId, isActive ? { name } : { name, isDeactivated: true })
  return true
}
