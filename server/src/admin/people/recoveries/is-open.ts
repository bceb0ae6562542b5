import sql, { raw } from 'sql-template-tag'

/** Condition on a recovery `r`: it can still end with a new password. */
export const IS_OPEN = raw(`r.state in ('approval', 'waiting', 'sent') and r.expires_at > now()`)

/** All of them, for counting. */
export const OPEN_RECOVERIES = sql`
  from account_recoveries r join users u on u.id = r.user_id
  where ${IS_OPEN} and u.is_active and u.deleted_at is null`
