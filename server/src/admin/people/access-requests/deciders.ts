import sql, { raw } from 'sql-template-tag'
import { DECIDING_CONTACTS } from '../../../access/decides-requests.ts'
import type { Tx } from '../../../db/database.ts'
import { administratorsWith } from '../../../notifications/administrators.ts'

/**
 * SQL: whether the account `w` may decide about the request `r`: it has not asked itself, and lacks no permission of the person who
 * has. The guard would refuse it.
 */
const MAY_DECIDE = `w.id <> r.user_id and not exists (
  select from users k join roles l on l.id = k.role_id and l.deleted_at is null join role_permissions rp on rp.role_id = l.id
  where k.id = r.user_id and rp.permission_id not in (
    select own.permission_id from role_permissions own where own.role_id = w.role_id))`

const CONTACTS = `${DECIDING_CONTACTS} and a.request_rule = 'contacts' and p.client_id = r.client_id and ${MAY_DECIDE}`

const OWNERS = `application_owners o join users w on w.id = o.user_id and w.is_active and w.deleted_at is null
  where o.application_id = r.application_id and ${MAY_DECIDE}`

/**
 * SQL: who decides about the request `r` for the application `a`, without administrators: by its rule the contacts of the client
 * that is asked for, otherwise its owners. Columns `id` and `role`.
 */
export const DECIDERS = `(
  select w.id, 'contacts' as role from ${CONTACTS}
  union select w.id, 'owners' from ${OWNERS} and not exists (select from ${CONTACTS}))`

/** SQL: who is asked about the request `r` for the application `a`; null unless it waits. */
export const ASKED_OF = `case when r.state = 'waiting' then
  coalesce((select d.role from ${DECIDERS} d limit 1), 'administrators') end`

/** The ids of the people who may decide about a request in the console. */
export async function decidingAdministrators(tx: Tx, requester: string): Promise<string[]> {
  return (await administratorsWith(tx, 'users:write')).filter((id) => id !== requester)
}

/** The ids of the people to whom a request is sent: those who decide by its rule, or administrators where there is none. */
export async function findDeciders(tx: Tx, requestId: string, requester: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select d.id from access_requests r join applications a on a.id = r.application_id, lateral ${raw(DECIDERS)} d
    where r.id = ${requestId} order by d.id`)
  return rows.length > 0 ? rows.map(({ id }) => id) : decidingAdministrators(tx, requester)
}
