import type { Matching } from '@gatehouse/contract/admin/jobs/jobs.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import type { Caller } from '../../identity/actor.ts'
import { whereOf } from '../engine/list.ts'
import { usersFilter, usersSource } from '../people/list.ts'

/**
 * `from` and `where` for the people of a selection. The count that the caller confirms and the people whom the
 * job changes both come from here, so that they cannot differ.
 *
 * @throws AppError not_allowed
 */
export function whereMatching({ query, except = [] }: Matching, person: Caller): Sql {
  const others = except.length === 0 ? empty : sql`and t.id <> all(${except}::uuid[])`
  return whereOf(usersSource, query, sql`${usersFilter(query, person)} ${others}`)
}

/** The exact count: a caller must not confirm an estimate. */
export async function countMatching(db: Db | Tx, matching: Matching, person: Caller): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total ${whereMatching(matching, person)}`,
  )
  return rows[0]?.total ?? 0
}
