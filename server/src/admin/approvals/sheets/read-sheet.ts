import { SHEET_MAX_LINES, type SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { IMPORT_SEPARATORS } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { OTHER_CURRENCY, RUPEES } from '@gatehouse/contract/read-amount.ts'
import { AppError } from '../../../errors.ts'
import { typedCell } from '../../../http/csv.ts'
import { decodeText } from '../../jobs/csv/decode-text.ts'
import { parseCsv } from '../../jobs/csv/parse-csv.ts'
import { type Entry, makeNotes, type Note, type Notes } from './entry.ts'
import { type Column, type GridLine, guessColumns, headingsKnown, noteStatuses } from './guess-columns.ts'
import { findLists, readPortal } from './portal/read-portal.ts'
import { haveTicks, readBandCells, readBandColumns } from './read-bands.ts'
import { isMark } from './read-cells.ts'
import { noteMergedCells, noteUncalculated, readLine } from './read-lines.ts'
import { tooManyLines } from './too-many-lines.ts'
import type { Workbook } from './workbook/read-workbook.ts'

/** What a file says, by names. */
export type Sheet = Notes & {
  kind: SheetPreview['kind']
  columns: SheetPreview['columns']
  entries: Entry[]
  /** Adds to what was found. */
  note: Note
  hasMarks: boolean
}

export type Asked = { application: string; columns?: string | undefined; markAction?: string | undefined }

const SAMPLES = 3

const refused = (msg: string) => new AppError('invalid_request', { msg })

/** @throws AppError invalid_request when the file as a whole cannot be read */
export function readTextFile(file: Buffer, asked: Asked): Sheet {
  const text = decodeText(file).text.replaceAll('\0', ' ')
  return /^\s*[[{]/.test(text.replace(/^\uFEFF/, '')) ? readJson(text, asked) : readGrid(readCsvGrid(text), asked)
}

function readJson(text: string, { application }: Asked): Sheet {
  const notes = makeNotes()
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new AppError('invalid_request', { msg: 'This file cannot be read as JSON.', cause })
  }
  const lists = findLists(json)
  if (lists === null) throw refused('This file has neither application roles nor document approvals of the old portal.')
  if (lists.roles.length + lists.approvals.length > SHEET_MAX_LINES) throw tooManyLines()
  return { kind: 'portal', columns: [], entries: readPortal(lists, application, notes.note), hasMarks: false, ...notes }
}

/** The cells of a CSV text, with the separator that gives the most headings and, of equal ones, the most cells. */
function readCsvGrid(text: string): GridLine[] {
  const grids = IMPORT_SEPARATORS.flatMap((separator) => {
    try {
      const lines = [...take(parseCsv(text, separator), 20)]
      return {
        separator,
        headings: headingsKnown(lines),
        cells: lines.reduce((sum, { cells }) => sum + cells.length, 0),
      }
    } catch {
      return []
    }
  })
  const [best] = grids.toSorted((one, other) => other.headings - one.headings || other.cells - one.cells)
  const separator = best?.separator ?? ','
  const lines: GridLine[] = []
  for (const { cells, line } of parseCsv(text, separator)) {
    if (lines.length > SHEET_MAX_LINES) throw tooManyLines()
    lines.push({ line, cells: cells.map((cell) => typedCell(cell.trim())) })
  }
  return lines
}

function* take<T>(of: Iterable<T>, most: number): Generator<T> {
  let count = 0
  for (const one of of) {
    if (count++ >= most) return
    yield one
  }
}

/** @throws AppError invalid_request when nothing is in it */
export function readGrid(
  lines: readonly GridLine[],
  { columns: chosen = '', markAction }: Asked,
  workbook?: Omit<Workbook, 'lines'>,
): Sheet {
  if (!lines.some(({ cells }) => cells.some((cell) => cell !== ''))) throw refused('The file has no rows.')
  const notes = makeNotes()
  const { note, counts } = notes
  const { columns, body } = guessColumns(lines, chosen, note)
  const bands = readBandColumns(columns, note)
  for (const { index, letter, heading, meaning } of columns)
    if (workbook?.hiddenColumns.includes(index) && meaning !== 'ignored')
      note('column-hidden', { line: null, column: letter }, heading)
  if (workbook !== undefined && workbook.others.length > 0)
    note('other-sheets', { line: null, column: '' }, workbook.name, workbook.others.join(', '))
  noteCurrencies(lines, note)
  noteMergedCells(columns, body, note)
  noteUncalculated(columns, body, note)
  if (chosen === '') noteStatuses(columns, body, note)
  const hasTicks = haveTicks(bands, body)
  const entries = body.flatMap((line) => {
    const entry = readLine(columns, line, note)
    if (entry === null || bands.length === 0) return entry ?? []
    return readBandCells(entry, line, { bands, markAction, hasTicks, columns, note }) ?? []
  })
  const file = { line: null, column: '' }
  const isSaid = (...meanings: Column['meaning'][]) => columns.some(({ meaning }) => meanings.includes(meaning))
  const isMended = counts.error === 0
  if (entries.length === 0 && isMended) note('no-lines', file)
  if (entries.length > 0 && !isSaid('from', 'to', 'range', 'band')) note('no-range', file)
  return {
    kind: isSaid('band') ? 'bands' : 'rows',
    columns: columns.map(({ unit: _, ...column }) => ({ ...column, samples: samplesOf(body, column.index) })),
    ...{ entries, ...notes },
    hasMarks: bands.some(({ index }) => body.some(({ cells }) => isMark(cells[index] ?? ''))),
  }
}

const samplesOf = (body: readonly GridLine[], index: number) => [
  ...take(
    body.map(({ cells }) => (cells[index] ?? '').slice(0, 60)).filter((cell) => cell !== ''),
    SAMPLES,
  ),
]

function noteCurrencies(lines: readonly GridLine[], note: Note) {
  const cells = lines.flatMap((line) => line.cells)
  const [other] = cells.flatMap((cell) => (/\d/.test(cell) && OTHER_CURRENCY.exec(cell)) || [])
  if (other !== undefined && cells.some((cell) => RUPEES.test(cell)))
    note('two-currencies', { line: null, column: '' }, other.toUpperCase())
}
