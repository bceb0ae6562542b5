import * as calls from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { callOff, setDate } from './set-date.ts'

/** Drafts that are published from a moment on (ADR 0104). */
export function servePublishDates(app: FastifyInstance, deps: Deps) {
  const { db, outbox } = deps
  route(app, calls.datePublishing, async ({ input, actor, request: { ip } }) => {
    await db.transaction((tx) => setDate(deps, tx, { person: actor, ip }, input))
    return {}
  })
  route(app, calls.callOffPublishing, async ({ input, actor, request: { ip } }) => {
    await db.transaction((tx) => callOff(deps, tx, { person: actor, ip }, input))
    outbox.wake()
    return {}
  })
}
