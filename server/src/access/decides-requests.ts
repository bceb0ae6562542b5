import type { Executor } from '../db/database.ts'
import { isCurrent } from '../db/is-current.ts'
import { isPersonActive } from '../db/is-person-active.ts'
import { EXISTING_ASSIGNMENTS, OPEN_ASSIGNMENTS } from './launch-rule.ts'

/** SQL: the points of contact `p` who are chosen to decide about requests and have something of their client in these assignments. */
const contactsWith = (assignments: string) => `pocs p
  join user_identifiers i on i.kind = 'email' and i.value in (lower(trim(p.email)), lower(trim(p.alternate_email)))
  join users w on w.id = i.user_id and lower(w.email) = i.value and w.email_verified_at is not null
    and ${isPersonActive('w')}
  where p.decides_requests and p.deleted_at is null
    and exists (select from ${assignments} where s.user_id = w.id and s.client_id = p.client_id and ${isCurrent('s')})`

/**
 * SQL: the points of contact `p` who decide about requests, each with their account `w`: active, with the confirmed address of the
 * contact, and somebody who opens an application for that client (ADR 0101). Conditions may follow.
 */
export const DECIDING_CONTACTS = contactsWith(OPEN_ASSIGNMENTS)

/** The same with those whose applications are blocked at present: nobody decides in their place meanwhile. */
export const CHOSEN_CONTACTS = contactsWith(EXISTING_ASSIGNMENTS)

/** Whether somebody decides about requests for access, as an owner of an application or as a contact of a client. */
export async function decidesRequests(on: Executor, userId: string): Promise<boolean> {
  const { rows } = await on.execute<{ decides: boolean }>({
    name: 'decides-requests',
    isLookUp: true,
    text: `select exists (
        select 1 from application_owners o join applications a on a.id = o.application_id and a.deleted_at is null
        where o.user_id = $1)
      or exists (
        select 1 from ${DECIDING_CONTACTS} and w.id = $1
          and exists (select from applications a where a.request_rule = 'contacts' and a.deleted_at is null)) as decides`,
    values: [userId],
  })
  return rows[0]?.decides === true
}
