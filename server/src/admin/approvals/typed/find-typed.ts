import { type DraftFinding, TYPED_FINDINGS_MAX } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import sql from 'sql-template-tag'
import type { Db, Tx } from '../../../db/database.ts'
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
 * undone. No record of the matrix is written or locked.
 *
 * @throws AppError like saving in a draft
 */
export async function findTyped(
  db: Db,
  timeZone: string,
  by: By,
  { applicationId, draftId, save }: Typed,
): Promise<DraftFinding[]> {
  const work = async (tx: Tx): Promise<never> => {
    await tx.execute(sql`set transaction isolation level repeatable read`)
    const id = draftId ?? (await insertDraft(tx, by, { applicationId, name: 'Typed' }))
    const { revision } = await readDraft(tx, id)
    await save(tx, { draftId: id, revision })
    const { errors, warnings } = await compareDraft(tx, await readCompared(tx, timeZone, id))
    throw new Found([...errors, ...warnings].slice(0, TYPED_FINDINGS_MAX))
  }
  return db.transaction(work).catch((error: unknown) => {
    if (error instanceof Found) return error.findings
    throw error
  })
}

/** Ends the transaction, so that nothing of it stays. */
class Found extends Error {
  readonly findings: DraftFinding[]
  constructor(findings: DraftFinding[]) {
    super('undone')
    this.findings = findings
  }
}
