import { FINDING_IS_GONE, type mendDraft, type startMend } from '@gatehouse/contract/admin/approvals/mends.ts'
import { MATRIX_CHANGED } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { enteredAs, toInclusive } from '../../../approvals/bounds.ts'
import type { Rule } from '../../../approvals/matrix.ts'
import type { Mend } from '../../../approvals/mends.ts'
import type { Tx } from '../../../db/database.ts'
import { readFrom } from '../../../decisions/read-matrix.ts'
import { AppError } from '../../../errors.ts'
import type { By } from '../../engine/store.ts'
import { changeDraft, readRecord, writeChange } from '../drafts/change-draft.ts'
import type { DraftEdit } from '../drafts/draft-edits.ts'
import { draftSource } from '../drafts/draft-sql.ts'
import { createDraft } from '../drafts/drafts.ts'
import { findMends } from './find-mends.ts'

type Asked = Omit<Input<typeof mendDraft>, 'draftId' | 'revision'>
type Draft = { draftId: string; revision: number }

/**
 * Mends a finding in a draft, as the draft is now.
 *
 * @throws AppError not_found; changed_meanwhile when somebody else has changed what the mend changes, or when finding or mend are gone
 */
export function mendInDraft(
  tx: Tx,
  by: By,
  timeZone: string,
  { draftId, revision, clientId, finding, mend: kind, keeps }: Draft & Asked,
): Promise<{ revision: number }> {
  return changeDraft(tx, by, { draftId, revision }, async (applicationId, edit) => {
    const matrix = await readFrom(tx, timeZone, draftSource(applicationId, draftId))
    const { rows } = await tx.execute<{ now: number }>(sql`select extract(epoch from now())::float8 * 1000 as now`)
    const now = rows[0]?.now ?? 0
    const mends = await findMends(tx, { matrix, applicationId, clientId, now, finding })
    const mend = mends?.find((one) => one.kind === kind && one.keeps?.id === keeps)
    if (mend === undefined) throw new AppError('changed_meanwhile', { msg: FINDING_IS_GONE })
    await writeMend(tx, edit, { applicationId, draftId }, mend)
  })
}

/**
 * Begins a draft that mends a finding of what counts.
 *
 * @throws AppError invalid_request for an unknown application; changed_meanwhile when the matrix has another version
 */
export async function startMendDraft(
  tx: Tx,
  by: By,
  timeZone: string,
  { applicationId, name, version, ...asked }: Input<typeof startMend>,
): Promise<{ _id: string }> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    select version::float8 as version from approval_matrices where application_id = ${applicationId} for share`)
  if ((rows[0]?.version ?? 0) !== version) throw new AppError('changed_meanwhile', { msg: MATRIX_CHANGED })
  const { _id } = await createDraft(tx, by, { applicationId, name })
  await mendInDraft(tx, by, timeZone, { draftId: _id, revision: 1, ...asked })
  return { _id }
}

type Place = { applicationId: string; draftId: string }

async function writeMend(tx: Tx, edit: DraftEdit, place: Place, { roles, limits, removed }: Mend): Promise<void> {
  for (const { applicationRoleId, home } of removed)
    await writeChange(tx, edit, { ...place, roleId: applicationRoleId, pageId: home.pageId }, null)
  if (removed.length > 0) return
  for (const { id: roleId } of roles) {
    const target = { ...place, roleId, pageId: null }
    const { draft } = await readRecord(tx, target)
    await writeChange(tx, edit, target, { ...draft, ...columnsOf(draft ?? {}, limits) })
  }
}

/** The columns of a role that a mend changes, with its range as somebody would enter it. */
function columnsOf(draft: Record<string, unknown>, limits: Mend['limits']) {
  const { action = draft.action, sequence = draft.sequence } = limits
  const bounds = draft.bounds as Rule['bounds']
  const entered = { rangeFrom: draft.range_from, rangeTo: draft.range_to, bounds } as Pick<
    Rule,
    'rangeFrom' | 'rangeTo' | 'bounds'
  >
  const former = { ...toInclusive(entered), bounds }
  const { rangeFrom, rangeTo, ...mended } = enteredAs({ ...former, ...limits }, former)
  return { action, sequence, bounds: mended.bounds, range_from: rangeFrom, range_to: rangeTo }
}
