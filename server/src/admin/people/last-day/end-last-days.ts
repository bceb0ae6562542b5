import { users } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { updateRecord } from '../../engine/changes.ts'
import { PORTAL } from '../../engine/store.ts'
import { usersStore } from '../store.ts'
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
  const store = usersStore(deps)
  for (const { id } of rows) {
    try {
      await db.transaction(async (tx) => {
        const { rowCount } = await tx.execute(
          sql`select 1 from users where id = ${id} and ${isOver} for update skip locked`,
        )
        const person = rowCount === 1 ? await store.find(tx, id) : null
        if (person === null) return
        const { firstName, lastName, email, phoneNumber } = person
        const changes = { firstName, lastName, email, phoneNumber, isActive: false }
        await updateRecord(tx, { resource: users, store }, id, changes, PORTAL)
      })
      outbox.wake()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.warn({ err: error, userId: id }, 'an account could not be deactivated after its last day')
    }
  }
}
