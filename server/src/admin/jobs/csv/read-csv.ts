import { filled, IMPORT_MESSAGES } from '@gatehouse/contract/admin/jobs/import-messages.ts'
import {
  type FILE_KINDS,
  type FileGuess,
  IMPORT_COLUMNS,
  IMPORT_MAX_ROWS,
  IMPORT_SEPARATORS,
  OPTIONAL_COLUMNS,
} from '@gatehouse/contract/admin/jobs/jobs.ts'
import { AppError } from '../../../errors.ts'
import { typedCell } from '../../../http/csv.ts'
import { normaliseIdentifier } from '../../../identity/identifiers.ts'
import { inTurns } from '../../../in-turns.ts'
import type { JobItem } from '../job-table.ts'
import { decodeText } from './decode-text.ts'
import { parseCsv } from './parse-csv.ts'

type FileKind = (typeof FILE_KINDS)[number]
export type ReadRow = JobItem & { message: string }

/** Including empty lines. */
const LINES_MAX = 100_000
/** A heading further down is none. */
const HEAD_LINES = 100
/** After this many rows, other work of the server gets a turn. */
const RECORDS_AT_ONCE = 500
/** How the files of spreadsheets begin: those that are archives, and older ones. */
const SPREADSHEETS = ['504b0304', 'd0cf11e0']
/** Ignored columns of our own failure list and export, so that both can be imported again. */
const IGNORED = ['line', 'message', 'assignedapps']
/** The columns that identify a record and must be unique in a file. */
const UNIQUE: Record<FileKind, string[][]> = {
  users: [['email'], ['userName']],
  assignments: [['email', 'application', 'client']],
  invitations: [['email']],
  leavers: [['email']],
}

/**
 * The rows of a file to import, each with its line and, where it cannot be read, why; and how the file was read.
 *
 * @throws AppError invalid_request when the file as a whole cannot be read
 */
export async function readCsv(kind: FileKind, file: Buffer): Promise<{ rows: ReadRow[]; guess: FileGuess }> {
  if (SPREADSHEETS.includes(file.toString('hex', 0, 4)))
    throw refused('This is a spreadsheet and not a CSV file. Save it as CSV in your program for spreadsheets.')
  const { text: whole, encoding } = decodeText(file)
  // PostgreSQL texts cannot contain NUL.
  const text = whole.replaceAll('\0', ' ')
  const separator = guessSeparator(kind, text)
  const rows: ReadRow[] = []
  const seen = new Map<string, number>()
  let header: (string | null)[] | null = null
  let count = 0
  for await (const { cells: written, line } of inTurns(parseCsv(text, separator), RECORDS_AT_ONCE)) {
    if (++count > LINES_MAX) throw tooManyRows()
    const cells = written.map((cell) => typedCell(cell.trim()))
    if (isEmpty(cells) || (line === 1 && saysSeparator(cells))) continue
    if (header === null) header = readHeader(kind, cells)
    else rows.push(readRow(kind, header, cells, { line, number: rows.length + 1, seen }))
    if (rows.length > IMPORT_MAX_ROWS) throw tooManyRows()
  }
  if (rows.length === 0) throw refused('The file has no rows.')
  return { rows, guess: { encoding, separator } }
}

/** The separator that gives the most columns. If equal, the comma. */
function guessSeparator(kind: FileKind, text: string): FileGuess['separator'] {
  const known = [...columnsOf(kind).keys()]
  const found = IMPORT_SEPARATORS.map((separator) => {
    const cells = headOf(text, separator)
    return { separator, columns: cells.filter((cell) => known.includes(plainName(cell))).length }
  })
  return found.toSorted((one, other) => other.columns - one.columns)[0]?.separator ?? ','
}

/** The first line that says something, among the first ones. */
function headOf(text: string, separator: string): string[] {
  try {
    for (const { cells, line } of parseCsv(text, separator)) {
      if (line > HEAD_LINES) break
      if (!isEmpty(cells) && !(line === 1 && saysSeparator(cells))) return cells
    }
  } catch {
    // With another separator it may be readable.
  }
  return []
}

const isEmpty = (cells: string[]) => cells.every((cell) => cell.trim() === '')

/** A line that tells Excel the separator, such as `sep=;`. */
const saysSeparator = ([first = '', ...others]: string[]) => /^sep=.?$/i.test(first.trim()) && isEmpty(others)

/** 'First Name', as in the export, becomes firstName. */
const plainName = (cell: string) => cell.toLowerCase().replace(/[\s_-]/g, '')

function columnsOf(kind: FileKind): Map<string, string> {
  const all = [...IMPORT_COLUMNS[kind], ...OPTIONAL_COLUMNS[kind]]
  const exported = kind === 'users' ? Object.entries(AS_EXPORTED) : []
  return new Map([...all.map((column) => [column.toLowerCase(), column] as const), ...exported])
}

/** Columns with a different name in our own export. */
const AS_EXPORTED = { partnerportalid: 'cPortalId' }

/** The names of the columns in the order of the file; `null`: ignored; empty: without a name. */
function readHeader(kind: FileKind, cells: string[]): (string | null)[] {
  const known = columnsOf(kind)
  // A list of leavers comes from another program, with columns of its own.
  const others = kind === 'leavers' ? () => null : (cell: string) => cell
  const nameOf = (cell: string) => known.get(plainName(cell)) ?? others(cell)
  const names = cells.map((cell) => (IGNORED.includes(plainName(cell)) ? null : nameOf(cell)))
  const missing = IMPORT_COLUMNS[kind].filter((name) => !names.includes(name))
  if (missing.length > 0) throw refused(filled(IMPORT_MESSAGES.missingColumns, { columns: missing.join(', ') }))
  const columns = new Set(known.values())
  // Spreadsheets write empty columns without a name behind those of a table.
  const unknown = names.filter((name, index) => name && (!columns.has(name) || names.indexOf(name) !== index))
  if (unknown.length > 0) throw refused(filled(IMPORT_MESSAGES.unknownColumns, { columns: unknown.join(', ') }))
  return names
}

type Place = { line: number; number: number; seen: Map<string, number> }

function readRow(kind: FileKind, header: (string | null)[], cells: string[], place: Place): ReadRow {
  const { line, number, seen } = place
  const optional: readonly string[] = OPTIONAL_COLUMNS[kind]
  const columns = [...IMPORT_COLUMNS[kind], ...optional.filter((column) => header.includes(column))]
  const values = Object.fromEntries(columns.map((column) => [column, cells[header.indexOf(column)] ?? '']))
  const name = [values.firstName, values.lastName].filter(Boolean).join(' ') || (values.email ?? '')
  return {
    number,
    input: { ...values, name, line },
    message: otherForm(header, cells) ?? repeated(kind, values, line, seen),
  }
}

/** What a row has beside the columns of the first line. */
function otherForm(header: (string | null)[], cells: string[]): string | null {
  if (cells.length !== header.length)
    return filled(IMPORT_MESSAGES.otherLength, { columns: cells.length, expected: header.length })
  const nameless = header.findIndex((name, index) => name === '' && cells[index] !== '')
  return nameless === -1 ? null : filled(IMPORT_MESSAGES.nameless, { column: nameless + 1 })
}

function repeated(kind: FileKind, values: Record<string, string>, line: number, seen: Map<string, number>): string {
  const messages = UNIQUE[kind].flatMap((columns) => {
    const parts = columns.map((column) => normaliseIdentifier(values[column] ?? ''))
    const key = JSON.stringify([columns, parts])
    const first = seen.get(key)
    seen.set(key, first ?? line)
    return first === undefined || parts.includes('')
      ? []
      : [filled(IMPORT_MESSAGES.repeated, { columns: columns.join(', '), line: first })]
  })
  return messages.join('; ')
}

const refused = (msg: string) => new AppError('invalid_request', { msg })
const tooManyRows = () => refused('A file can have at most 20,000 rows. Import it in parts.')
