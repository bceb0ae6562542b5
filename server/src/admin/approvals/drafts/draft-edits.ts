import { DRAFT_CHANGED, RECORD_CHANGED } from '@gatehouse/contract/admin/approvals/drafts.ts'
import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../../audit/actor-names.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { LockedDraft } from './drafts.ts'

/** One edit of a draft that is locked: `seen` is the revision at which its form was opened, `revision` the one that it makes. */
export type DraftEdit = { draftId: string; seen: number; revision: number; userId: string }

/** Without a role it is the routing, without a page the role itself. */
export type DraftRecord = { roleId: string | null; pageId: string | null }

/**
 * Begins an edit of a locked draft. What others have edited meanwhile is judged record by record, in `editRecord`.
 *
 * @throws AppError changed_meanwhile when a revision since then is not that of known edits: a server of the former release keeps none
 */
export async function beginEdit(
  tx: Tx,
  draftId: string,
  { revision, updatedBy }: LockedDraft,
  { seen, userId }: Pick<DraftEdit, 'seen' | 'userId'>,
): Promise<DraftEdit> {
  const { rows } = await tx.execute<{ known: number }>(sql`
    select count(distinct revision)::int as known from approval_draft_edits where draft_id = ${draftId} and revision > ${seen}`)
  if (seen + (rows[0]?.known ?? 0) !== revision)
    throw new AppError('changed_meanwhile', { msg: DRAFT_CHANGED, data: { changedBy: updatedBy } })
  return { draftId, seen, revision: revision + 1, userId }
}

/**
 * Notes that a record is edited. The lock of the draft keeps others from editing it until the transaction ends.
 *
 * @throws AppError changed_meanwhile, with who did, when the record was edited since it was seen
 */
export async function editRecord(
  tx: Tx,
  { draftId, seen, revision, userId }: DraftEdit,
  { roleId, pageId }: DraftRecord,
): Promise<void> {
  const { rows } = await tx.execute<{ changedBy: string }>(sql`
    select ${raw(nameOfActor('e.edited_by'))} as "changedBy" from approval_draft_edits e
    where e.draft_id = ${draftId} and e.revision > ${seen} and e.revision < ${revision}
      and e.application_role_id is not distinct from ${roleId}::uuid and e.page_id is not distinct from ${pageId}::uuid
    order by e.revision desc limit 1`)
  if (rows[0] !== undefined) throw new AppError('changed_meanwhile', { msg: RECORD_CHANGED, data: { ...rows[0] } })
  await tx.execute(sql`
    insert into approval_draft_edits (id, draft_id, revision, application_role_id, page_id, edited_by)
    values (${newId()}, ${draftId}, ${revision}, ${roleId}, ${pageId}, ${userId})`)
}
