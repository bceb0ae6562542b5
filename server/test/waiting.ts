import sql from 'sql-template-tag'
import type { Db } from '../src/db/database.ts'

/** How many statements on this database wait for a lock of another transaction. */
export async function countWaiting({ db }: { db: Pick<Db, 'execute'> }): Promise<number> {
  const { rowCount } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount ?? 0
}
