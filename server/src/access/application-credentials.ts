import { isUuid } from '@gatehouse/contract/uuid.ts'
import type { Deps } from '../deps.ts'
import { applicationSecretHash } from './application-secret.ts'
import { isActive } from './launch-rule.ts'

const BASIC = /^basic ([a-z0-9+/]+={0,2})$/i
/** The characters that a secret may contain (RFC 6749 appendix A). */
const VISIBLE = /^[\x20-\x7e]+$/

/** The parameters of `PROVED`: `$1` the application's id, `$2` the digest of the secret. */
export type Credentials = { id: string; values: [string, Buffer] }

const liveSecretsOf = (application: string) => `
  select ${application}.secret_hash where ${application}.secret_hash is not null
    and (${application}.secret_expires_at is null or ${application}.secret_expires_at > now())
  union all
  select x.secret_hash from application_secrets x
  where x.application_id = ${application}.id and (x.expires_at is null or x.expires_at > now())`

/** The digests of the secrets of an application `c` that have not expired. */
export const LIVE_SECRETS = `array(${liveSecretsOf('c')})`

/** Whether an application, in SQL of its alias, has a secret that has not expired. */
export const hasSecret = (application: string) => `exists (${liveSecretsOf(application)})`

/**
 * Whether the application `c` has authenticated with a secret, at the endpoints that are answered without the library.
 * For the library, `oidc/adapt-clients.ts` compares the same digests. Digests, not secrets: the timing reveals nothing,
 * because the digest depends on our key.
 */
export const PROVED = `c.id = $1 and $2::bytea = any(${LIVE_SECRETS}) and ${isActive('c')}
  and c.token_auth_method in ('client_secret_basic', 'client_secret_post')`

/**
 * An application's id and secret from HTTP Basic, both form-encoded (RFC 6749 §2.3.1); `null` for anything malformed.
 */
export function readCredentials(keys: Deps['keys'], authorization: string): Credentials | null {
  const [, encoded] = BASIC.exec(authorization) ?? []
  if (encoded === undefined) return null
  const [id = '', secret = '', more] = Buffer.from(encoded, 'base64').toString('utf8').split(':').map(decode)
  if (!isUuid(id) || !VISIBLE.test(secret) || more !== undefined) return null
  return { id, values: [id, applicationSecretHash(keys.applicationSecret, id, secret)] }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
