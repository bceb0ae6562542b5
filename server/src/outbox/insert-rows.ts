import sql, { raw, type Sql } from 'sql-template-tag'

type Column =
  | 'id'
  | 'kind'
  | 'lane'
  | 'payload'
  | 'priority'
  | 'not_after'
  | 'created_at'
  | 'session_id'
  | 'acting_id'
  | 'user_id'
  | 'application_id'
  | 'client_id'

/**
 * The statement that writes rows into the outbox, alone or as a part of the one that is their cause.
 *
 * @param rows `values …` or `select …`, in the order of the columns
 */
export function insertRows(columns: readonly Column[], rows: Sql): Sql {
  return sql`insert into outbox (${raw(columns.join(', '))}) ${rows}`
}
