import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'

/** The active application with exactly this name. Returns its id, name and logo, nothing that helps an attacker. */
export async function findApplicationsByName(db: Db, name: string) {
  const { rows } = await db.execute<{ id: string; name: string; logo: string }>(sql`
    select id, name, logo from applications where lower(name) = lower(${name}) and status = 'ACTIVE' and deleted_at is null`)
  return rows.map((row) => ({ _id: row.id, name: { description: row.name, applicationLogo: row.logo } }))
}

export async function findClientsByName(db: Db, name: string) {
  const { rows } = await db.execute<{ id: string; actualName: string; displayName: string; logo: string }>(sql`
    select id, actual_name as "actualName", display_name as "displayName", logo
    from clients where lower(actual_name) = lower(${name}) and status = 'ACTIVE' and deleted_at is null`)
  return rows.map(({ id, actualName, displayName, logo }) => ({ _id: id, actualName, displayName, clientLogo: logo }))
}
