import { DRAFT_CHANGED } from '@gatehouse/contract/admin/approvals/drafts.ts'
import {
  DRAFT_HAS_CLASHES,
  DRAFT_HAS_ERRORS,
  DRAFT_IS_EMPTY,
  type DraftComparison,
  MATRIX_CHANGED,
  type publishApprovalDraft,
  REASON_NEEDED,
} from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'
import { takeMatrixTurn } from '../conflicts/take-turn.ts'
import { type Compared, compareDraft, readCompared } from './compare-draft.ts'
import { type LockedDraft, lockDraft } from './drafts.ts'
import { requireKnownLimits } from './require-known-limits.ts'

export type Judged = { draft: LockedDraft; compared: Compared; comparison: DraftComparison }

/** SQL: whether something that matters was changed since a version, for a draft `f`. */
export type ChangedSince = (version: Sql) => Sql

/**
 * Locks a draft and its matrix until the transaction ends, and judges whether it can be published as it was compared.
 *
 * @param changedSince says what makes a later version of the matrix differ; `null`: only the version that was compared will do
 * @throws AppError not_found; changed_meanwhile when draft or matrix are not those that the caller has compared;
 *   invalid_request when it names what the contract does not have, errors or clashes stand against it, a reason is missing, or nothing would change
 */
export async function judgeDraft(
  tx: Tx,
  timeZone: string,
  { draftId, revision, version, reason }: Input<typeof publishApprovalDraft>,
  changedSince: ChangedSince | null = null,
): Promise<Judged> {
  const draft = await lockDraft(tx, draftId)
  if (draft.revision !== revision)
    throw new AppError('changed_meanwhile', { msg: DRAFT_CHANGED, data: { changedBy: draft.updatedBy } })
  await lockMatrix(tx, draftId, draft.applicationId)
  await requireKnownLimits(tx, draftId)
  const compared = await readCompared(tx, timeZone, draftId)
  const isAsSeen =
    changedSince === null
      ? compared.before.version === version
      : await isSame(tx, draftId, changedSince(sql`${version}`))
  if (!isAsSeen) throw new AppError('changed_meanwhile', { msg: MATRIX_CHANGED })
  const comparison = await compareDraft(tx, compared)
  const refuse = (msg: string) => new AppError('invalid_request', { msg })
  if (comparison.clashes > 0) throw refuse(DRAFT_HAS_CLASHES)
  if (compared.changes.length === 0 && compared.routing === null) throw refuse(DRAFT_IS_EMPTY)
  if (comparison.errors.length > 0) throw refuse(DRAFT_HAS_ERRORS)
  refuseFields({ reason: comparison.needsReason && reason === '' ? REASON_NEEDED : null })
  return { draft, compared, comparison }
}

async function isSame(tx: Tx, draftId: string, hasChanged: Sql): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from approval_drafts f where f.id = ${draftId} and ${hasChanged}`)
  return rows.length === 0
}

/**
 * Locks what is going to change, and then the matrix, so that it stays as it is compared. In the order of every other
 * change: records first, and their version afterwards.
 */
async function lockMatrix(tx: Tx, draftId: string, applicationId: string): Promise<void> {
  await takeMatrixTurn(tx, sql`select ${applicationId}::uuid`)
  await tx.execute(sql`
    select 1 from application_roles where id in (select application_role_id from approval_draft_changes where draft_id = ${draftId})
    order by id for update`)
  await tx.execute(sql`
    select 1 from pages where id in (
      select page_id from approval_draft_changes where draft_id = ${draftId} and page_id is not null)
    order by id for share`)
  await tx.execute(sql`
    select 1 from document_approvals where deleted_at is null and (application_role_id, page_id) in (
      select application_role_id, page_id from approval_draft_changes where draft_id = ${draftId} and page_id is not null)
    order by id for update`)
  await tx.execute(sql`
    select 1 from approval_routings where application_id = ${applicationId} and deleted_at is null for update`)
  await tx.execute(sql`select 1 from approval_matrices where application_id = ${applicationId} for update`)
}
