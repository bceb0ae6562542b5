import sql, { type Sql } from 'sql-template-tag'
import { insertRows } from '../outbox/insert-rows.ts'

/**
 * Enqueues the logout notices of a session, in the statement or transaction that ends it: one for each application that
 * was opened in the session and has a back-channel logout address. `which` is a condition on `opened_applications o`.
 */
export function enqueueLogouts(which: Sql): Sql {
  return insertRows(
    ['id', 'kind', 'lane', 'session_id', 'application_id'],
    sql`
      select gen_random_uuid(), 'logout', 'logout:' || o.application_id, o.session_id, o.application_id
      from opened_applications o
        join applications a on a.id = o.application_id and a.backchannel_logout_uri <> ''
      where ${which}`,
  )
}
