import * as calls from '@gatehouse/contract/admin/approvals/drafts.ts'
import * as publishing from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Endpoint, Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Executor, Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { judgedRoute, route } from '../../../http/route.ts'
import { byOf } from '../../engine/resource.ts'
import { type By, readsPeople } from '../../engine/store.ts'
import { keepChange, removeRule, saveRole, saveRouting, saveRule, undoChange } from './change-draft.ts'
import { type Compared, compareDraft, readCompared } from './compare-draft.ts'
import { createDraft, deleteDraft, listDrafts, readDraftFor } from './drafts.ts'
import { pageOfDifferences, pageOfPeople } from './list-differences.ts'
import { listRoles, listRules } from './list-rows.ts'
import { publishDraft } from './publish-draft.ts'
import { listVersions } from './versions.ts'

/** Drafts of approval matrices, what they would change, and the versions that were published (ADR 0081). */
export function serveApprovalDrafts(app: FastifyInstance, deps: Deps) {
  const { db, config, outbox } = deps

  route(app, calls.listApprovalDrafts, async ({ input }) => listDrafts(db, input))
  route(app, calls.readApprovalDraft, async ({ input, actor }) => readDraftFor(db, input.draftId, actor))
  route(app, calls.listDraftRoles, async ({ input }) => listRoles(db, input))
  route(app, calls.listDraftRules, async ({ input }) => listRules(db, input))
  route(app, publishing.listApprovalVersions, async ({ input }) => listVersions(db, input))

  /** Draft and matrix are read as they are at one moment. */
  const withCompared = <T>(draftId: string, work: (on: Executor, compared: Compared) => Promise<T>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read, read only`)
      return work(tx, await readCompared(tx, config.timeZone, draftId))
    })
  route(app, publishing.compareApprovalDraft, async ({ input }) => withCompared(input.draftId, compareDraft))
  route(app, publishing.listDraftDifferences, async ({ input }) =>
    withCompared(input.draftId, (on, compared) => pageOfDifferences(on, config.timeZone, compared, input)),
  )
  route(app, publishing.listDraftPeople, async ({ input, actor }) => {
    if (!readsPeople(actor)) throw new AppError('not_allowed')
    return withCompared(input.draftId, (on, compared) => pageOfPeople(on, compared, input))
  })

  const change = <E extends Endpoint>(endpoint: E, work: (tx: Tx, by: By, input: Input<E>) => Promise<Output<E>>) =>
    judgedRoute(app, endpoint, async ({ input, actor, request }) => {
      const data = await db.transaction((tx) => work(tx, byOf(actor, request), input))
      // Sends the webhooks of what was published.
      outbox.wake()
      return data
    })
  change(calls.createApprovalDraft, createDraft)
  change(calls.deleteApprovalDraft, async (tx, by, { draftId }) => {
    await deleteDraft(tx, by, draftId)
    return {}
  })
  change(calls.saveDraftRole, saveRole)
  change(calls.saveDraftRule, saveRule)
  change(calls.saveDraftRouting, saveRouting)
  change(calls.removeDraftRule, removeRule)
  change(calls.undoDraftChange, undoChange)
  change(calls.keepDraftChange, keepChange)
  change(publishing.publishApprovalDraft, (tx, by, input) => publishDraft(tx, by, config.timeZone, input))
}
