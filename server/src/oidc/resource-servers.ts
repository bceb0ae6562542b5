import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'

/** `tokenAlg`: the algorithm of JWT access tokens for this resource; `null`: its tokens are opaque. */
export type ResourceServer = { id: string; name: string; tokenAlg: 'RS256' | 'ES256' | null }

/** The application whose address is the requested resource (RFC 8707), or `null`. */
export async function findResourceServer(db: Db, resource: string): Promise<ResourceServer | null> {
  const { rows } = await db.execute<ResourceServer>(sql`
    select id, name, case when access_token_format = 'jwt' then id_token_alg end as "tokenAlg" from applications
    where allowed_url = ${resource} and allowed_url <> '' and status = 'ACTIVE' and deleted_at is null order by id limit 1`)
  return rows[0] ?? null
}
