import * as calls from '@gatehouse/contract/oidc.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { COOKIES } from '../http/cookies.ts'
import { queryOf } from '../http/query-of.ts'
import { route } from '../http/route.ts'
import { readConsents, withdrawConsent } from './consents.ts'
import { PATHS } from './paths.ts'
import { answerWaiting, readWaiting } from './waiting-requests.ts'

/** The calls of our own pages while an application's request waits; `handler.ts` serves the protocol itself. */
export function serveOidc(app: FastifyInstance, deps: Deps) {
  route(app, calls.getWaitingRequest, async ({ input, actor, request }) =>
    readWaiting(deps, actor, { request: input.request, sessionSecret: request.cookies[COOKIES.session] }),
  )

  route(app, calls.answerWaitingRequest, async ({ input, actor, request }) => {
    const waiting = { request: input.request, sessionSecret: request.cookies[COOKIES.session] }
    return { continueAt: await answerWaiting(deps, actor, waiting, { allow: input.allow, client: input.client }) }
  })

  route(app, calls.listConsents, async ({ actor }) => readConsents(deps.db, actor))

  route(app, calls.revokeConsent, async ({ input, actor }) => {
    await withdrawConsent(deps.db, actor, input.applicationId)
    deps.outbox.wake()
    return {}
  })

  // The specified path is another name of the authorization request (requirement S5).
  app.get('/applogin', async (request, reply) => {
    const query = queryOf(request.url)
    if (new URLSearchParams(query).has('client_id')) return reply.redirect(`${PATHS.authorization}?${query}`, 303)
    return reply.callNotFound()
  })
}
