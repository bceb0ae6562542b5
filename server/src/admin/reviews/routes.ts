import * as calls from '@gatehouse/contract/admin/reviews/reviews.ts'
import { readReviewSettings, saveReviewSettings } from '@gatehouse/contract/admin/reviews/settings.ts'
import * as own from '@gatehouse/contract/reviews.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { canonicalAddress } from '../../http/client-address.ts'
import { judgedRoute, route } from '../../http/route.ts'
import { changeRoute } from '../engine/guard/change-route.ts'
import { byOf } from '../engine/resource.ts'
import { carryOut } from './carry-out.ts'
import { cancel, complete, postpone } from './complete.ts'
import { decideLines } from './decide.ts'
import { listPageOfLines, listPageOfReviews, readReviewPage } from './list.ts'
import { readOwnLines, readOwnReviews } from './own.ts'
import { makeResult } from './result.ts'
import { readSettings, saveSettings } from './settings.ts'
import { countChosen, start } from './start.ts'
import { undo } from './undo.ts'

/** So many decisions are carried out before the answer; the rest follows in the background. */
const AT_ONCE = 50

/** Reviews of access (ADR 0088): administrators start them, chosen people decide, and decisions are carried out at the end. */
export function serveReviews(app: FastifyInstance, deps: Deps) {
  const { db, config, outbox } = deps

  route(app, own.listOwnReviews, async ({ actor }) => readOwnReviews(db, config, actor.userId))
  route(app, own.listOwnReviewLines, async ({ input, actor }) => readOwnLines(db, actor.userId, input))
  route(app, own.decideReviewLines, async ({ input, actor, request }) =>
    decideLines(deps, actor, canonicalAddress(request.ip), input),
  )

  route(app, calls.listReviews, async ({ input }) => listPageOfReviews(db, config, input))
  route(app, calls.readReview, async ({ input }) => readReviewPage(db, config, input.reviewId))
  route(app, calls.listReviewLines, async ({ input }) => listPageOfLines(db, input))
  route(app, calls.readReviewResult, async ({ input }) => makeResult(deps, input.reviewId))
  route(app, calls.countReviewScope, async ({ input }) => ({ count: await countChosen(db, input.scope) }))
  route(app, readReviewSettings, async () => readSettings(db))

  changeRoute(app, deps, calls.startReview, {
    targets: () => ({}),
    work: async (tx, { input, by }) => start(deps, tx, by, input),
  })
  changeRoute(app, deps, calls.cancelReview, {
    targets: () => ({}),
    work: async (tx, { input, by }) => {
      await cancel(tx, by, input.reviewId)
      return {}
    },
  })
  changeRoute(app, deps, calls.postponeReview, {
    targets: () => ({}),
    work: async (tx, { input, by }) => {
      await postpone(tx, by, config, input)
      return {}
    },
  })
  changeRoute(app, deps, saveReviewSettings, {
    targets: () => ({}),
    work: async (tx, { input, by }) => {
      await saveSettings(tx, by, input)
      return {}
    },
  })
  changeRoute(app, deps, calls.undoReviewLine, {
    targets: ({ userId }) => ({ assignment: userId }),
    work: async (tx, { input, by, touched }) => {
      await undo(deps, tx, by, { lineId: input.lineId, person: touched.assignment })
      return {}
    },
  })
  // Each person is judged when their line is carried out.
  judgedRoute(app, calls.completeReview, async ({ input, actor, request }) => {
    await db.transaction((tx) => complete(tx, byOf(actor, request), input))
    await carryOut(deps, input.reviewId, AT_ONCE)
    outbox.wake()
    return {}
  })
}
