import { createHash } from 'node:crypto'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import type { JWK } from 'jose'
import sql from 'sql-template-tag'
import { secretHash } from '../crypto/secrets.ts'
import { unlessFault } from '../db/faults.ts'
import type { Deps } from '../deps.ts'
import type { KeySets } from './key-sets.ts'
import { isActive } from './launch-rule.ts'

/** The algorithms that applications may sign with to authenticate. */
export const ASSERTION_ALGS = ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA']
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
export const CLOCK_TOLERANCE_SECONDS = 5

/** Its id is kept until it expires, and must not be kept for good. */
const ASSERTION_MAX_SECONDS = 3600

/**
 * What oidc-provider leaves open: how far ahead an assertion may expire, and what its id is.
 *
 * @returns the problem, or `null`
 */
export function assertionProblem({ exp, jti }: { exp?: unknown; jti?: unknown }, now: Date): string | null {
  if (typeof jti !== 'string' || jti === '') return 'jti must be a text'
  const isNear = typeof exp === 'number' && exp <= now.getTime() / 1000 + ASSERTION_MAX_SECONDS
  return isNear ? null : 'exp must be an hour ahead at most'
}

type Needs = Pick<Deps, 'db'> & { keySets: KeySets }
export type Assertion = { applicationId: string; isProved: boolean }

/**
 * Which application has signed a client assertion (RFC 7523 §3), and whether the signature is valid; `null` when it
 * names no application. For endpoints that oidc-provider does not serve. The rules are the library's, and an assertion
 * used there cannot be used here.
 *
 * @param audience our addresses that the assertion may name as its audience
 */
export async function judgeAssertion(needs: Needs, assertion: string, audience: string[]): Promise<Assertion | null> {
  const applicationId = issuerOf(assertion)
  if (applicationId === null) return null
  const { rows } = await needs.db.execute<{ jwks: string; jwksUri: string }>({
    name: 'find-assertion-keys',
    text: `select jwks, jwks_uri as "jwksUri" from applications c
      where id = $1 and ${isActive('c')} and token_auth_method = 'private_key_jwt'`,
    values: [applicationId],
  })
  const [registered] = rows
  if (registered === undefined) return null
  // Most servers never need `jose`: it is loaded with the first assertion.
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  try {
    const keys = await publicKeys(needs.keySets, registered, keyIdOf(assertion))
    const currentDate = await needs.db.now()
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: keys as JWK[] }), {
      ...{ issuer: applicationId, subject: applicationId, audience },
      algorithms: ASSERTION_ALGS,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate,
    })
    if (assertionProblem(payload, currentDate) !== null) return { applicationId, isProved: false }
    const isFirst = await useOnce(needs.db, applicationId, String(payload.jti), Number(payload.exp))
    return { applicationId, isProved: isFirst }
  } catch (error) {
    return unlessFault({ applicationId, isProved: false })(error)
  }
}

/** The keys stored with the application, or the keys at its address when it has one. */
export async function publicKeys(
  keySets: KeySets,
  { jwks, jwksUri }: { jwks: string; jwksUri: string },
  kid: string | undefined,
): Promise<object[]> {
  if (jwksUri !== '') return keySets(jwksUri, kid)
  try {
    return (JSON.parse(jwks) as { keys: object[] }).keys
  } catch {
    // Unreadable keys are no keys: such an application cannot authenticate.
    return []
  }
}

/** The id of the key that the assertion claims to be signed with. */
export function keyIdOf(assertion: string): string | undefined {
  const { kid } = partOf(assertion, 0)
  return typeof kid === 'string' ? kid : undefined
}

function issuerOf(assertion: string): string | null {
  const { iss } = partOf(assertion, 1)
  return typeof iss === 'string' && isUuid(iss) ? iss : null
}

/** The header or the payload as written: the signature has not been checked. */
function partOf(token: string, part: 0 | 1): Record<string, unknown> {
  try {
    return { ...JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString()) }
  } catch {
    return {}
  }
}

/** Uses the library's own key for replay detection, so that no assertion is accepted at two endpoints. */
async function useOnce(db: Deps['db'], issuer: string, jti: string, exp: number): Promise<boolean> {
  const id = createHash('sha256').update(`${issuer}${jti}`).digest('base64url')
  const { rowCount } = await db.execute(sql`
    insert into oidc_artifacts (id_hash, model, payload, expires_at)
    values (${secretHash(id)}, 'ReplayDetection', '{}', to_timestamp(${exp + CLOCK_TOLERANCE_SECONDS})) on conflict do nothing`)
  return rowCount === 1
}
