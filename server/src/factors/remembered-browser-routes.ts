import * as calls from '@gatehouse/contract/factors/remembered-browsers.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { COOKIES } from '../http/cookies.ts'
import { route } from '../http/route.ts'
import { forgetBrowser, forgetBrowsers } from '../identity/remembered-browsers.ts'
import { actedBy, changeFrom } from './change-from.ts'
import { browserIdOf, readRememberedBrowsers } from './remembered-browsers.ts'

/** People see and forget their own remembered browsers (ADR 0085). Forgetting gives nothing, so it needs no confirmation. */
export function serveRememberedBrowsers(app: FastifyInstance, { db }: Deps) {
  route(app, calls.listRememberedBrowsers, async ({ actor, request }) =>
    readRememberedBrowsers(db, actor.userId, browserIdOf(request.cookies[COOKIES.remembered])),
  )

  route(app, calls.forgetBrowser, async ({ input: { browserId }, actor, request }) =>
    db.transaction(async (tx) => {
      if (!(await forgetBrowser(tx, actor.userId, browserId))) throw new AppError('not_found')
      await recordAudit(tx, { event: 'browsers.forgotten', ...actedBy(actor, changeFrom(request)) })
      return {}
    }),
  )

  route(app, calls.forgetAllBrowsers, async ({ actor, request }) =>
    db.transaction(async (tx) => {
      const forgotten = await forgetBrowsers(tx, actor.userId)
      const line = {
        event: 'browsers.forgotten',
        ...actedBy(actor, changeFrom(request)),
        detail: { forgotten },
      } as const
      if (forgotten > 0) await recordAudit(tx, line)
      return { forgotten }
    }),
  )
}
