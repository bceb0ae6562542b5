import * as contract from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { byOf } from '../engine/resource.ts'
import { listPageOfCalls, readOneCall } from './list.ts'
import { resend, resendAllFailed } from './resend.ts'

/** The notices to other systems, and their outcomes. */
export function serveCalls(app: FastifyInstance, deps: Deps) {
  const { db, outbox } = deps
  route(app, contract.listCalls, async ({ input }) => listPageOfCalls(deps, db, input))
  route(app, contract.readCall, async ({ input }) => readOneCall(deps, db, input.id))

  route(app, contract.resendCall, async ({ input, actor, request }) => {
    await db.transaction((tx) => resend(deps, tx, byOf(actor, request), input))
    outbox.wake()
    return {}
  })

  route(app, contract.resendFailedCalls, async ({ input: { filter }, actor, request }) => {
    const resent = await db.transaction((tx) => resendAllFailed(tx, byOf(actor, request), filter))
    outbox.wake()
    return { resent }
  })
}
