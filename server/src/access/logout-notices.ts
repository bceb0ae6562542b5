import sql, { type Sql } from 'sql-template-tag'
import { insertRows } from '../outbox/insert-rows.ts'

/**
 * Enqueues the logout notices of a session, in the statement or transaction that ends it: one for each application that
 * was opened in the session and has a back-channel logout address, unless it was notified before and has got nothing since.
 * `which` is a condition on `opened_applications o`.
 */
export function enqueueLogouts(which: Sql): Sql {
  return insertRows(
    ['id', 'kind', 'lane', 'session_id', 'application_id'],
    sql`
      select gen_random_uuid(), 'logout', 'logout:' || o.application_id, o.session_id, o.application_id
      from opened_applications o
        join applications a on a.id = o.application_id and a.backchannel_logout_uri <> ''
      where ${which} and not exists (
        select from outbox n
        where n.application_id = o.application_id and n.session_id = o.session_id and n.kind = 'logout' and n.acting_id is null
          and n.state <> 'dead' and not ${HAS_MORE})`,
  )
}

/** SQL: the application of `o` was opened, or had something valid in the session, after the notice `n`. */
const HAS_MORE = sql`(
  coalesce(o.launched_at > n.created_at, false)
  or exists (
    select from oidc_grants x where x.session_id = o.session_id and x.application_id = o.application_id and x.acting_id is null
      and (x.revoked_at is null or x.revoked_at > n.created_at) and x.expires_at > n.created_at)
  or exists (
    select from access_tokens x where x.session_id = o.session_id and x.application_id = o.application_id and x.acting_id is null
      and (x.revoked_at is null or x.revoked_at > n.created_at) and x.expires_at > n.created_at))`
