import sql, { type Sql } from 'sql-template-tag'

/**
 * Enqueues that applications are told of the end of a session, in the statement or transaction that ends it: those that
 * were opened in it and have an address to be told at. `which` is a condition on `opened_applications o`.
 */
export function enqueueLogouts(which: Sql): Sql {
  return sql`
    insert into outbox (id, kind, lane, session_id, application_id)
    select gen_random_uuid(), 'logout', 'logout:' || o.application_id, o.session_id, o.application_id
    from opened_applications o
      join applications a on a.id = o.application_id and a.backchannel_logout_uri <> ''
    where ${which}`
}
