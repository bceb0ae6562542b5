import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { isPersonActive } from '../db/is-person-active.ts'

export type Owner = { id: string; language: string | null }

/** The active owners of an application, who get the messages about it. */
export async function findOwners(tx: Tx, applicationId: string): Promise<Owner[]> {
  const { rows } = await tx.execute<Owner>(sql`
    select u.id, u.language from application_owners o join users u on u.id = o.user_id and ${raw(isPersonActive('u'))}
    where o.application_id = ${applicationId} order by u.id`)
  return rows
}

const OWNERS_OF_GATEWAY: Record<string, (id: string) => Sql> = {
  email: (id) => sql`select user_id from email_configuration_owners where email_configuration_id = ${id}`,
  sms: (id) => sql`select user_id from sms_configuration_owners where sms_configuration_id = ${id}`,
}

/** The ids of the owners of the gateway of a lane to whom a message can be sent; none for a lane of anything else. */
export async function findGatewayOwners(tx: Tx, lane: string): Promise<string[]> {
  const [kind = '', id] = lane.split(':')
  const owners = OWNERS_OF_GATEWAY[kind]
  if (owners === undefined || id === undefined) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select u.id from users u where ${raw(isPersonActive('u'))} and u.email_verified_at is not null
      and u.id in (${owners(id)}) order by u.id`)
  return rows.map((row) => row.id)
}
