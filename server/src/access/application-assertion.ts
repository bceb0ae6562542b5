import { createHash } from 'node:crypto'
import type { JWK } from 'jose'
import { secretHash } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import type { KeySets } from './key-sets.ts'
import { isActive } from './launch-rule.ts'

/** What applications may sign with to prove who they are, at every door. */
export const ASSERTION_ALGS = ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA']
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
export const CLOCK_TOLERANCE_SECONDS = 5

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Needs = Pick<Deps, 'db'> & { keySets: KeySets }
export type Assertion = { applicationId: string; isProved: boolean }

/**
 * Which application has signed an assertion (RFC 7523 §3), and whether that proves it; `null` when it names none. For
 * doors that the provider's library does not keep; what counts there counts here, and what was used there is used up.
 *
 * @param audience the addresses of ours that it may be meant for
 */
export async function judgeAssertion(needs: Needs, assertion: string, audience: string[]): Promise<Assertion | null> {
  const applicationId = issuerOf(assertion)
  if (applicationId === null) return null
  const { rows } = await needs.db.pool.query<{ jwks: string; jwksUri: string }>({
    name: 'find-assertion-keys',
    text: `select jwks, jwks_uri as "jwksUri" from applications c
      where id = $1 and ${isActive('c')} and token_auth_method = 'private_key_jwt'`,
    values: [applicationId],
  })
  const [registered] = rows
  if (registered === undefined) return null
  // Most servers never need it: it is loaded with the first of these.
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  try {
    const keys = await publicKeys(needs.keySets, registered, keyIdOf(assertion))
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: keys as JWK[] }), {
      ...{ issuer: applicationId, subject: applicationId, audience },
      algorithms: ASSERTION_ALGS,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: await needs.db.now(),
    })
    const isFirst = await useOnce(needs.db, applicationId, String(payload.jti), Number(payload.exp))
    return { applicationId, isProved: isFirst }
  } catch {
    return { applicationId, isProved: false }
  }
}

/** Those of the record, or those at the address in their place. */
export async function publicKeys(
  keySets: KeySets,
  { jwks, jwksUri }: { jwks: string; jwksUri: string },
  kid: string | undefined,
): Promise<object[]> {
  if (jwksUri !== '') return keySets(jwksUri, kid)
  try {
    return (JSON.parse(jwks) as { keys: object[] }).keys
  } catch {
    // Keys that cannot be read are none: such an application proves nothing.
    return []
  }
}

/** Of the key that it says it was signed with. */
export function keyIdOf(assertion: string): string | undefined {
  const { kid } = partOf(assertion, 0)
  return typeof kid === 'string' ? kid : undefined
}

function issuerOf(assertion: string): string | null {
  const { iss } = partOf(assertion, 1)
  return typeof iss === 'string' && UUID.test(iss) ? iss : null
}

/** As it was written: nothing has checked it. */
function partOf(token: string, part: 0 | 1): Record<string, unknown> {
  try {
    return { ...JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString()) }
  } catch {
    return {}
  }
}

/** By the name that the library has for it, so that no assertion is used at two doors. */
async function useOnce(db: Deps['db'], issuer: string, jti: string, exp: number): Promise<boolean> {
  const id = createHash('sha256').update(`${issuer}${jti}`).digest('base64url')
  const { rowCount } = await db.pool.query(
    `insert into oidc_artifacts (id_hash, model, payload, expires_at)
     values ($1, 'ReplayDetection', '{}', to_timestamp($2)) on conflict do nothing`,
    [secretHash(id), exp + CLOCK_TOLERANCE_SECONDS],
  )
  return rowCount === 1
}
