import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

const MARK = 'refused: '

/**
 * A column that fails where `condition` holds, and its statement and transaction with it: what travels behind it in a batch
 * is not done. PostgreSQL has no expression that raises an error with words; no number can be read from these.
 *
 * @param words why, as text: `refusalOf` gives it back
 */
export const refuseIf = (condition: Sql, words: Sql): Sql =>
  // The planner works out what is constant, in the branch that is not taken too: the clock is not.
  sql`case when ${condition} then (${MARK} || ${words} || left(clock_timestamp()::text, 0))::int end`

/** The words of a statement that has refused by itself, or `null` for any other error. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '22P02') return null
  const [, words] = error.message.split(MARK)
  // In quotes, in every language of the database.
  return words?.replace(/["'»“”„]*$/, '') ?? null
}
