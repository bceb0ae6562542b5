import sql from 'sql-template-tag'
import { applicationSecretHash } from '../access/application-secret.ts'
import { equalBytes } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import type { Application, CallRequest } from '../http/actor.ts'

/** Which application a request comes from, by HTTP Basic with its id and secret (RFC 6749 §2.3.1), or `null`. */
export async function authenticateApplication(
  { db, keys }: Deps,
  { headers }: CallRequest,
): Promise<Application | null> {
  const credentials = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(String(headers.authorization ?? ''))?.[1]
  if (credentials === undefined) return null
  const [id = '', secret = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':').map(decode)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null
  const { rows } = await db.execute<{ id: string; secretHash: Buffer | null }>(sql`
    select id, secret_hash as "secretHash" from applications where id = ${id} and status = 'ACTIVE' and deleted_at is null`)
  const stored = rows[0]?.secretHash ?? null
  const isRight = stored !== null && equalBytes(stored, applicationSecretHash(keys.applicationSecret, id, secret))
  return isRight ? { kind: 'application', applicationId: rows[0]?.id as string } : null
}

/** Both halves are form-encoded in the header. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}
