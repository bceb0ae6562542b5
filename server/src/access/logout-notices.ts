import sql, { empty, raw, type Sql } from 'sql-template-tag'
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
      where ${which} and ${notNotifiedSince('session_id')}`,
  )
}

/**
 * SQL: the application of `o` was not notified of its session, or of its acting, since it was opened there or had something valid.
 * A notice that was given up counts as none.
 */
export function notNotifiedSince(of: 'session_id' | 'acting_id'): Sql {
  const isSame = (row: 'n' | 'x') =>
    raw(`${row}.application_id = o.application_id and ${row}.${of} = o.${of}
      ${of === 'session_id' ? `and ${row}.acting_id is null` : ''}`)
  const wasValid = sql`(x.revoked_at is null or x.revoked_at > n.created_at) and x.expires_at > n.created_at`
  return sql`not exists (
    select from outbox n where ${isSame('n')} and n.kind = 'logout' and n.state <> 'dead'
      and not exists (select from launch_tokens x where ${isSame('x')} and x.created_at > n.created_at)
      and not exists (select from access_tokens x where ${isSame('x')} and ${wasValid})
      and not exists (select from oidc_grants x where ${isSame('x')} and ${wasValid})
      ${of === 'session_id' ? sql`and coalesce(o.launched_at <= n.created_at, true)` : empty})`
}
