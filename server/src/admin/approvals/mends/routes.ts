import * as calls from '@gatehouse/contract/admin/approvals/mends.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { judgedRoute, route } from '../../../http/route.ts'
import { byOf } from '../../engine/resource.ts'
import { readMatrixOfClient } from '../explain/case-matrix.ts'
import { mendInDraft, startMendDraft } from './apply-mend.ts'
import { findMends } from './find-mends.ts'

/** Changes that remove a finding of the check, and how a draft gets them (ADR 0100). */
export function serveApprovalMends(app: FastifyInstance, deps: Deps) {
  const { db, config } = deps
  route(app, calls.approvalMends, async ({ input }) => listMends(deps, input))
  judgedRoute(app, calls.mendDraft, ({ input, actor, request }) =>
    db.transaction((tx) => mendInDraft(tx, byOf(actor, request), config.timeZone, input)),
  )
  judgedRoute(app, calls.startMend, ({ input, actor, request }) =>
    db.transaction((tx) => startMendDraft(tx, byOf(actor, request), config.timeZone, input)),
  )
}

async function listMends(
  deps: Deps,
  { finding, ...asked }: Input<typeof calls.approvalMends>,
): Promise<Output<typeof calls.approvalMends>> {
  const { matrix, facts } = await readMatrixOfClient(deps, asked)
  const { client, now } = facts
  const mends = await findMends(deps.db, { ...asked, clientId: client.id, matrix, now, finding })
  if (mends === null) throw new AppError('changed_meanwhile', { msg: calls.FINDING_IS_GONE })
  return { version: matrix.version, mends: mends.map(({ wire }) => wire) }
}
