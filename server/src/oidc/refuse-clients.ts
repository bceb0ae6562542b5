import type { KoaContextWithOIDC } from 'oidc-provider'
import { countAttempt } from '../counting/count-attempt.ts'
import { failuresOf } from '../counting/doors.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { notNowBody } from './not-now.ts'
import { PATHS } from './paths.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'config'>

/** Where applications prove who they are. */
const PROOFS: readonly string[] = [PATHS.token, PATHS.introspection, PATHS.revocation]

/** Counts the proofs that the library has refused; after too many of them it refuses with 429. */
export function countFailures(deps: Needs) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    if (ctx.status !== 401 || !PROOFS.includes(ctx.path)) return
    try {
      await countAttempt(deps, [failuresOf(ctx.oidc.client?.clientId ?? '', ctx.ip)])
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      ctx.status = 429
      ctx.body = notNowBody('too_many_attempts')
      ctx.set('retry-after', String(error.data?.retryAfterSeconds))
    }
  }
}
