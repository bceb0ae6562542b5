import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../outbox/insert-rows.ts'

const ALL = sql`true`
const GOING_ON = sql`select id from actings where ended_at is null`

/**
 * Parts of the statement that ends actings: ends what applications were given under them (ADR 0103), and enqueues a logout
 * notice for each of these applications.
 *
 * @param ended a query of the ids of the actings
 * @param which a condition on the columns that tokens and grants have in common
 */
export const endTokensOf = (ended: Sql, which = ALL): Sql => sql`
  unused as (
    update launch_tokens set expires_at = now()
    where redeemed_at is null and expires_at > now() and acting_id in (${ended}) and ${which}),
  withdrawn as (update access_tokens set revoked_at = now() where revoked_at > now() and acting_id in (${ended}) and ${which}),
  revoked as (update oidc_grants set revoked_at = now() where revoked_at > now() and acting_id in (${ended}) and ${which}),
  notified as (${enqueueActingLogouts(ended, which)})`

/** Ends what an application was given under actings that go on, and notifies it: it has been closed to them. */
export async function closeToActings(tx: Tx, applicationId: string): Promise<void> {
  await tx.execute(sql`with ${endTokensOf(GOING_ON, sql`application_id = ${applicationId}`)} select`)
}

/**
 * Enqueues a logout notice for each application that was opened under an acting. The sessions of actings keep no list of them.
 *
 * @param actings a query of their ids; left out: those that go on
 */
export const enqueueActingLogouts = (actings = GOING_ON, which = ALL): Sql =>
  insertRows(
    ['id', 'kind', 'lane', 'session_id', 'acting_id', 'application_id'],
    sql`
      select gen_random_uuid(), 'logout', 'logout:' || o.application_id, o.session_id, o.acting_id, o.application_id
      from (
        select session_id, acting_id, application_id from launch_tokens where acting_id in (${actings}) and ${which}
        union select session_id, acting_id, application_id from oidc_grants where acting_id in (${actings}) and ${which}) o
        join applications a on a.id = o.application_id and a.backchannel_logout_uri <> ''
        -- No notice can be sent for a session whose row is gone.
        join sessions s on s.id = o.session_id`,
  )

/**
 * Whether an application was opened under an acting, so that its audit line is written once. @param acting, application SQL of
 * their ids
 */
export const wasOpenedUnder = (acting: Sql, application: Sql): Sql => sql`(
  exists (select from launch_tokens l where l.acting_id = ${acting} and l.application_id = ${application})
  or exists (select from oidc_grants g where g.acting_id = ${acting} and g.application_id = ${application}))`
