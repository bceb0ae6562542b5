import sql, { empty, type Sql } from 'sql-template-tag'
import { IS_VALID_KEY } from './valid-key.ts'

/** SQL: which people have which service accounts in their hand: who owns one now, or has made a key of it. */
const holdings = (keys: 'valid' | 'ever'): Sql => sql`
  (select id as account_id, owner_id as user_id from service_accounts
   union select k.account_id, k.created_by from service_account_keys k ${keys === 'valid' ? sql`where ${IS_VALID_KEY}` : empty}) holding`

/**
 * SQL: the ids of the service accounts in the hand of a person.
 *
 * @param keys only a key that works now counts, or any
 */
export const inHandOf = (userId: string | Sql, keys: 'valid' | 'ever'): Sql => sql`
  select holding.account_id from ${holdings(keys)} where holding.user_id = ${userId}`

/** SQL: the ids of the people who have an account in their hand, by any key; none for the id of a person. */
export const holdersOf = (accountId: string): Sql => sql`
  select holding.user_id from ${holdings('ever')} where holding.account_id = ${accountId}`
