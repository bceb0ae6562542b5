import type { Decided } from '@gatehouse/contract/decided.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { HASTY_ALL_LINES, HASTY_LINES, HASTY_SECONDS } from '@gatehouse/contract/review-lines.ts'
import type { decideReviewLines } from '@gatehouse/contract/reviews.ts'
import sql, { raw } from 'sql-template-tag'
import { REVIEW_DECIDERS } from '../../access/review-deciders.ts'
import { nameOfActor } from '../../audit/actor-names.ts'
import { decidedMeanwhile } from '../../audit/decided-meanwhile.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { requireSignInOf } from '../../factors/require-sign-in.ts'
import type { Person } from '../../identity/actor.ts'
import { momentOf } from '../engine/moment-of.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import { notifyReviewers } from './notify-reviewers.ts'
import { reviewEnded } from './review-ended.ts'

type Asked = Input<typeof decideReviewLines>
type SeenLine = NonNullable<Asked['lines']>[number]
type Line = {
  id: string
  stage: number
  decidedStage: number
  isFlagged: boolean
  isLater: boolean
  isEmpty: boolean
  isOver: boolean
} & {
  /** By a later stage, or by somebody else in this one. */
  decided: Omit<Decided, 'role'> | null
  isOwn: boolean
}
type Review = { name: string; state: string; dueOn: string; stages: number }

/**
 * Stores what a reviewer decides. Nothing is carried out before the review ends.
 *
 * @returns `confirm` when so many lines within seconds have to be confirmed first, by their exact number
 * @throws AppError not_found for lines of others; changed_meanwhile when the review has ended or another stage has decided;
 *   invalid_request with the reason
 */
export async function decideLines(
  deps: Pick<Deps, 'db' | 'config' | 'outbox'>,
  { userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>,
  ip: string,
  asked: Asked,
): Promise<Output<typeof decideReviewLines>> {
  const { reviewId, decision, comment } = asked
  const lines = asked.lines ?? (asked.lineIds ?? []).map((_id): SeenLine => ({ _id }))
  refuseFields({ lines: lines.length === 0 ? 'Choose at least one line' : null })
  const seen = new Map(lines.map(({ _id, decidedAt }) => [_id.toLowerCase(), decidedAt]))
  const ids = [...seen.keys()]
  const answer = await deps.db.transaction(async (tx) => {
    const review = await lockReview(tx, userId, reviewId)
    await requireSignInOf(
      tx,
      { userId, sessionId },
      sql`select application_id, client_id from access_review_lines where id = any(${ids}::uuid[])`,
    )
    const stages = await requireDecidable(deps, tx, userId, seen, asked)
    const recent = await countRecent(tx, userId, reviewId, ids)
    const together = recent + ids.length
    const isConfirmed = asked.confirmedLines === together
    const isMany = together > HASTY_LINES || (await isAllAtOnce(tx, userId, reviewId, together))
    if (isMany && !isConfirmed) return { decided: 0, confirm: together }
    const isHasty = isMany || asked.confirmedLines !== undefined
    if (isHasty) await markRecent(tx, userId, reviewId)
    const isFirst = await write(tx, userId, stages, asked, isHasty)
    await recordAudit(tx, {
      ...{ event: 'reviews.decided', actorId: userId, sessionId, ip, subjectId: reviewId },
      detail: {
        name: review.name,
        changes: [
          { field: 'decision', before: null, after: decision },
          { field: 'lines', before: null, after: ids.length },
          ...(comment === '' ? [] : [{ field: 'comment', before: null, after: comment }]),
          ...(isHasty ? [{ field: 'isHasty', before: null, after: true }] : []),
        ],
      },
    })
    if (isFirst && review.stages === 2) await beginSecondStage(deps, tx, { id: reviewId, ...review })
    return { decided: ids.length, confirm: null }
  })
  deps.outbox.wake()
  return answer
}

/**
 * Decisions about one review follow each other, so that what is counted below is exact.
 *
 * @throws AppError not_found, also for who reviews nothing in it: who ended a review is for its reviewers; changed_meanwhile
 */
async function lockReview(tx: Tx, userId: string, reviewId: string): Promise<Review> {
  const { rows } = await tx.execute<Review>(sql`
    select name, state, due_on::text as "dueOn", stages from access_reviews v where v.id = ${reviewId} and exists (
      select from ${raw(REVIEW_DECIDERS)} r where r.user_id = ${userId} and r.review_id = ${reviewId})
    for no key update of v`)
  const [review] = rows
  if (review === undefined) throw new AppError('not_found')
  if (review.state !== 'running') throw await reviewEnded(tx, reviewId)
  return review
}

/** @returns the stage in which the reviewer decides about each line: the lines stay locked, so this is judged once */
async function requireDecidable(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  userId: string,
  seen: Map<string, string | null | undefined>,
  { reviewId, decision, lastDay = null, comment }: Asked,
): Promise<Pick<Line, 'id' | 'stage'>[]> {
  const end = momentOf(lastDay, 1, config.timeZone) ?? sql`null::timestamptz`
  const { rows } = await tx.execute<Line>(sql`
    select l.id, r.stage, l.decided_stage as "decidedStage", cardinality(l.flags) > 0 as "isFlagged",
      l.decided_by is not distinct from ${userId}::uuid as "isOwn",
      case when l.decided_at is not null then json_build_object('what', l.decision, 'by', ${raw(nameOfActor('l.decided_by'))},
        'at', l.decided_at, 'note', l.comment) end as decided,
      coalesce(${end} >= l.valid_until, false) as "isLater", coalesce(${end} <= now(), false) as "isOver",
      coalesce(${end} <= l.valid_from, false) as "isEmpty"
    from access_review_lines l
      join ${raw(REVIEW_DECIDERS)} r on r.line_id = l.id and r.user_id = ${userId} and r.review_id = ${reviewId}
    where l.review_id = ${reviewId} and l.id = any(${[...seen.keys()]}::uuid[]) order by l.id for update of l`)
  if (rows.length < seen.size) throw new AppError('not_found')
  const elsewhere = rows.find(({ stage, decidedStage }) => decidedStage !== stage - 1 && decidedStage !== stage)
  if (elsewhere?.decided && elsewhere.decidedStage > elsewhere.stage)
    throw decidedMeanwhile({ ...elsewhere.decided, role: '' })
  if (elsewhere !== undefined)
    throw new AppError('changed_meanwhile', { msg: 'Another stage of the review decides about this.' })
  const since = rows.find((line) => isDecidedSince(line, seen.get(line.id)))
  if (since?.decided) throw decidedMeanwhile({ ...since.decided, role: '' })
  if (decision === 'keep' && comment === '' && rows.some(({ isFlagged }) => isFlagged))
    refuseFields({ comment: 'Say why a flagged assignment stays.' })
  if (decision !== 'shorten') return rows
  refuseFields({ lastDay: lastDay === null ? 'Choose a date' : null })
  const isOver = rows.some((line) => line.isOver)
  const isEmpty = rows.some((line) => line.isEmpty)
  const isLater = rows.some((line) => line.isLater)
  refuseFields({
    lastDay: isOver
      ? 'The last day must be in the future'
      : isEmpty
        ? 'The end must be after the beginning'
        : isLater
          ? 'The last day must be before the present end.'
          : null,
  })
  return rows
}

/**
 * Whether somebody else has decided about a line, or changed their decision, after a reviewer has seen it.
 *
 * @param seen when it was decided by then; `null`: it was not; `undefined`: the reviewer says nothing of it
 */
const isDecidedSince = ({ decided, isOwn }: Line, seen: string | null | undefined): boolean =>
  seen !== undefined &&
  decided !== null &&
  !isOwn &&
  (seen === null || new Date(decided.at).getTime() > new Date(seen).getTime())

/** Lines that the reviewer has decided some seconds ago, besides these. */
const isRecent = (userId: string, reviewId: string) => sql`review_id = ${reviewId} and decided_by = ${userId}
  and decided_at > now() - make_interval(secs => ${HASTY_SECONDS})`

async function countRecent(tx: Tx, userId: string, reviewId: string, ids: string[]): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from access_review_lines
    where ${isRecent(userId, reviewId)} and id <> all(${ids}::uuid[])`)
  return rows[0]?.count ?? 0
}

/** Whether so many lines are all that the reviewer has in the review, and enough to be looked at one by one. */
async function isAllAtOnce(tx: Tx, userId: string, reviewId: string, together: number): Promise<boolean> {
  if (together < HASTY_ALL_LINES) return false
  const { rows } = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from ${raw(REVIEW_DECIDERS)} r
    where r.user_id = ${userId} and r.review_id = ${reviewId}`)
  return together === rows[0]?.total
}

const markRecent = (tx: Tx, userId: string, reviewId: string) =>
  tx.execute(sql`update access_review_lines set is_hasty = true where ${isRecent(userId, reviewId)}`)

/** @returns whether some line is decided for the first time in this stage */
async function write(
  tx: Tx,
  userId: string,
  lines: Pick<Line, 'id' | 'stage'>[],
  { decision, lastDay = null, comment }: Asked,
  isHasty: boolean,
): Promise<boolean> {
  const { rows } = await tx.execute<{ isNew: boolean }>(sql`
    with before as (
      select l.*, r.stage from access_review_lines l
        join unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ stage }) => stage)}::int[]) r (id, stage) on r.id = l.id)
    update access_review_lines l set decided_stage = before.stage, decision = ${decision},
      last_day = ${decision === 'shorten' ? lastDay : null}, comment = ${comment}, decided_by = ${userId}, decided_at = now(),
      is_hasty = ${isHasty}, first = case when before.stage = 2 and before.decided_stage = 1 then jsonb_build_object(
        'decision', before.decision, 'lastDay', before.last_day, 'comment', before.comment, 'by', before.decided_by,
        'at', before.decided_at) else l.first end
    from before where l.id = before.id returning before.decided_stage < before.stage as "isNew"`)
  return rows.some(({ isNew }) => isNew)
}

/** Once nothing waits for the first stage, those who decide next are notified. */
async function beginSecondStage(
  deps: Pick<Deps, 'config' | 'outbox'>,
  tx: Tx,
  review: { id: string; name: string; dueOn: string },
): Promise<void> {
  const { rows } = await tx.execute<{ first: boolean; second: boolean }>(sql`
    select bool_and(decided_stage > 0) as first, bool_or(decided_stage = 1) as second
    from access_review_lines where review_id = ${review.id}`)
  if (rows[0]?.first && rows[0].second) await notifyReviewers(deps, tx, 'review-started', review)
}
