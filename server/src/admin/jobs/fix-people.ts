import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'

/**
 * Stores the ids of the people of a job, unless they are stored: so it changes those whom its starter has confirmed, whoever
 * matches later.
 *
 * @param where `from` and `where` for them
 * @returns their number; 0 if they were stored
 */
export async function fixPeople(tx: Tx, jobId: string, where: Sql): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    update jobs set people = (select coalesce(array_agg(t.id order by t.id), '{}') ${where})
    where id = ${jobId} and people is null
    returning cardinality(people) as count`)
  return rows[0]?.count ?? 0
}
