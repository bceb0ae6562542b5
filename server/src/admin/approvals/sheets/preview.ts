import { sheetFindingText } from '@gatehouse/contract/admin/approvals/sheet-words.ts'
import { MISSING_LISTED, type SheetFinding, type SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import type { Tx } from '../../../db/database.ts'
import { compareDraft, readCompared } from '../drafts/compare-draft.ts'
import { isError, type Noted } from './entry.ts'
import type { SavedSheet } from './sheet-draft.ts'

/** The most findings of a preview. */
const FINDINGS_LISTED = 500

/** What was understood of a file, and what its draft would change. */
export async function previewOf(
  tx: Tx,
  timeZone: string,
  { draftId, sheet, resolved, changes, missing, version }: SavedSheet,
): Promise<SheetPreview> {
  // Roles that the preview makes raise the version of its own state alone.
  const comparison = { ...(await compareDraft(tx, await readCompared(tx, timeZone, draftId))), version }
  const findings = sheet.noted.map(toFinding).sort(byPlace)
  const { lines, count: all, understood } = resolved
  return {
    ...{ kind: sheet.kind, columns: sheet.columns, hasMarks: sheet.hasMarks, changes, comparison, lines },
    missing: {
      roles: missing.roles.slice(0, MISSING_LISTED).map(({ form, client }) => ({ name: form.role, client })),
      pages: missing.pages.slice(0, MISSING_LISTED).map(({ page }) => page),
      others: { roles: unlisted(missing.roles), pages: unlisted(missing.pages) },
    },
    findings: findings.slice(0, FINDINGS_LISTED),
    counts: { ...sheet.counts, lines: all, understood },
  }
}

const unlisted = (missing: readonly unknown[]) => Math.max(0, missing.length - MISSING_LISTED)

function toFinding(noted: Noted): SheetFinding {
  const found = { ...noted, other: noted.other ?? '', severity: isError(noted) ? 'error' : 'warning' } as const
  return { ...found, text: sheetFindingText(found, ENGLISH) }
}

const ENGLISH = (text: string, values: Record<string, string> = {}) =>
  text.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '')

/** Errors first, those of the whole file before those of lines. */
const byPlace = (one: SheetFinding, other: SheetFinding) =>
  Number(one.severity === 'warning') - Number(other.severity === 'warning') || (one.line ?? 0) - (other.line ?? 0)
