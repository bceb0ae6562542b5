import { redeem } from '@gatehouse/contract/launch.ts'
import { ASSERTION_TYPE, judgeAssertion } from '../access/application-assertion.ts'
import { PROVED, readCredentials } from '../access/application-credentials.ts'
import { noteSecretUse } from '../access/note-secret-use.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import { failuresOf } from '../counting/endpoint-limits.ts'
import type { Deps } from '../deps.ts'
import type { CallRequest } from '../http/authenticators.ts'
import { canonicalAddress } from '../http/client-address.ts'
import type { Application } from '../identity/actor.ts'

type Proof = { applicationId: string | null; isProved: boolean }

/**
 * Which application sends a request, or `null`: authenticated by HTTP Basic with its id and secret (RFC 6749 §2.3.1),
 * or by a client assertion in the body (RFC 7523 §2.2); never by both.
 *
 * @throws AppError too_many_attempts after too many failed authentications
 */
export async function authenticateApplication(deps: Deps, request: CallRequest): Promise<Application | null> {
  const authorization = String(request.headers.authorization ?? '')
  const assertion = assertionOf(request.body)
  if (assertion !== null && authorization !== '') return null
  const proof = assertion === null ? await judgeSecret(deps, authorization) : await judgeSigned(deps, assertion)
  if (proof === null) return null
  if (proof.isProved && proof.applicationId !== null) return { kind: 'application', applicationId: proof.applicationId }
  await countAttempt(deps, [failuresOf(proof.applicationId ?? '', canonicalAddress(request.ip))])
  return null
}

async function judgeSecret({ db, keys }: Deps, authorization: string): Promise<Proof | null> {
  const credentials = readCredentials(keys, authorization)
  if (credentials === null) return null
  const { rows } = await db.execute<{ id: string; isProved: boolean }>({
    name: 'authenticate-application',
    text: `select c.id, ${PROVED} as "isProved" from applications c where c.id = $1`,
    values: credentials.values,
  })
  const isProved = rows[0]?.isProved === true
  if (isProved) await noteSecretUse(db, ...credentials.values)
  return { applicationId: rows[0]?.id ?? null, isProved }
}

/** The audience may be the portal, its token endpoint or this endpoint: libraries use any of them. */
async function judgeSigned(deps: Deps, assertion: string): Promise<Proof> {
  const { origin } = deps.config.publicUrl
  const audience = [origin, `${origin}/oauth2/token`, `${origin}${redeem.path}`]
  return (await judgeAssertion(deps, assertion, audience)) ?? { applicationId: null, isProved: false }
}

function assertionOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const { client_assertion: assertion, client_assertion_type: type } = body as Record<string, unknown>
  return typeof assertion === 'string' && type === ASSERTION_TYPE ? assertion : null
}
