import sql, { type Sql } from 'sql-template-tag'
import { IS_VALID_KEY } from './valid-key.ts'

/** Which keys count: those that work now, those that have worked at any time since then, or all. */
type WhichKeys = 'valid' | { since: Date } | 'ever'

function isMeant(keys: WhichKeys): Sql {
  if (keys === 'ever') return sql`true`
  if (keys === 'valid') return sql`${IS_VALID_KEY}`
  return sql`(k.revoked_at is null or k.revoked_at > ${keys.since}) and k.expires_at > ${keys.since}`
}

/** SQL: which people have which service accounts in their hand: who owns one now, or has made a key of it. */
const holdings = (keys: WhichKeys): Sql => sql`
  (select id as account_id, owner_id as user_id from service_accounts
   union select k.account_id, k.created_by from service_account_keys k where ${isMeant(keys)}) holding`

/** SQL: the ids of the service accounts in the hand of a person. */
export const inHandOf = (userId: string | Sql, keys: WhichKeys): Sql => sql`
  select holding.account_id from ${holdings(keys)} where holding.user_id = ${userId}`

/** SQL: the ids of the people who have an account in their hand, by any key; none for the id of a person. */
export const holdersOf = (accountId: string): Sql => sql`
  select holding.user_id from ${holdings('ever')} where holding.account_id = ${accountId}`
