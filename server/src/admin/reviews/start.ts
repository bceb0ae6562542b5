import { REVIEW_LINES_MAX, type ReviewScope, type startReview } from '@gatehouse/contract/admin/reviews/reviews.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql, { type Sql } from 'sql-template-tag'
import { newId } from '../../crypto/ids.ts'
import type { Db, Tx } from '../../db/database.ts'
import { today } from '../../db/today.ts'
import { AppError } from '../../errors.ts'
import type { Notifier } from '../../notifications/notify.ts'
import { auditBy } from '../engine/changes.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import type { By } from '../engine/store.ts'
import { chosenAssignments } from './chosen-assignments.ts'
import { linesOf } from './evidence.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { requireAssigner } from './require-assigner.ts'
import { writeReviewers } from './reviewers.ts'

/** The longest time until a review is due. */
const DUE_DAYS_MAX = 366

type Asked = Omit<Input<typeof startReview>, 'reviewerRule'> & {
  reviewerRule: Input<typeof startReview>['reviewerRule']
  cause?: 'manual' | 'role-changed' | 'client-changed'
}

const refuse = (msg: string) => new AppError('invalid_request', { msg })

/**
 * Starts a review in the name of the caller: writes its lines with their evidence, and notifies those who decide first.
 *
 * @throws AppError not_allowed; invalid_request with the reason, also when no assignment matches, or too many
 */
export async function start(
  deps: Notifier,
  tx: Tx,
  by: By,
  { name, scope, reviewerRule, cause = 'manual', dueOn, silence, ...people }: Asked,
): Promise<{ _id: string; lines: number }> {
  const { person, ip } = by
  requireAssigner(person)
  await requireDue(tx, dueOn, deps.config.timeZone)
  const id = newId()
  const stages = people.secondReviewerIds.length === 0 ? 1 : 2
  await tx.execute(sql`
    insert into access_reviews (id, name, cause, owner_id, owner_session_id, owner_ip, reviewer_rule, stages, due_on, silence, scope)
    values (${id}, ${name}, ${cause}, ${person.userId}, ${person.sessionId}, ${ip}, ${reviewerRule}, ${stages}, ${dueOn}, ${silence},
      ${JSON.stringify(scope)}::jsonb)`)
  const { rowCount } = await tx.execute(writeLines(id, linesOf(deps.config.timeZone, chosenAssignments(scope))))
  const lines = rowCount ?? 0
  if (lines === 0) throw refuse('No assignment matches')
  if (lines > REVIEW_LINES_MAX) throw refuse('More than 5,000 assignments match. Narrow the choice.')
  await writeReviewers(tx, id, person.userId, { rule: reviewerRule, ...people })
  await auditBy(tx, by, 'reviews.started', id, {
    name,
    changes: [
      { field: 'lines', before: null, after: lines },
      { field: 'dueOn', before: null, after: dueOn },
      { field: 'silence', before: null, after: silence },
    ],
  })
  await notifyReviewers(deps, tx, 'review-started', { id, name, dueOn })
  return { _id: id, lines }
}

const writeLines = (reviewId: string, lines: Sql) => sql`
  insert into access_review_lines (review_id, id, place, assignment_id, user_id, application_id, client_id, role, valid_from,
    valid_until, assigned_at, evidence, flags)
  select ${reviewId}::uuid, lines.* from (${lines}) lines`

/** @throws AppError invalid_request for a day that is over, or too far away */
export async function requireDue(on: Db | Tx, dueOn: string, timeZone: string): Promise<void> {
  const { rows } = await on.execute<{ isOver: boolean; isFar: boolean }>(sql`
    select ${dueOn}::date < ${today(timeZone)} as "isOver",
      ${dueOn}::date > ${today(timeZone)} + ${DUE_DAYS_MAX}::int as "isFar"`)
  const { isOver, isFar } = rows[0] ?? {}
  refuseFields({
    dueOn: isOver ? 'The due date must be in the future' : isFar ? 'A review is due within a year.' : null,
  })
}

/** How many assignments match, up to one more than a review may have. */
export async function countChosen(db: Db, scope: ReviewScope): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${chosenAssignments(scope)}) chosen`,
  )
  return rows[0]?.count ?? 0
}
