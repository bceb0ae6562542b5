import sql from 'sql-template-tag'
import type { Tx } from '../db/database.ts'

export type Owner = { id: string; language: string | null }

/** The active owners of an application, who get the messages about it. */
export async function findOwners(tx: Tx, applicationId: string): Promise<Owner[]> {
  const { rows } = await tx.execute<Owner>(sql`
    select u.id, u.language from application_owners o join users u on u.id = o.user_id and u.is_active and u.deleted_at is null
    where o.application_id = ${applicationId} order by u.id`)
  return rows
}
