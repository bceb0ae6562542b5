import { type DraftFinding, TYPED_FINDINGS_MAX } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { tryOut } from '../../../db/try-out.ts'
import type { By } from '../../engine/store.ts'
import { compareDraft, readCompared } from '../drafts/compare-draft.ts'
import { insertDraft, readDraft } from '../drafts/drafts.ts'

export type OfDraft = { draftId: string; revision: number }

type Typed = {
  applicationId: string
  draftId?: string | undefined
  /** Writes it into a draft, as the editor of drafts does. */
  save: (tx: Tx, draft: OfDraft) => Promise<unknown>
}

/**
 * The findings that the matrix would have with what is typed, and does not have now: those of a draft with it, which is written and
 * undone. No record of the matrix is written or locked. Who saves in the draft meanwhile is waited for.
 *
 * @throws AppError like saving in a draft
 */
export async function findTyped(
  db: Db,
  timeZone: string,
  by: By,
  { applicationId, draftId, save }: Typed,
): Promise<DraftFinding[]> {
  return tryOut(db, async (tx) => {
    const id = draftId ?? (await insertDraft(tx, by, { applicationId, name: 'Typed' }))
    const { revision } = await readDraft(tx, id)
    await save(tx, { draftId: id, revision })
    const { errors, warnings } = await compareDraft(tx, await readCompared(tx, timeZone, id))
    return [...errors, ...warnings].slice(0, TYPED_FINDINGS_MAX)
  })
}
