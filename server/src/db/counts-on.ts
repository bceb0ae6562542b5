import sql, { raw, type Sql } from 'sql-template-tag'

/**
 * SQL: whether a document approval counts on a day: it is not deleted, not inactive, has begun and has not ended.
 *
 * @param d the alias of its table
 * @param day mostly `today`, the day in the portal's time zone
 */
export const countsOn = (d: string, day: Sql): Sql => {
  const row = raw(d)
  return sql`${row}.deleted_at is null and ${row}.status = 'ACTIVE'
    and (${row}.first_day is null or ${row}.first_day <= ${day}) and (${row}.last_day is null or ${row}.last_day >= ${day})`
}
