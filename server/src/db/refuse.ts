import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'

const MARK = 'refused: '

/**
 * A column that fails when `condition` is true, and with it the statement and its transaction: the statements sent
 * after it in a batch are not executed. PostgreSQL has no expression that raises an error with a message, so a text
 * that is no number is cast to one.
 *
 * @param words the reason, as text: `refusalOf` returns it
 */
export const refuseIf = (condition: Sql, words: Sql): Sql =>
  // clock_timestamp() keeps the planner from evaluating the cast in advance, even in the branch that is not taken.
  sql`case when ${condition} then (${MARK} || ${words} || left(clock_timestamp()::text, 0))::int end`

/** The `words` of a statement that failed by `refuseIf`, or `null` for any other error. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '22P02') return null
  const [, words] = error.message.split(MARK)
  // The error message contains them in quotes, which depend on the language of the database.
  return words?.replace(/["'»“”„]*$/, '') ?? null
}
