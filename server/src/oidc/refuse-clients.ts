import { errors, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { countAttempt } from '../identity/throttle.ts'
import { failuresKey, failuresOf } from './client-failures.ts'
import { PATHS } from './paths.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'config'>

/** Where applications prove who they are. */
const PROOFS: readonly string[] = [PATHS.token, PATHS.introspection, PATHS.revocation]
const SLOW_DOWN = 'temporarily_unavailable'

/** Under what failures of the request at hand are counted; `null` where nothing is to be proved. */
export function failuresHere(keys: Deps['keys'], applicationId: string): Buffer | null {
  const { ctx } = Provider
  return ctx !== undefined && PROOFS.includes(ctx.path) ? failuresKey(keys, applicationId, ctx.ip) : null
}

/** @throws OIDCProviderError 429 */
export function refuseForNow(seconds: number): never {
  Provider.ctx?.set('retry-after', String(Math.ceil(seconds)))
  throw new errors.OIDCProviderError(429, SLOW_DOWN)
}

/** Counts what the library has refused. Of those that come at once, all beyond the limit are told so as well. */
export function countFailures(deps: Needs) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    if (ctx.status !== 401 || !PROOFS.includes(ctx.path)) return
    try {
      await countAttempt(deps, [failuresOf(ctx.oidc.client?.clientId ?? '', ctx.ip)])
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      ctx.status = 429
      ctx.body = { error: SLOW_DOWN }
      ctx.set('retry-after', String(error.data?.retryAfterSeconds))
    }
  }
}
