import sql, { empty, type Sql } from 'sql-template-tag'
import { IS_VALID_KEY } from './valid-key.ts'

/**
 * SQL: the ids of the service accounts in the hand of a person: who owns them now, or has made a key of them.
 *
 * @param keys only a key that works now counts, or any
 */
export const inHandOf = (userId: string | Sql, keys: 'valid' | 'ever'): Sql => sql`
  select a.id from service_accounts a where a.owner_id = ${userId} or exists (
    select from service_account_keys k where k.account_id = a.id and k.created_by = ${userId}
      ${keys === 'valid' ? sql`and ${IS_VALID_KEY}` : empty})`

/** SQL: the ids of the people who own an account, or have ever made a key of it; none for the id of a person. */
export const holdersOf = (accountId: string): Sql => sql`
  select owner_id from service_accounts where id = ${accountId} union select created_by from service_account_keys where account_id = ${accountId}`
