import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { CLOCK_SLACK_SECONDS } from '../db/is-pending.ts'

/** A signing key that was made while the database's clock was ahead. */
export const IS_AHEAD = raw(`(created_at > now() + interval '${CLOCK_SLACK_SECONDS} seconds')`)

/**
 * Keys that were made while the database's clock was ahead count as made now, in their order. Until their time had come, they
 * would sign nothing, and could not be renewed. To be called by whoever holds the lock of the keys.
 */
export async function correctKeyTimes(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update signing_keys k set created_at = created_at - (ahead.newest - now())
    from (select alg, max(created_at) as newest from signing_keys where ${IS_AHEAD} group by alg) ahead
    where k.alg = ahead.alg and ${IS_AHEAD}`)
}
