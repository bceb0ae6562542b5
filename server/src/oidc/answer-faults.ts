import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Deps } from '../deps.ts'
import { databaseFault, isAbandoned } from '../http/errors.ts'
import type { ErrorPage } from './error-page.ts'
import { answerNotNow, NOT_NOW_HEADERS } from './not-now.ts'

/**
 * Answers 503 when the database is unavailable for what surrounds the library, such as counting failures: the library's own
 * handler of errors does not see it, and the web framework would answer 500.
 */
export function answerFaults({ log, errorPage }: Pick<Deps, 'log'> & { errorPage: ErrorPage }) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    try {
      await next()
    } catch (error) {
      const fault = databaseFault(error)
      if (fault === null || isAbandoned(ctx.req, error)) throw error
      log.error({ err: error }, 'oidc: unexpected error')
      const { type, text } = answerNotNow(ctx.path, fault, errorPage)
      // The credentials have been judged already, but the answer is another one now.
      ctx.remove('www-authenticate')
      ctx.set(NOT_NOW_HEADERS)
      ctx.status = 503
      ctx.body = text
      ctx.set('content-type', type)
    }
  }
}
