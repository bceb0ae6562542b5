import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyPartnerOfAssignment } from '../../../partner/notify-partner.ts'
import { endAssignment } from './assign.ts'
import { END_NOTICE_DAYS } from './term.ts'

/** Assignments in one transaction. */
const BATCH = 50

type Needs = Pick<Deps, 'db' | 'outbox' | 'config'>
type Key = { userId: string; applicationId: string; clientId: string }

/**
 * What follows from the dates of assignments besides the access itself, which the rule of access decides by the clock:
 * the partner portal hears of those that begin, people are notified of those that end soon, and those that have ended
 * are removed.
 */
export async function keepAssignmentDates(deps: Needs): Promise<void> {
  await inBatches(deps, (tx) => begin(deps, tx))
  await inBatches(deps, (tx) => announceEnds(deps, tx))
  await inBatches(deps, (tx) => end(deps, tx))
}

async function inBatches({ db, outbox }: Needs, work: (tx: Tx) => Promise<number>): Promise<void> {
  let count = BATCH
  while (count === BATCH) {
    count = await db.transaction(work)
    if (count > 0) outbox.wake()
  }
}

async function begin(deps: Needs, tx: Tx): Promise<number> {
  const begun = await take(tx, sql`not has_begun and valid_from <= now()`, sql`valid_from`)
  await tx.execute(sql`update assignments set has_begun = true where id = any(${begun.map(({ id }) => id)})`)
  for (const key of begun) await notifyPartnerOfAssignment(deps, tx, 'assigned', key)
  return begun.length
}

/** An inactive person is not notified, and so not again when they become active. */
async function announceEnds(deps: Needs, tx: Tx): Promise<number> {
  const isNear = sql`not is_end_notified and valid_until > now()
    and valid_until <= now() + make_interval(days => ${END_NOTICE_DAYS})`
  const ending = await take(tx, isNear, sql`valid_until`)
  await tx.execute(sql`update assignments set is_end_notified = true where id = any(${ending.map(({ id }) => id)})`)
  for (const { userId, applicationId, clientId, validUntil, isActive } of ending)
    if (isActive)
      await notify(deps, tx, 'assignment-ends', userId, {
        scope: { applicationId, clientId },
        moments: { until: { at: validUntil, is: 'end' } },
      })
  return ending.length
}

async function end(deps: Needs, tx: Tx): Promise<number> {
  const ended = await take(tx, sql`valid_until <= now()`, sql`valid_until`)
  for (const { userId, applicationId, clientId } of ended)
    await endAssignment(deps, tx, { userId, applicationId, clientId })
  return ended.length
}

type Due = Key & { id: string; validUntil: Date; isActive: boolean }

/**
 * Locks the people too, as all changes of assignments do. What a deleted person had stays as it is: it opens nothing,
 * and is dealt with if the person is restored.
 */
async function take(tx: Tx, condition: Sql, order: Sql): Promise<Due[]> {
  const { rows } = await tx.execute<Due>(sql`
    select s.id, s.user_id as "userId", s.application_id as "applicationId", s.client_id as "clientId",
      s.valid_until as "validUntil", u.is_active as "isActive"
    from assignments s join users u on u.id = s.user_id and u.deleted_at is null
    where ${condition} order by ${order} limit ${BATCH} for no key update of u skip locked for update of s skip locked`)
  return rows
}
