import * as calls from '@gatehouse/contract/admin/people/suspensions.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { readSuspension } from './read.ts'
import { endSuspension, suspend } from './suspend.ts'

/** People who may not sign in for some days (ADR 0083). */
export function serveSuspensions(app: FastifyInstance, deps: Deps) {
  const { db, config } = deps
  route(app, calls.readSuspension, async ({ input }) => ({
    suspension: await readSuspension(db, input.userId, config.timeZone),
  }))
  changeRoute(app, deps, calls.suspendUser, {
    targets: ({ userId }) => ({ standing: userId }),
    work: async (tx, { input, by, touched }) => {
      await suspend(deps, tx, by, touched.standing, input)
      return {}
    },
  })
  changeRoute(app, deps, calls.endSuspension, {
    targets: ({ userId }) => ({ standing: userId }),
    work: async (tx, { by, touched }) => {
      await endSuspension(deps, tx, by, touched.standing)
      return {}
    },
  })
}
