import type { KoaContextWithOIDC } from 'oidc-provider'
import { type Attempted, countAttempt } from '../counting/count-attempt.ts'
import { failuresOf, grantFailuresOf } from '../counting/endpoint-limits.ts'
import { noteThrottled } from '../counting/note-refusals.ts'
import { TooManyAttempts } from '../counting/too-many-attempts.ts'
import type { Deps } from '../deps.ts'
import { notNowBody } from './not-now.ts'
import { PATHS } from './paths.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'config'>

/** The endpoints at which applications authenticate. */
const PROOFS: readonly string[] = [PATHS.token, PATHS.introspection, PATHS.revocation]

/**
 * Counts the failed authentications that the library has refused: wrong secrets, and wrong codes when there is no
 * secret. After too many of them it answers 429; a right secret is judged before the count, and accepted.
 */
export function countFailures(deps: Needs) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    const failed = failedProof(ctx)
    if (failed === null) return
    try {
      await countAttempt(deps, [failed])
    } catch (error) {
      if (!(error instanceof TooManyAttempts)) throw error
      ctx.status = 429
      ctx.body = notNowBody('too_many_attempts')
      ctx.set('retry-after', String(error.data?.retryAfterSeconds))
      if (error.refusal !== null) await noteThrottled(deps, error.refusal, ctx.ip)
    }
  }
}

function failedProof({ status, path, body, ip, oidc }: KoaContextWithOIDC): Attempted | null {
  if (!PROOFS.includes(path)) return null
  // For a method that the endpoint does not serve, the library sets no `oidc` context.
  const client = (oidc as typeof oidc | undefined)?.client
  if (status === 401) return failuresOf(client?.clientId ?? '', ip)
  const isWrongGrant = (body as { error?: unknown } | undefined)?.error === 'invalid_grant'
  return isWrongGrant && client?.clientAuthMethod === 'none' ? grantFailuresOf(client.clientId, ip) : null
}
