import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Stored } from './builders.ts'

/** Until so many statements of this database wait for a lock. */
export const untilWaiting = ({ db }: Stored, count: number) =>
  expect
    .poll(async () => {
      const { rows } = await db.execute<{ count: number }>(sql`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return rows[0]?.count
    })
    .toBe(count)
