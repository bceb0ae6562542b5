import { createFirstAdministrator } from '@gatehouse/contract/setup.ts'
import type { FastifyInstance } from 'fastify'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { createByLink } from './first-administrator.ts'

export function serveFirstAdministrator(app: FastifyInstance, deps: Deps) {
  route(app, createFirstAdministrator, async ({ input, request }) => {
    await countAttempt(deps, [{ bucket: 'setup-requests', of: canonicalAddress(request.ip) }])
    const { token, ...administrator } = input
    await createByLink(deps, token, administrator)
    return {}
  })
}
