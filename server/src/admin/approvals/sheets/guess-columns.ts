import { SHEET_COLUMNS, type SheetColumn } from '@gatehouse/contract/admin/approvals/sheets.ts'
import type { Note } from './entry.ts'
import { readBand } from './read-band.ts'
import { applyUnits, haveAmounts, withoutParentheses, withoutUnits } from './read-units.ts'

/** A line of a sheet with its number in the file. */
export type GridLine = {
  line: number
  cells: string[]
  isHidden?: boolean
  /** By column: the text of the merged cell of which the empty cell is a part. */
  merged?: Map<number, string>
  /** The columns whose cells are formulas without a stored result. */
  uncalculated?: number[]
}
/** A column with the unit of its amounts that name none; empty: rupees. */
export type Column = { index: number; letter: string; heading: string; meaning: SheetColumn; unit: string }

const WORDS: Partial<Record<SheetColumn, string[]>> = {
  role: [
    'role',
    'application role',
    'app role',
    'role name',
    'approver',
    'designation',
    'authority',
    'approving authority',
  ],
  client: ['client', 'client name', 'insurer'],
  page: ['page', 'page name', 'document', 'document type'],
  action: ['action', 'action of role', 'approval action'],
  sequence: ['sequence', 'level', 'step', 'order'],
  from: [
    ...['from', 'range from', 'amount from', 'from amount', 'min', 'minimum', 'lower limit'],
    ...['min value', 'minimum value', 'min amount', 'minimum amount'],
  ],
  to: [
    ...['to', 'range to', 'amount to', 'to amount', 'max', 'maximum', 'limit', 'upper limit', 'authority limit'],
    ...['approval limit', 'sanction limit', 'sanctioning limit', 'financial limit', 'max limit', 'maximum limit'],
    ...['max value', 'maximum value', 'max amount', 'maximum amount', 'upto', 'up to', 'limit upto', 'limit up to'],
    ...['cap', 'upper cap', 'ceiling', 'upper ceiling'],
  ],
  range: ['range', 'amount', 'amounts', 'band', 'slab'],
  bounds: ['bounds'],
  regions: ['region', 'regions', 'state', 'states'],
  firstDay: ['first day', 'valid from', 'effective from', 'start date'],
  lastDay: ['last day', 'valid until', 'valid to', 'effective to', 'end date'],
  allClients: ['all clients', 'for all clients'],
  allPages: ['all pages', 'on all pages'],
  // What an export says beside what can be imported.
  ignored: ['status'],
}
const MEANING_OF = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) => words.map((word) => [word, meaning as SheetColumn])),
)
/** By `matrix-rows.ts`, in lower case. */
const EXPORTED_STATUSES = [
  'no page',
  'no action',
  'page inactive',
  'inactive',
  'not begun',
  'ended',
  'in force',
  'in the draft',
]
/** Titles stand above the headings. */
const HEADING_SEARCHED = 20
/** Longer texts are no headings. */
const HEADING_LENGTH_MAX = 200

const plainHeading = (text: string) => {
  const words = text
    .replace(/\([^()]*\)/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return withoutUnits(words).join(' ')
}
/** Columns that say in which unit other columns are. */
const UNIT_COLUMNS = ['unit', 'units', 'currency']
const meaningOf = (heading: string): SheetColumn | undefined =>
  heading.length > HEADING_LENGTH_MAX
    ? undefined
    : (MEANING_OF.get(plainHeading(heading)) ??
      (typeof readBand(withoutParentheses(heading)) === 'object' ? 'band' : undefined))

/** The letters of a column as spreadsheets have them. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter
}

/** How much the best of these lines looks like headings: how many of its cells mean something, above all a role. */
export const headingsKnown = (lines: readonly { cells: string[] }[]): number =>
  Math.max(
    0,
    ...lines.map(({ cells }) => {
      const meanings = cells.map((cell) => meaningOf(cell.trim())).filter((one) => one !== undefined)
      return meanings.length + (meanings.includes('role') && meanings.length > 1 ? 100 : 0)
    }),
  )

/** The place of the headings: the first line that names roles and something else, or else the first one. */
function headingOf(lines: readonly GridLine[]): number {
  const found = lines.slice(0, HEADING_SEARCHED).findIndex(({ cells }) => {
    const meanings = cells.map(meaningOf)
    return meanings.includes('role') && meanings.some((one) => one !== undefined && one !== 'role')
  })
  return Math.max(found, 0)
}

/**
 * What the columns of a sheet say, by their headings or as it was chosen, and the lines below the headings.
 *
 * @param chosen `0:role,4:ignored`
 */
export function guessColumns(lines: readonly GridLine[], chosen: string, note: Note) {
  const place = headingOf(lines)
  const headings = lines[place]?.cells ?? []
  const body = lines.slice(place + 1)
  const width = Math.max(headings.length, ...body.map(({ cells }) => cells.length))
  const choices = new Map(
    chosen.split(',').map((one) => {
      const [index, meaning] = one.split(':')
      return [Number(index), SHEET_COLUMNS.find((known) => known === meaning)] as const
    }),
  )
  const columns: Column[] = []
  for (let index = 0; index < width; index++) {
    const heading = headings[index] ?? ''
    const choice = chosen === '' ? undefined : choices.get(index)
    const isUsed = heading !== '' || body.some(({ cells }) => (cells[index] ?? '') !== '')
    if (!isUsed) continue
    const meaning = choice ?? meaningOf(heading) ?? 'ignored'
    columns.push({ index, letter: letterOf(index), heading, meaning, unit: '' })
    const cells = body.map((line) => line.cells[index] ?? '')
    if (choice === undefined) noteUnknown({ heading, letter: letterOf(index), cells }, note, columns)
  }
  for (const column of columns) {
    const same = columns.find(({ index, meaning }) => index < column.index && meaning === column.meaning)
    if (same !== undefined && column.meaning !== 'band' && column.meaning !== 'ignored')
      note('column-twice', { line: null, column: column.letter }, column.heading, same.letter)
  }
  const isSaid = (...meanings: SheetColumn[]) => columns.some(({ meaning }) => meanings.includes(meaning))
  if (!isSaid('role')) note('no-role-column', { line: null, column: '' })
  // Otherwise an upper limit that is not recognised would be none.
  const lower = columns.find(({ meaning }) => meaning === 'from')
  if (lower !== undefined && !isSaid('to', 'range', 'band'))
    note('no-upper-column', { line: null, column: lower.letter }, lower.heading)
  const named = columns.findLast(
    ({ index, meaning }) => headings[index] || (choices.has(index) && meaning !== 'ignored'),
  )
  noteLongLines(body, (named?.index ?? 0) + 1, note)
  const above = lines.slice(0, place).flatMap(({ cells }) => cells)
  const besides = columns.filter(({ index, meaning }) => meaning === 'ignored' && !choices.has(index))
  applyUnits(
    columns,
    body,
    { above: [...above, ...besides.map(({ heading }) => heading)], below: notesOf(body, columns) },
    note,
  )
  return { columns, body }
}

/** The texts of lines that are no lines of a table: of one cell only, or without a role. */
function notesOf(body: readonly GridLine[], columns: readonly Column[]): string[] {
  const role = columns.find(({ meaning }) => meaning === 'role')
  return body.flatMap(({ cells }) => {
    const filled = cells.filter((cell) => cell !== '')
    return filled.length === 1 || (role !== undefined && !cells[role.index]) ? filled : []
  })
}

/** 5,00,000 without quotes is three cells, of which the first is a limit of five rupees. */
function noteLongLines(body: readonly GridLine[], width: number, note: Note) {
  for (const { line, cells } of body) {
    const extra = cells.findIndex((cell, index) => index >= width && cell !== '')
    if (extra >= 0) note('line-too-long', { line, column: letterOf(extra) }, cells[extra])
  }
}

/** Other words than those of an export can mean that a line does not count. */
export function noteStatuses(columns: readonly Column[], body: readonly GridLine[], note: Note) {
  for (const { index, letter, heading } of columns)
    if (plainHeading(heading) === 'status')
      for (const { line, cells } of body) {
        const status = cells[index] ?? ''
        if (status !== '' && !EXPORTED_STATUSES.includes(status.toLowerCase()))
          note('status-ignored', { line, column: letter }, status)
      }
}

type Unknown = { heading: string; letter: string; cells: readonly string[] }

function noteUnknown({ heading, letter, cells }: Unknown, note: Note, columns: Column[]) {
  if (meaningOf(heading) !== undefined) return
  const column = { line: null, column: letter }
  const isAmongBands = columns.some(({ meaning }) => meaning === 'band')
  const ignored = haveAmounts(heading, cells) ? 'amounts-ignored' : 'column-ignored'
  if (UNIT_COLUMNS.includes(plainHeading(heading))) note('unit-unclear', column, heading)
  else if (heading === '') note(isAmongBands ? 'band-merged' : ignored, column, letter)
  else note(/\d/.test(heading) ? 'band-unreadable' : ignored, column, heading)
}
