import { createFirstAdministrator } from '@gatehouse/contract/setup.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { canonicalAddress } from '../http/client-address.ts'
import { route } from '../http/route.ts'
import { countAttempt } from '../identity/throttle.ts'
import { createByLink } from './first-administrator.ts'

export function serveFirstAdministrator(app: FastifyInstance, deps: Deps) {
  route(app, createFirstAdministrator, async ({ input, request }) => {
    await countAttempt(deps, [{ bucket: 'reset-ip', of: canonicalAddress(request.ip) }])
    const { token, ...administrator } = input
    await createByLink(deps, token, administrator)
    return {}
  })
}
