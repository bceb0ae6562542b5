import * as calls from '@gatehouse/contract/admin/people/recoveries.ts'
import * as visitors from '@gatehouse/contract/recoveries.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { canonicalAddress } from '../../../http/client-address.ts'
import { route } from '../../../http/route.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { readRecoveries } from './list.ts'
import { readRecovery, recoverAccount } from './recover.ts'
import { approveRecovery, cancelRecovery, startRecovery } from './start.ts'
import { isStopLinkUsable, stopRecovery } from './stop.ts'

/** Accounts whose owners have lost every way in (ADR 0093). */
export function serveRecoveries(app: FastifyInstance, deps: Deps) {
  route(app, calls.listRecoveries, async ({ input, actor }) => readRecoveries(deps, input.userId, actor))
  changeRoute(app, deps, calls.startRecovery, {
    targets: ({ userId }) => ({ credential: userId }),
    work: async (tx, { input, by, touched }) => {
      await startRecovery(deps, tx, by, touched.credential, input)
      return {}
    },
  })
  changeRoute(app, deps, calls.approveRecovery, {
    targets: ({ userId }) => ({ credential: userId }),
    work: async (tx, { input, by, touched }) => {
      await approveRecovery(deps, tx, by, touched.credential, input.recoveryId)
      return {}
    },
  })
  changeRoute(app, deps, calls.cancelRecovery, {
    targets: ({ userId }) => ({ credential: userId }),
    work: async (tx, { input, by, touched }) => {
      await cancelRecovery(tx, by, touched.credential, input.recoveryId)
      return {}
    },
  })

  route(app, visitors.stopLinkState, async ({ input: { uuid }, request }) => ({
    isUsable: await isStopLinkUsable(deps, { ip: canonicalAddress(request.ip) }, uuid),
  }))
  route(app, visitors.stopRecovery, async ({ input: { uuid }, request }) => {
    await stopRecovery(deps, { ip: canonicalAddress(request.ip) }, uuid)
    return {}
  })
  route(app, visitors.readRecovery, async ({ input: { uuid }, request }) =>
    readRecovery(deps, { ip: canonicalAddress(request.ip) }, uuid),
  )
  route(app, visitors.recoverAccount, async ({ input: { uuid, newPassword }, request }) =>
    recoverAccount(deps, { ip: canonicalAddress(request.ip) }, uuid, newPassword),
  )
}
