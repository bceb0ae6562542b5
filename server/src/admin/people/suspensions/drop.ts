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
 * Ends the suspension of a person, begun or planned, with its line of the audit: whoever ends it later reads who did it. The line of a
 * planned one says so, because its person has never heard of it (`sessions/own-activity.ts`).
 *
 * @returns whether there was one
 */
export async function dropSuspension(tx: Tx, by: Signer, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ name: string; isActive: boolean; isPlanned: boolean }>(sql`
    with was as (
      select id, suspended_from > now() as is_planned from users
      where id = ${userId} and suspended_from is not null for no key update)
    update users u set suspended_from = null, suspended_until = null, suspension_reason = '' from was where u.id = was.id
    returning ${raw(fullNameIn('u'))} as name, u.is_active as "isActive", was.is_planned as "isPlanned"`)
  const [person] = rows
  if (person === undefined) return false
  const { name, isActive, isPlanned } = person
  await auditBy(tx, by, 'users.suspension-ended', userId, {
    ...{ name, ...(!isActive && { isDeactivated: true }), ...(isPlanned && { isPlanned }) },
  })
  return true
}
