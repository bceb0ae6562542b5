import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'

/** The application whose address a request names as the resource that it wants a token for (RFC 8707), or `null`. */
export async function findResourceServer(db: Db, resource: string) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from applications
    where allowed_url = ${resource} and allowed_url <> '' and status = 'ACTIVE' and deleted_at is null order by id limit 1`)
  if (rows[0] === undefined) return null
  return {
    scope: 'openid profile email phone access offline_access',
    audience: rows[0].id,
    accessTokenFormat: 'opaque' as const,
  }
}
