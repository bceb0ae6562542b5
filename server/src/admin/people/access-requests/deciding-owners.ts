import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { administratorsWith } from '../../../notifications/administrators.ts'

/**
 * SQL: the owners `o` of the application who decide about the request `r`, each with their account `w`. Active ones, who have not
 * asked themselves, and lack no permission of the person who has: the guard would refuse them.
 */
export const DECIDING_OWNERS = `application_owners o join users w on w.id = o.user_id and w.is_active and w.deleted_at is null
  where o.application_id = r.application_id and o.user_id <> r.user_id and not exists (
    select from users p join roles k on k.id = p.role_id and k.deleted_at is null
      join role_permissions rp on rp.role_id = k.id
    where p.id = r.user_id and rp.permission_id not in (
      select own.permission_id from role_permissions own where own.role_id = w.role_id))`

/** The ids of the people who may decide about a request in the console. */
export async function decidingAdministrators(tx: Tx, requester: string): Promise<string[]> {
  return (await administratorsWith(tx, 'users:write')).filter((id) => id !== requester)
}

/** The ids of the people to whom a request is sent: the owners of its application, or administrators where there is none. */
export async function findDeciders(tx: Tx, requestId: string, requester: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select w.id from access_requests r, lateral (select w.id from ${raw(DECIDING_OWNERS)}) w where r.id = ${requestId} order by w.id`)
  return rows.length > 0 ? rows.map(({ id }) => id) : decidingAdministrators(tx, requester)
}
