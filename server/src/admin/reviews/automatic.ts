import { reviewScope } from '@gatehouse/contract/admin/reviews/reviews.ts'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { today } from '../../db/today.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isDistrusted } from '../../sessions/is-distrusted.ts'
import { findCaller } from '../engine/find-caller.ts'
import { readStored } from './settings.ts'
import { start } from './start.ts'

const SESSION_ENDED =
  'The session in which these reviews were set up was ended, or the password was changed since. Save the settings again.'

/** People in one round: many of them at once come from a bulk change. */
const BATCH = 50

type Cause = { userId: string; cause: 'role-changed' | 'client-changed' }

/**
 * Starts a review for each person who got another role or client, of all their assignments. Somebody of whom such a review
 * runs already, or who has no assignment, needs none.
 */
export async function startAutomaticReviews(deps: Pick<Deps, 'db' | 'config' | 'outbox' | 'log'>): Promise<void> {
  const { db, outbox, log } = deps
  for (let done = 0; done < BATCH; done++) {
    const taken: Cause[] = []
    const found = await db
      .transaction(async (tx) => {
        const cause = await takeCause(tx)
        if (cause === null) return null
        taken.push(cause)
        if (await isNeeded(tx, cause.userId)) await startFor(deps, tx, cause)
        return cause
      })
      .catch(async (error: unknown) => {
        const [cause] = taken
        if (!(error instanceof AppError) || cause === undefined) throw error
        log.warn({ err: error, userId: cause.userId }, 'a review could not be started by itself')
        await db.execute(sql`
          update access_review_causes set refused_at = now(), refusal = ${error.message} where user_id = ${cause.userId}`)
        return cause
      })
    if (found === null) return
    outbox.wake()
  }
}

/** Leaves out people who are just being changed: such a change may wait for their cause while the review waits for them (deadlock). */
async function takeCause(tx: Tx): Promise<Cause | null> {
  const { rows } = await tx.execute<Cause>(sql`
    delete from access_review_causes where user_id = (
      select c.user_id from access_review_causes c join users u on u.id = c.user_id
      where c.refused_at is null or c.refused_at < now() - interval '1 hour' order by c.at, c.user_id limit 1 for no key update of u skip locked for update of c skip locked)
    returning user_id as "userId", cause`)
  return rows[0] ?? null
}

async function isNeeded(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isNeeded: boolean }>(sql`
    select exists (
        select from assignments s join users u on u.id = s.user_id and u.deleted_at is null
          join applications a on a.id = s.application_id and a.deleted_at is null
          join clients c on c.id = s.client_id and c.deleted_at is null
        where s.user_id = ${userId} and (s.valid_until is null or s.valid_until > now()))
      and not exists (
        select from access_review_lines l join access_reviews v on v.id = l.review_id
        where l.user_id = ${userId} and v.state = 'running' and v.cause <> 'manual') as "isNeeded"`)
  return rows[0]?.isNeeded === true
}

async function startFor(
  { config, outbox }: Pick<Deps, 'config' | 'outbox'>,
  tx: Tx,
  { userId, cause }: Cause,
): Promise<void> {
  const settings = await readStored(tx)
  const person = settings === null ? null : await findCaller(tx, settings)
  if (settings === null) return
  const mayStart = (['reviews:write', 'users:write'] as const).every((one) => person?.permissions.includes(one))
  if (person === null || !mayStart)
    throw new AppError('not_allowed', { msg: 'Whoever has set up these reviews may not start reviews any more.' })
  // The reviewers read about people, and what nobody decides is carried out: whoever used that session may have chosen both.
  if (await isDistrusted(tx, settings.sessionId)) throw new AppError('not_allowed', { msg: SESSION_ENDED })
  const { rows } = await tx.execute<{ name: string; dueOn: string }>(sql`
    select ${raw(fullNameIn('users'))} as name,
      (${today(config.timeZone)} + ${settings.dueDays}::int)::text as "dueOn" from users where id = ${userId}`)
  const { name = '', dueOn = '' } = rows[0] ?? {}
  await start(
    { config, outbox },
    tx,
    { person, ip: settings.ip },
    {
      ...{ name, cause, dueOn, silence: settings.silence, scope: reviewScope.parse({ role: '', userId }) },
      ...{
        reviewerRule: 'people',
        reviewerIds: await readActive(tx, settings.reviewerIds, person.userId),
        secondReviewerIds: [],
      },
    },
  )
}

/** Of the reviewers of the settings those who are active; whoever saved the settings, where none is. */
async function readActive(tx: Tx, reviewerIds: string[], ownerId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from users where id = any(${reviewerIds}::uuid[]) and is_active and deleted_at is null`)
  return rows.length === 0 ? [ownerId] : rows.map(({ id }) => id)
}
