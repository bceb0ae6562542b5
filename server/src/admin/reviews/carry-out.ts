import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../../identity/actor.ts'
import { notify } from '../../notifications/notify.ts'
import { isDistrusted } from '../../sessions/is-distrusted.ts'
import { takePersonTurn } from '../approvals/conflicts/take-turn.ts'
import { auditBy } from '../engine/changes.ts'
import { findCaller } from '../engine/find-caller.ts'
import { requireMayTouch } from '../engine/guard/guard.ts'
import { momentOf } from '../engine/moment-of.ts'
import type { By } from '../engine/store.ts'
import { assignApplication, detachApplication } from '../people/assignments/assign.ts'
import { lockUser } from '../people/roles.ts'
import { NOWHERE } from './notify-reviewers.ts'
import { requireAssigner } from './require-assigner.ts'

type Needs = Pick<Deps, 'db' | 'outbox' | 'config'>

type Closing = {
  id: string
  name: string
  ownerId: string
  userId: string
  sessionId: string
  ip: string
  silence: string
}

type Line = {
  id: string
  assignmentId: string
  userId: string
  applicationId: string
  clientId: string
  role: string
  decision: 'revoke' | 'shorten'
  lastDay: string | null
}

const SESSION_ENDED = 'The session in which the review was completed was ended, or the password was changed since.'

/** What counts for a line `l` of a review `v`: the decision of the last stage, or what silence means. */
const FINAL = sql`case when l.decided_stage = v.stages then l.decision else v.silence end`

/**
 * Carries out the decisions of a review that is being closed, each in a transaction of its own, by the functions of single
 * changes and in the name of who closed it. Several servers may do it at once: each line is dealt with once.
 *
 * @param most ends after so many lines; the rest follows in the background
 */
export async function carryOut(deps: Needs, reviewId: string, most = Number.POSITIVE_INFINITY): Promise<void> {
  const { db, outbox } = deps
  const { rows } = await db.execute<Closing>(sql`
    select id, name, owner_id as "ownerId", closed_by as "userId", closed_session_id as "sessionId", closed_ip as ip, silence
    from access_reviews where id = ${reviewId} and state = 'closing'`)
  const [review] = rows
  if (review === undefined) return
  await db.execute(sql`
    update access_review_lines l set outcome = 'kept', settled_at = now() from access_reviews v
    where v.id = l.review_id and l.review_id = ${reviewId} and l.outcome is null and ${FINAL} = 'keep'`)
  for (let done = 0; done < most && (await carryOutNext(deps, review)); done++) outbox.wake()
  await db.transaction((tx) => end(deps, tx, review))
  outbox.wake()
}

/** Who closed the review is judged for each line: thousands of them take a while. @returns whether there was a line */
async function carryOutNext(deps: Needs, review: Closing): Promise<boolean> {
  let taken: Line | null = null
  try {
    return await deps.db.transaction(async (tx) => {
      taken = await takeLine(tx, review.id)
      if (taken === null) return false
      const outcome = await perform(deps, tx, review, await findCaller(tx, review), taken)
      await tx.execute(
        sql`update access_review_lines set outcome = ${outcome}, settled_at = now() where id = ${taken.id}`,
      )
      return true
    })
  } catch (error) {
    if (!(error instanceof AppError) || taken === null) throw error
    const { id } = taken as Line
    await deps.db.execute(sql`
      update access_review_lines set outcome = 'failed', problem = ${error.message}, settled_at = now()
      where id = ${id} and outcome is null`)
    return true
  }
}

async function takeLine(tx: Tx, reviewId: string): Promise<Line | null> {
  const { rows } = await tx.execute<Line>(sql`
    select l.id, l.assignment_id as "assignmentId", l.user_id as "userId", l.application_id as "applicationId",
      l.client_id as "clientId", l.role, ${FINAL} as decision, l.last_day::text as "lastDay"
    from access_review_lines l join access_reviews v on v.id = l.review_id and v.state = 'closing'
    where l.review_id = ${reviewId} and l.outcome is null order by l.place limit 1 for update of l skip locked`)
  return rows[0] ?? null
}

async function perform(
  deps: Needs,
  tx: Tx,
  review: Closing,
  caller: Caller | null,
  line: Line,
): Promise<'revoked' | 'shortened' | 'changed'> {
  const { userId, applicationId, clientId, role, decision, lastDay } = line
  if (caller === null) throw new AppError('not_allowed', { msg: 'Whoever completed the review is no longer active.' })
  if (await isDistrusted(tx, review.sessionId)) throw new AppError('not_allowed', { msg: SESSION_ENDED })
  requireAssigner(caller)
  const by: By = { person: caller, ip: review.ip }
  const person = await requireMayTouch(tx, caller, 'assignment', userId)
  const { name } = await lockUser(tx, userId).catch((cause: unknown) => {
    throw cause instanceof AppError ? new AppError('not_found', { msg: 'The account is deleted.', cause }) : cause
  })
  await takePersonTurn(tx, line)
  const end = momentOf(lastDay, 1, deps.config.timeZone) ?? sql`null::timestamptz`
  // What was reviewed is what is taken away: an assignment with another role, or a new one, is not.
  const { rows } = await tx.execute<{ field: string; endsBefore: boolean }>(sql`
    with former as (
      select s.valid_from, s.valid_until from assignments s
      where s.id = ${line.assignmentId} and s.role = ${role} for update),
    kept as (
      update access_review_lines l set valid_from = former.valid_from, valid_until = former.valid_until
      from former where l.id = ${line.id})
    select a.name || ' · ' || c.display_name as field, coalesce(former.valid_until <= ${end}, false) as "endsBefore"
    from former, applications a, clients c
    where a.id = ${applicationId} and c.id = ${clientId}`)
  const [found] = rows
  // Nor does a review lengthen what somebody has shortened meanwhile.
  if (found === undefined || (decision === 'shorten' && found.endsBefore)) return 'changed'
  const pair = { person, applicationId, clientId }
  const isShorter = decision === 'shorten'
  if (isShorter) await assignApplication(deps, tx, by, { ...pair, role, validUntil: lastDay })
  else await detachApplication(deps, tx, by, pair)
  await auditBy(tx, by, isShorter ? 'reviews.access-shortened' : 'reviews.access-revoked', userId, {
    name,
    reviewId: review.id,
    changes: [
      { field: found.field, before: role, after: isShorter ? role : null },
      { field: 'review', before: null, after: review.name },
    ],
  })
  return isShorter ? 'shortened' : 'revoked'
}

/** Ends the review once nothing is left, and notifies its owner. */
async function end(deps: Needs, tx: Tx, { id, name, ownerId, ...closed }: Closing): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update access_reviews v set state = 'completed', ended_at = now() where v.id = ${id} and v.state = 'closing'
      and not exists (select from access_review_lines l where l.review_id = v.id and l.outcome is null)`)
  if (rowCount === 0) return
  const { rows } = await tx.execute<Record<'kept' | 'revoked' | 'shortened' | 'failed', number>>(sql`
    select (count(*) filter (where outcome in ('kept', 'changed')))::int as kept,
      (count(*) filter (where outcome = 'revoked'))::int as revoked,
      (count(*) filter (where outcome = 'shortened'))::int as shortened,
      (count(*) filter (where outcome = 'failed'))::int as failed
    from access_review_lines where review_id = ${id}`)
  const [counts] = rows
  if (counts === undefined) return
  await recordAudit(tx, {
    ...{
      event: 'reviews.carried-out',
      actorId: closed.userId,
      sessionId: closed.sessionId,
      ip: closed.ip,
      subjectId: id,
    },
    detail: { name, ...counts },
  })
  const owner = await tx.execute<{ language: MessageLanguage | null }>(sql`
    select language from users where id = ${ownerId} and is_active and deleted_at is null`)
  if (owner.rows[0] === undefined) return
  const { kept, revoked, shortened, failed } = counts
  await notify(deps, tx, 'review-completed', ownerId, {
    scope: NOWHERE,
    values: {
      ...{ review: name, reviewId: id, kept: `${kept}`, revoked: `${revoked}` },
      ...{ shortened: `${shortened}`, failed: `${failed}` },
    },
  })
}
