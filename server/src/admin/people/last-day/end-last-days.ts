import sql from 'sql-template-tag'
import { today } from '../../../db/today.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { PORTAL } from '../../engine/store.ts'
import { setActive } from '../suspensions/update-part.ts'

/** People in one query. */
const BATCH = 100

type Needs = Pick<Deps, 'db' | 'keys' | 'config' | 'outbox' | 'matrices' | 'log'>

/**
 * Deactivates the people whose last day is over, as an administrator would. The last administrator stays, and is tried
 * again. Every server calls it; each person is dealt with once.
 */
export async function endLastDays(deps: Needs): Promise<void> {
  // Many may leave on the same day: none of them waits for the next round.
  while ((await endBatch(deps)) === BATCH);
}

/** @returns how many were deactivated */
async function endBatch(deps: Needs): Promise<number> {
  const { db, config, outbox, log } = deps
  const isOver = sql`is_active and deleted_at is null and last_day < ${today(config.timeZone)}`
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where ${isOver} order by last_day limit ${BATCH}`,
  )
  let ended = 0
  for (const { id } of rows) {
    try {
      await db.transaction(async (tx) => {
        const { rowCount } = await tx.execute(
          sql`select 1 from users where id = ${id} and ${isOver} for no key update skip locked`,
        )
        if (rowCount !== 1) return
        await setActive(deps, tx, PORTAL, id, false)
        ended++
      })
      outbox.wake()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ err: error, userId: id }, 'an account could not be deactivated after its last day')
    }
  }
  return ended
}
