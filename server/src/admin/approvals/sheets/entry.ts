import { SHEET_ERRORS, type SheetFindingCode } from '@gatehouse/contract/admin/approvals/sheets.ts'
import type { Range } from './read-band.ts'

/** Something that was found, before it has its words. */
export type Noted = {
  code: SheetFindingCode
  line: number | null
  column: string
  value: string
  other?: string
  clientId?: string
}

/** What a line says, by names. What it does not say is absent. */
export type Entry = {
  line: number
  role: string
  /** The Id of the role in the old portal. Absent: the line does not say. */
  roleId?: string
  /** Empty: the line does not say. */
  client: string
  page: string
  /** The line is about a role alone, and has no page on purpose. */
  isPageless?: boolean
  limits: Limits
  days: { firstDay?: string | null; lastDay?: string | null }
  scope: { allClients?: boolean; allPages?: boolean; status?: 'ACTIVE' | 'INACTIVE' }
}
export type Limits = { action?: string; sequence?: number | null; range?: Range; regions?: string[] }

/** A place in a file; `null`: the heading, or the whole file. */
export type Place = { line: number | null; column: string }
/** @param clientId of an unknown role: the client that lacks it */
export type Note = (code: SheetFindingCode, place: Place, value?: string, other?: string, clientId?: string) => void

export function makeNotes() {
  const notes: Notes = { noted: [], counts: { error: 0, warning: 0 }, broken: new Set() }
  return { ...notes, note: noteInto(notes) }
}

/** What was found. All of it is counted, and not all of it is kept. */
export type Notes = {
  noted: Noted[]
  counts: { error: number; warning: number }
  /** The lines with errors. */
  broken: Set<number>
}

/** The findings of lines that are kept of errors, and of warnings: a file can have one in each of its 250,000 cells. */
const KEPT = 500

export function noteInto({ noted, counts, broken }: Notes): Note {
  return (code, { line, column }, value = '', other = '', clientId) => {
    const found = {
      ...{ code, line, column, value: value.slice(0, 200), other: other.slice(0, 200) },
      ...(clientId !== undefined && { clientId }),
    }
    const severity = isError(found) ? 'error' : 'warning'
    if (line !== null && severity === 'error') broken.add(line)
    if (counts[severity]++ < KEPT || line === null) noted.push(found)
  }
}

/** The same with notes of its own: of a transaction that is done again, only the last attempt counts. */
export function withOwnNotes<Of extends Notes>(of: Of) {
  const notes: Notes = { noted: [...of.noted], counts: { ...of.counts }, broken: new Set(of.broken) }
  return { ...of, ...notes, note: noteInto(notes) }
}

const ERRORS: ReadonlySet<string> = new Set(SHEET_ERRORS)
export const isError = ({ code }: Noted) => ERRORS.has(code)
