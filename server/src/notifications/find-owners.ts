import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { isPersonActive } from '../db/is-person-active.ts'
import { GATEWAY_OWNERS, OWNER_TABLES } from '../db/owner-tables.ts'

export type Owner = { id: string; language: string | null }

/** The active owners of an application, who get the messages about it. */
export async function findOwners(tx: Tx, applicationId: string): Promise<Owner[]> {
  const { rows } = await tx.execute<Owner>(sql`
    select u.id, u.language from application_owners o join users u on u.id = o.user_id and ${raw(isPersonActive('u'))}
    where o.application_id = ${applicationId} order by u.id`)
  return rows
}

/** The ids of the owners of the gateway of a lane to whom a message can be sent; none for a lane of anything else. */
export async function findGatewayOwners(tx: Tx, lane: string): Promise<string[]> {
  const [kind, id] = lane.split(':')
  if ((kind !== 'email' && kind !== 'sms') || id === undefined) return []
  const owners = GATEWAY_OWNERS[kind]
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from ${raw(owners)} o join users u on u.id = o.user_id and ${raw(isPersonActive('u'))}
    where o.${raw(OWNER_TABLES[owners].column)} = ${id} and u.email_verified_at is not null order by u.id`)
  return rows.map((row) => row.id)
}
