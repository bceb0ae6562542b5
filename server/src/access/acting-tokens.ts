import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../outbox/insert-rows.ts'
import { notNotifiedSince } from './logout-notices.ts'

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
 * Enqueues a logout notice for each application that was given something under an acting, unless it was notified before and has
 * got nothing since.
 *
 * @param actings a query of their ids; left out: those that go on
 * @param which a condition on the opening `o`, with the `application_id`, the `user_id` of the person, and the `session_id`
 */
export const enqueueActingLogouts = (actings = GOING_ON, which = ALL): Sql =>
  insertRows(
    ['id', 'kind', 'lane', 'session_id', 'acting_id', 'application_id'],
    sql`
      select gen_random_uuid(), 'logout', 'logout:' || o.application_id, o.session_id, o.acting_id, o.application_id
      from (
        select p.acting_id, p.application_id, x.session_id, x.user_id
        from acting_openings p join actings x on x.id = p.acting_id where p.acting_id in (${actings})) o
      where ${which} and ${notNotifiedSince('acting_id')} and exists (select from applications a where a.id = o.application_id and a.backchannel_logout_uri <> '')
        -- No notice can be sent for a session whose row is gone.
        and exists (select from sessions s where s.id = o.session_id)`,
  )

/**
 * Notes that an application is given something under an acting, in the statement that stores it.
 *
 * @param given a query of one `acting_id` and `application_id`
 * @returns SQL that returns a row for the first of an acting only, also of several at once: that one has the line of the audit
 */
export const noteOpening = (given: Sql): Sql => sql`
  insert into acting_openings (acting_id, application_id) ${given} on conflict do nothing returning acting_id`
