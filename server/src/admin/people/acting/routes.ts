import { endActing } from '@gatehouse/contract/acting.ts'
import * as calls from '@gatehouse/contract/admin/people/acting.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { signedInAs } from '../../../identity/actor.ts'
import { endActingsIn } from '../../../sessions/acting.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { startActing } from './start.ts'

/** Administrators who see the portal as a person does (ADR 0098), and perhaps change things for them (ADR 0133). */
export function serveActing(app: FastifyInstance, deps: Deps) {
  changeRoute(app, deps, calls.startActing, {
    targets: ({ userId }) => ({ credential: userId }),
    work: async (tx, { input, by, touched }) => {
      await startActing(deps, tx, by, touched.credential, input)
      return {}
    },
  })
  route(app, endActing, async ({ actor, request }) => {
    const by = { actorId: signedInAs(actor), ip: request.ip }
    await endActingsIn(deps.db, actor.sessionId, { by })
    // The applications that were opened are notified.
    deps.outbox.wake()
    return {}
  })
}
