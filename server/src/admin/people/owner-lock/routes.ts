import * as calls from '@gatehouse/contract/lock-account.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { canonicalAddress } from '../../../http/client-address.ts'
import { route } from '../../../http/route.ts'
import { isLockLinkUsable, lockAccount } from './lock-account.ts'

export function serveOwnerLock(app: FastifyInstance, deps: Deps) {
  route(app, calls.lockLinkState, async ({ input: { token }, request }) => ({
    isUsable: await isLockLinkUsable(deps, { ip: canonicalAddress(request.ip) }, token),
  }))

  route(app, calls.lockAccount, async ({ input: { token }, request }) =>
    lockAccount(deps, { ip: canonicalAddress(request.ip) }, token),
  )
}
