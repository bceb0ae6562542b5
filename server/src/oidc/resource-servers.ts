import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'

/** The application whose address a request names as the resource that it wants a token for (RFC 8707), or `null`. */
export async function findResourceServer(db: Db, resource: string): Promise<{ id: string; name: string } | null> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from applications
    where allowed_url = ${resource} and allowed_url <> '' and status = 'ACTIVE' and deleted_at is null order by id limit 1`)
  return rows[0] ?? null
}
