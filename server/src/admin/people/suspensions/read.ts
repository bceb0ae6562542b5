import type { Suspension } from '@gatehouse/contract/admin/people/suspensions.ts'
import sql from 'sql-template-tag'
import type { Executor } from '../../../db/database.ts'

/** The suspension of a person that runs or is planned. */
export async function readSuspension(db: Executor, userId: string, timeZone: string): Promise<Suspension | null> {
  const { rows } = await db.execute<Suspension>(sql`
    select (suspended_from at time zone ${timeZone})::date::text as "from",
      ((suspended_until at time zone ${timeZone})::date - 1)::text as until,
      suspension_reason as reason, suspended_from <= now() as "hasBegun"
    from users where id = ${userId} and deleted_at is null and suspended_from is not null`)
  return rows[0] ?? null
}
