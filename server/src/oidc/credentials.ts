import type { IncomingMessage } from 'node:http'
import { applicationSecretHash } from '../access/application-secret.ts'
import type { Deps } from '../deps.ts'
import { failuresKey } from './client-failures.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const BASIC = /^basic ([a-z0-9+/]+={0,2})$/i
/** What a secret may hold (RFC 6749 appendix A). */
const VISIBLE = /^[\x20-\x7e]+$/

/** What `PROVED` compares: `$1` the id, `$2` the digest of the secret, `$3` where failures of the pair are counted. */
export type Credentials = { id: string; values: [string, Buffer, Buffer] }

/**
 * The one rule of whether the application `c` has proved itself with its secret, and is not asked to wait. Digests are
 * compared and not secrets: how long that takes says nothing, as only we can make one.
 */
export const PROVED = `c.id = $1 and c.secret_hash = $2 and c.status = 'ACTIVE' and c.deleted_at is null
  and c.token_auth_method in ('client_secret_basic', 'client_secret_post')
  and not exists (
    select 1 from throttles f where f.bucket = 'client-failures' and f.key = $3 and f.blocked_until > now())`

/** An application's id and secret by HTTP Basic, both form-encoded (RFC 6749 §2.3.1); `null` for anything unusual. */
export function readCredentials(keys: Deps['keys'], { headers }: IncomingMessage, address: string): Credentials | null {
  const [, encoded] = BASIC.exec(headers.authorization ?? '') ?? []
  if (encoded === undefined) return null
  const [id = '', secret = '', more] = Buffer.from(encoded, 'base64').toString('utf8').split(':').map(decode)
  if (!UUID.test(id) || !VISIBLE.test(secret) || more !== undefined) return null
  return { id, values: [id, applicationSecretHash(keys.applicationSecret, id, secret), failuresKey(keys, id, address)] }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
