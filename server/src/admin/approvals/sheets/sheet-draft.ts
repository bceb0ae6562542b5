import { DRAFT_CHANGES_MAX } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { MATRIX_CHANGED } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import {
  type importSheet,
  ONLY_OLD_PORTAL,
  SHEET_HAS_ERRORS,
  SHEET_LEAVES_OUT,
  type SheetOptions,
} from '@gatehouse/contract/admin/approvals/sheets.ts'
import sql from 'sql-template-tag'
import type * as z from 'zod/mini'
import type { Db, Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { By } from '../../engine/store.ts'
import { takeMatrixTurn } from '../conflicts/take-turn.ts'
import { auditDraft, insertDraft } from '../drafts/drafts.ts'
import { isError } from './entry.ts'
import { findMissing, type Missing } from './find-missing.ts'
import { makeMissing } from './make-missing.ts'
import { readFile } from './read-file.ts'
import type { Sheet } from './read-sheet.ts'
import { type Resolved, resolveEntries } from './resolve-entries.ts'
import { saveSheet } from './save-sheet.ts'

export type SavedSheet = {
  draftId: string
  sheet: Sheet
  resolved: Resolved
  changes: number
  missing: Missing
  /** That of the matrix, before roles were made. */
  version: number
}
type Given = { sheet: Sheet; options: SheetOptions; name: string; timeZone: string }

const refused = (msg: string) => new AppError('invalid_request', { msg })

/**
 * Reads a file, before a transaction waits for it.
 *
 * @throws AppError invalid_request when it cannot be read at all, or is a sheet that is to make roles; busy
 */
export async function readSheet(db: Db, personId: string, file: Buffer, options: SheetOptions): Promise<Sheet> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from applications where id = ${options.applicationId}`)
  const sheet = await readFile(personId, file, { ...options, application: rows[0]?.name ?? '' })
  if (options.makesMissing === true && sheet.kind !== 'portal') throw refused(ONLY_OLD_PORTAL)
  return sheet
}

/**
 * Puts what was understood of a file into a new draft, after the roles and pages that it names are made if that is asked for. The draft
 * is not audited: a preview takes it back.
 *
 * @throws AppError invalid_request for an unknown application; those of `makeMissing`
 */
export async function saveAsDraft(tx: Tx, by: By, { sheet, options, name, timeZone }: Given): Promise<SavedSheet> {
  const { applicationId, pageId, removesOthers = false, makesMissing = false } = options
  const version = await readVersion(tx, applicationId)
  const missing = await findMissing(tx, options, sheet)
  if (makesMissing) await makeMissing(tx, by, { applicationId, timeZone }, missing)
  const draftId = await insertDraft(tx, by, { applicationId, name })
  const resolved = await resolveEntries(tx, options, sheet)
  const hasPages = resolved.rules.length > 0
  if (resolved.understood > 0 && !hasPages)
    sheet.note(removesOthers ? 'nothing-to-remove' : 'no-page', { line: null, column: '' })
  const changes = await saveSheet(tx, {
    draftId,
    applicationId,
    resolved,
    removesOthers: removesOthers && hasPages,
    pageId,
  })
  if (changes > DRAFT_CHANGES_MAX)
    sheet.note('too-many-changes', { line: null, column: '' }, String(changes), String(DRAFT_CHANGES_MAX))
  return { draftId, sheet, resolved, changes, missing, version }
}

async function readVersion(tx: Tx, applicationId: string): Promise<number> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    select version::float8 as version from approval_matrices where application_id = ${applicationId}`)
  return rows[0]?.version ?? 0
}

/**
 * Makes the draft that was seen in a preview.
 *
 * @throws AppError changed_meanwhile when the matrix has another version; invalid_request for a file of which not all was
 *   understood, or that changes nothing
 */
export async function makeSheetDraft(
  tx: Tx,
  by: By,
  { sheet, timeZone }: Pick<Given, 'sheet' | 'timeZone'>,
  { name, version, leavesOut = false, ...options }: z.output<typeof importSheet.request>,
): Promise<{ _id: string }> {
  const { applicationId, removesOthers = false, makesMissing = false } = options
  // Making roles writes the version: two imports that only share its lock would wait for each other.
  if (makesMissing) await takeMatrixTurn(tx, sql`select ${applicationId}::uuid`)
  const { rows } = await tx.execute<{ version: number }>(sql`
    select version::float8 as version from approval_matrices where application_id = ${applicationId} for share`)
  if ((rows[0]?.version ?? 0) !== version) throw new AppError('changed_meanwhile', { msg: MATRIX_CHANGED })
  const { draftId, changes, missing } = await saveAsDraft(tx, by, { sheet, options, name, timeZone })
  const errors = sheet.noted.filter(isError)
  // What is wrong with a heading, or with the whole file, cannot be left out.
  if (errors.length > 0 && (!leavesOut || errors.some(({ line }) => line === null))) throw refused(SHEET_HAS_ERRORS)
  if (errors.length > 0 && removesOthers) throw refused(SHEET_LEAVES_OUT)
  const isMaking = makesMissing && missing.roles.length + missing.pages.length > 0
  if (changes === 0 && !isMaking) throw refused('This file changes nothing.')
  await auditDraft(tx, by, 'created', { id: draftId, name, applicationId })
  return { _id: draftId }
}
