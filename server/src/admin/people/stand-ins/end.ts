import sql, { type Sql } from 'sql-template-tag'
import { endedMeanwhile } from '../../../audit/decided-meanwhile.ts'
import type { Tx } from '../../../db/database.ts'
import type { Notifier } from '../../../notifications/notify.ts'
import { type Author, PORTAL } from '../../engine/store.ts'
import { announce } from './announce.ts'

type Which = {
  /** SQL: which stand-ins `t` the caller may end. */
  which?: Sql
  /** Whether the caller may read who has ended it before. */
  isNamed: boolean
}

/**
 * Ends what is lent, or will be.
 *
 * @throws AppError changed_meanwhile for one that somebody has ended; not_found for one that is over, or not among `which`
 */
export async function end(
  deps: Notifier,
  tx: Tx,
  by: Author,
  id: string,
  { which = sql`true`, isNamed }: Which,
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update stand_ins t set ended_at = now(), ended_by = ${by.person.userId}
    where t.id = ${id} and t.ended_at is null and t.valid_until > now() and ${which}`)
  if (rowCount === 0) throw await endedMeanwhile(tx, sql`from stand_ins t where t.id = ${id} and ${which}`, isNamed)
  await announce(deps, tx, by, id, 'ended')
}

/** What is made before a transaction that waits for the lock of the person has an earlier time. */
const OVERLAP_SECONDS = 60

/**
 * Ends what somebody has lent themselves since their address or number was moved, or right before: whoever moved it was signed in, and
 * got the messages about it.
 */
export const endLentSince =
  (deps: Notifier) =>
  async (tx: Tx, userId: string, since: Date): Promise<void> => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update stand_ins set ended_at = now()
      where lender_id = ${userId} and created_by = ${userId} and ended_at is null and valid_until > now()
        and created_at > ${since}::timestamptz - make_interval(secs => ${OVERLAP_SECONDS}) returning id`)
    for (const { id } of rows) await announce(deps, tx, PORTAL, id, 'ended')
  }

/** Announces what this transaction has ended by closing or locking the account of a lender: a trigger has set the end. */
export async function announceEndsOf(deps: Notifier, tx: Tx, by: Author, lenderId: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update stand_ins set ended_by = ${by.person.userId}
    where lender_id = ${lenderId} and ended_at = now() and ended_by is null returning id`)
  for (const { id } of rows) await announce(deps, tx, by, id, 'ended')
}
