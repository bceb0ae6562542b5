import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../src/db/database.ts'
import { isDatabaseBusy } from '../src/db/faults.ts'

/**
 * Empties tables that a running outbox uses. It locks them in another order, so the database may abort one of the two
 * for a deadlock; then it is repeated.
 */
export async function truncate(db: Pick<Db, 'execute'>, tables: Sql): Promise<void> {
  try {
    await db.execute(sql`truncate ${tables}`)
  } catch (error) {
    if (!isDatabaseBusy(error)) throw error
    await truncate(db, tables)
  }
}
