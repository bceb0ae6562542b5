import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Notifier } from '../../notifications/notify.ts'
import { takePersonTurn } from '../approvals/conflicts/take-turn.ts'
import { auditBy } from '../engine/changes.ts'
import type { Touched } from '../engine/guard/guard.ts'
import { momentOf } from '../engine/moment-of.ts'
import type { By } from '../engine/store.ts'
import { assignApplication } from '../people/assignments/assign.ts'
import { lockUser } from '../people/roles.ts'
import { CAN_UNDO } from './list.ts'
import { requireAssigner } from './require-assigner.ts'

type Undone = {
  assignmentId: string
  lastDay: string | null
  applicationId: string
  clientId: string
  role: string
  validFrom: Date | null
  validUntil: Date | null
  outcome: 'revoked' | 'shortened'
  review: string
  reviewId: string
}

/**
 * Gives back what a review took away: the assignment has its role and dates again.
 *
 * @throws AppError not_allowed; not_found for a line of somebody else, or one that cannot be undone any more;
 *   changed_meanwhile when the assignment is another one by now
 */
export async function undo(
  deps: Notifier,
  tx: Tx,
  by: By,
  { lineId, person }: { lineId: string; person: Touched<'assignment'> },
): Promise<void> {
  requireAssigner(by.person)
  const { rows } = await tx.execute<Undone>(sql`
    update access_review_lines l set undone_at = now() from access_reviews v
    where l.id = ${lineId} and l.user_id = ${person.id} and v.id = l.review_id and ${raw(CAN_UNDO)}
    returning l.assignment_id as "assignmentId", l.last_day::text as "lastDay", l.application_id as "applicationId", l.client_id as "clientId", l.role, l.valid_from as "validFrom",
      l.valid_until as "validUntil", l.outcome, v.name as review, v.id as "reviewId"`)
  const [undone] = rows
  if (undone === undefined) throw new AppError('not_found')
  const { applicationId, clientId, role, validFrom, validUntil, outcome, review, reviewId } = undone
  const end = momentOf(undone.lastDay, 1, deps.config.timeZone) ?? sql`null`
  const { name } = await lockUser(tx, person.id)
  await takePersonTurn(tx, { userId: person.id, applicationId })
  const present = await tx.execute<{ isAsShortened: boolean }>(sql`
    select id = ${undone.assignmentId} and role = ${role} and valid_from is not distinct from ${validFrom}
      and valid_until is not distinct from ${end} as "isAsShortened"
    from assignments where user_id = ${person.id} and application_id = ${applicationId} and client_id = ${clientId} for update`)
  const isAsLeft = outcome === 'revoked' ? present.rowCount === 0 : present.rows[0]?.isAsShortened === true
  if (!isAsLeft || (await hasChangedSince(tx, lineId))) throw new AppError('changed_meanwhile')
  await assignApplication(deps, tx, by, {
    ...{ person, applicationId, clientId, role },
    ...{ validFrom: validFrom?.toISOString() ?? null, validUntil: validUntil?.toISOString() ?? null },
  })
  await auditBy(tx, by, 'reviews.access-given-back', person.id, {
    name,
    reviewId,
    changes: [{ field: 'review', before: null, after: review }],
  })
}

/** Whether somebody has assigned the pair since the review took it away. Who has then taken that away did not mean the review. */
async function hasChangedSince(tx: Tx, lineId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from access_review_lines l join audit_events e on e.subject_id = l.user_id and e.at > l.settled_at
    where l.id = ${lineId} and e.event = 'users.application-assigned'
      and e.detail->>'applicationId' = l.application_id::text and e.detail->>'clientId' = l.client_id::text limit 1`)
  return rowCount !== 0
}
