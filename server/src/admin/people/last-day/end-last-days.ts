import sql from 'sql-template-tag'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { PORTAL } from '../../engine/store.ts'
import { setActive } from '../suspensions/set-active.ts'
import { today } from './last-day.ts'

/** People in one round. */
const BATCH = 100

/**
 * Deactivates the people whose last day is over, as an administrator would. The last administrator stays, and is tried
 * again. Every server calls it; each person is dealt with once.
 */
export async function endLastDays(deps: Pick<Deps, 'db' | 'keys' | 'config' | 'outbox' | 'log'>): Promise<void> {
  const { db, config, outbox, log } = deps
  const isOver = sql`is_active and deleted_at is null and last_day < ${today(config.timeZone)}`
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from users where ${isOver} order by last_day limit ${BATCH}`,
  )
  for (const { id } of rows) {
    try {
      await db.transaction(async (tx) => {
        const { rowCount } = await tx.execute(
          sql`select 1 from users where id = ${id} and ${isOver} for update skip locked`,
        )
        if (rowCount === 1) await setActive(deps, tx, PORTAL, id, false)
      })
      outbox.wake()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ err: error, userId: id }, 'an account could not be deactivated after its last day')
    }
  }
}
