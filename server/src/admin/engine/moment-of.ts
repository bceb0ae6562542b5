import sql, { type Sql } from 'sql-template-tag'

/** A day counts from its beginning, or so many days later. `null` when nothing is asked. */
export function momentOf(asked: string | null | undefined, days: number, timeZone: string): Sql | null {
  if (asked === undefined) return null
  if (asked === null) return sql`null::timestamptz`
  if (asked.length > 10) return sql`${asked}::timestamptz`
  return sql`(${asked}::date + ${days}::int)::timestamp at time zone ${timeZone}`
}
