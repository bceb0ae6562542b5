import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../src/db/database.ts'
import { isDatabaseBusy } from '../src/db/faults.ts'

/**
 * Empties tables that a running outbox works on. It locks them in another order, so the database may end one of both as a
 * deadlock: then it is done once more.
 */
export async function truncate(db: Pick<Db, 'execute'>, tables: Sql): Promise<void> {
  try {
    await db.execute(sql`truncate ${tables}`)
  } catch (error) {
    if (!isDatabaseBusy(error)) throw error
    await truncate(db, tables)
  }
}
