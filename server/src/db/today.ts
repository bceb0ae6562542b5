import sql, { type Sql } from 'sql-template-tag'

/** The day in the portal's time zone, by the clock of the database. Not `current_date`, which is a day of the database's own. */
export const today = (timeZone: string): Sql => sql`(now() at time zone ${timeZone})::date`
