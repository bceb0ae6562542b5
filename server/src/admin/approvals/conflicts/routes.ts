import * as calls from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { endException, exceptPerson } from './except.ts'
import { listExceptions } from './list-exceptions.ts'

/** Exceptions from rules of separation of duties (ADR 0114). */
export function serveConflictExceptions(app: FastifyInstance, deps: Deps) {
  route(app, calls.listConflictExceptions, async ({ input }) => listExceptions(deps.db, input))
  changeRoute(app, deps, calls.exceptFromRule, {
    targets: ({ userId }) => ({ assignment: userId }),
    work: async (tx, { input: { userId: _, ...wanted }, by, touched }) =>
      exceptPerson(deps, tx, by, { ...wanted, person: touched.assignment }),
  })
  changeRoute(app, deps, calls.endConflictException, {
    targets: () => ({}),
    work: async (tx, { input: { exceptionId }, by }) => endException(tx, by, exceptionId),
  })
}
