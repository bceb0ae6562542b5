import { createFirstAdministrator, setUpLinkState } from '@gatehouse/contract/setup.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { createByLink, isLinkUsable } from './first-administrator.ts'

export function serveFirstAdministrator(app: FastifyInstance, deps: Deps) {
  // One limit for both calls: looking at links gives no more guesses than using them.
  const count = (request: FastifyRequest) =>
    countAttempt(deps, [{ bucket: 'setup-requests', of: canonicalAddress(request.ip) }])

  route(app, setUpLinkState, async ({ input, request }) => {
    await count(request)
    return { isUsable: await isLinkUsable(deps, input.token) }
  })

  route(app, createFirstAdministrator, async ({ input, request }) => {
    await count(request)
    const { token, ...administrator } = input
    await createByLink(deps, token, administrator)
    return {}
  })
}
