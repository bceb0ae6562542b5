import * as calls from '@gatehouse/contract/admin/people/stand-ins.ts'
import * as own from '@gatehouse/contract/stand-ins.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { countAttempt } from '../../../counting/count-attempt.ts'
import type { Deps } from '../../../deps.ts'
import { requireConfirmed } from '../../../factors/require-confirmed.ts'
import { requireSignInOf } from '../../../factors/require-sign-in.ts'
import { route } from '../../../http/route.ts'
import { findAccountByIdentifier } from '../../../identity/users.ts'
import { requireLiveSession } from '../../../sessions/require-live-session.ts'
import { changeRoute } from '../../engine/guard/change-route.ts'
import { lockPeople } from '../../engine/guard/people.ts'
import { byOf } from '../../engine/resource.ts'
import { readsPeople } from '../../engine/store.ts'
import { end } from './end.ts'
import { lend } from './lend.ts'
import { readLendable } from './lendable.ts'
import { listPageOfStandIns, readOwnStandIns } from './list.ts'

/** People lend their authority to approve; administrators do it for those who are away (ADR 0067). */
export function serveStandIns(app: FastifyInstance, deps: Deps) {
  const { db, outbox, config } = deps
  const { timeZone } = config

  route(app, own.listOwnStandIns, async ({ actor: { userId } }) => {
    const [standIns, lendable] = await Promise.all([readOwnStandIns(db, userId), readLendable(db, timeZone, userId)])
    return { standIns, lendable }
  })
  route(app, own.lendOwnAuthority, async ({ input: { standIn, ...lent }, actor, request }) => {
    const { userId: lenderId } = actor
    // It outlives the session: one that was left open or stolen must not be enough.
    await requireConfirmed(db, actor)
    await countAttempt(deps, [{ bucket: 'stand-ins', of: lenderId }], { subjectId: lenderId })
    const account = await findAccountByIdentifier(db, standIn)
    const { applicationId, clientId = null } = lent
    const standInId = account?.id ?? null
    const _id = await db.transaction(async (tx) => {
      await lockPeople(tx, sql`${lenderId}, ${standInId}`)
      await requireLiveSession(tx, actor)
      await requireSignInOf(
        tx,
        actor,
        sql`select application_id, client_id from assignments where user_id = ${lenderId}
          and application_id = ${applicationId} and client_id = coalesce(${clientId}, client_id)`,
      )
      return lend(deps, tx, byOf(actor, request), { ...lent, lenderId, standInId })
    })
    outbox.wake()
    return { _id }
  })
  route(app, own.endOwnStandIn, async ({ input, actor, request }) => {
    const which = sql`${actor.userId}::uuid in (t.lender_id, t.stand_in_id)`
    await db.transaction((tx) => end(deps, tx, byOf(actor, request), input.standInId, { which, isNamed: true }))
    outbox.wake()
    return {}
  })

  route(app, calls.listStandIns, async ({ input }) => listPageOfStandIns(db, input))
  route(app, calls.lendableOf, async ({ input }) => readLendable(db, timeZone, input.userId))
  changeRoute(app, deps, calls.lendAuthority, {
    targets: ({ userId }) => ({ assignment: userId }),
    lockPeople: (tx, { lenderId, userId }) => lockPeople(tx, sql`${lenderId}, ${userId}`),
    work: async (tx, { input: { userId: _, ...lent }, by, touched }) => ({
      _id: await lend(deps, tx, by, { ...lent, standInId: touched.assignment.id }),
    }),
  })
  changeRoute(app, deps, calls.endStandIn, {
    targets: () => ({}),
    work: async (tx, { input, by }) => {
      await end(deps, tx, by, input.standInId, { isNamed: readsPeople(by.person) })
      return {}
    },
  })
}
