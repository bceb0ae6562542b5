import * as calls from '@gatehouse/contract/admin/approvals/intended-gaps.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { judgedRoute } from '../../../http/route.ts'
import { byOf } from '../../engine/resource.ts'
import { markGap, unmarkGap } from './mark-gap.ts'

/** Gaps of a matrix that are meant (ADR 0100). */
export function serveIntendedGaps(app: FastifyInstance, { db, config }: Deps) {
  judgedRoute(app, calls.markIntendedGap, ({ input, actor, request }) =>
    db.transaction((tx) => markGap(tx, byOf(actor, request), config.timeZone, input)),
  )
  judgedRoute(app, calls.unmarkIntendedGap, ({ input, actor, request }) =>
    db.transaction((tx) => unmarkGap(tx, byOf(actor, request), input)),
  )
}
