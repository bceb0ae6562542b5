import type { completeReview, postponeReview } from '@gatehouse/contract/admin/reviews/reviews.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { auditBy } from '../engine/changes.ts'
import type { By } from '../engine/store.ts'
import { requireAssigner } from './require-assigner.ts'
import { reviewEnded } from './review-ended.ts'
import { requireDue } from './start.ts'

type Zone = { timeZone: string }

/**
 * Ends a review: its decisions are carried out from now on, in the name of the caller. Of a completed one, what failed is
 * tried again.
 *
 * @throws AppError not_allowed, not_found; changed_meanwhile when it is over, or other numbers of lines are undecided or taken away
 */
export async function complete(tx: Tx, by: By, asked: Input<typeof completeReview>): Promise<void> {
  const { reviewId, undecided } = asked
  requireAssigner(by.person)
  const { rows } = await tx.execute<{ name: string; state: string }>(sql`
    select name, state from access_reviews where id = ${reviewId} for update`)
  const [review] = rows
  if (review === undefined) throw new AppError('not_found')
  if (review.state === 'completed') await reopenFailed(tx, reviewId)
  else if (review.state !== 'running') throw await reviewEnded(tx, reviewId)
  else await requireSeen(tx, asked)
  await tx.execute(sql`
    update access_reviews set state = 'closing', closed_by = ${by.person.userId}, closed_session_id = ${by.person.sessionId},
      closed_ip = ${by.ip}, ended_at = null
    where id = ${reviewId}`)
  await auditBy(tx, by, 'reviews.completed', reviewId, {
    name: review.name,
    changes: [{ field: 'undecided', before: null, after: undecided }],
  })
}

/** What is carried out is what the caller has confirmed. */
async function requireSeen(tx: Tx, { reviewId, ...seen }: Input<typeof completeReview>): Promise<void> {
  const { rows } = await tx.execute<Record<keyof typeof seen, number>>(sql`
    select count(*) filter (where l.decided_stage < v.stages)::int as undecided,
      count(*) filter (where l.decided_stage = v.stages and l.decision = 'revoke')::int as revoke,
      count(*) filter (where l.decided_stage = v.stages and l.decision = 'shorten')::int as shorten
    from access_reviews v left join access_review_lines l on l.review_id = v.id where v.id = ${reviewId}`)
  const [{ undecided, revoke, shorten } = { undecided: 0, revoke: 0, shorten: 0 }] = rows
  const isSeen =
    undecided === seen.undecided && revoke === (seen.revoke ?? revoke) && shorten === (seen.shorten ?? shorten)
  if (!isSeen)
    throw new AppError('changed_meanwhile', {
      msg: 'More has been decided in the meantime. Check it and confirm again.',
    })
}

async function reopenFailed(tx: Tx, reviewId: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update access_review_lines set outcome = null, problem = '', settled_at = null
    where review_id = ${reviewId} and outcome = 'failed'`)
  if (rowCount === 0) throw new AppError('changed_meanwhile')
}

/** @throws AppError not_found; changed_meanwhile for a review that is not running */
export async function cancel(tx: Tx, by: By, reviewId: string): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    update access_reviews set state = 'cancelled', ended_at = now() where id = ${reviewId} and state = 'running' returning name`)
  if (rows[0] === undefined) throw await notRunning(tx, reviewId)
  await auditBy(tx, by, 'reviews.cancelled', reviewId, { name: rows[0].name, changes: [] })
}

async function notRunning(tx: Tx, reviewId: string): Promise<AppError> {
  const { rows } = await tx.execute(sql`select from access_reviews where id = ${reviewId}`)
  return rows.length === 0 ? new AppError('not_found') : reviewEnded(tx, reviewId)
}

/** @throws AppError invalid_request for a day that is over; not_found; changed_meanwhile for a review that is not running */
export async function postpone(
  tx: Tx,
  by: By,
  { timeZone }: Zone,
  { reviewId, dueOn }: Input<typeof postponeReview>,
): Promise<void> {
  await requireDue(tx, dueOn, timeZone)
  const { rows } = await tx.execute<{ name: string; before: string }>(sql`
    with former as (select id, due_on from access_reviews where id = ${reviewId} and state = 'running' for update)
    update access_reviews v set due_on = ${dueOn}, is_reminded = false, is_escalated = false
    from former where v.id = former.id returning v.name, former.due_on::text as before`)
  const [changed] = rows
  if (changed === undefined) throw await notRunning(tx, reviewId)
  const { name, before } = changed
  await auditBy(tx, by, 'reviews.postponed', reviewId, { name, changes: [{ field: 'dueOn', before, after: dueOn }] })
}
