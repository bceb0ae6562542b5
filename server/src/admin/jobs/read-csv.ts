import { Readable } from 'node:stream'
import { IMPORT_COLUMNS, type IMPORT_KINDS, IMPORT_MAX_ROWS } from '@gatehouse/contract/admin/jobs.ts'
import { AppError } from '../../errors.ts'
import { normaliseIdentifier } from '../../identity/identifiers.ts'
import type { JobItem } from './job-table.ts'

export type ImportKind = (typeof IMPORT_KINDS)[number]
export type ReadRow = JobItem & { message: string }

const CHUNK_BYTES = 64 * 1024
/** Columns of our list of failures: it can be put right and imported again. */
const OWN = ['line', 'message']
/** What must not stand twice in a file: each of these names one record. */
const UNIQUE: Record<ImportKind, string[][]> = {
  users: [['email'], ['userName']],
  assignments: [['email', 'application', 'client']],
}

/**
 * The rows of a file to import, each with its line and, where it cannot be read, why.
 *
 * @throws AppError invalid_request when the file as a whole cannot be read
 */
export async function readCsv(kind: ImportKind, file: Buffer): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  const seen = new Map<string, number>()
  let header: string[] | null = null
  let line = 1
  for await (const { record, info } of recordsOf(file)) {
    const cells = record.map((cell) => cell.trim())
    if (header === null) header = readHeader(kind, cells)
    else if (cells.some((cell) => cell !== ''))
      rows.push(readRow(kind, header, cells, { line, number: rows.length + 1, seen }))
    if (rows.length > IMPORT_MAX_ROWS) throw refused('A file holds at most 20,000 rows. Import it in parts.')
    line = info.lines + 1
  }
  if (rows.length === 0) throw refused('The file holds no rows.')
  return rows
}

type CsvRecord = { record: string[]; info: { lines: number } }

async function* recordsOf(file: Buffer): AsyncGenerator<CsvRecord> {
  // Loaded with the first file.
  const { parse } = await import('csv-parse')
  // A NUL is in no text of the database.
  const text = decode(file).replaceAll('\0', ' ')
  // In pieces: between two of them the server does other things.
  const pieces = Array.from({ length: Math.ceil(text.length / CHUNK_BYTES) }, (_, index) =>
    text.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  )
  const parser = Readable.from(pieces).pipe(
    parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: 10_000 }),
  )
  try {
    // With `info` the parser gives records of this form.
    for await (const record of parser) yield record as CsvRecord
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const { lines } = cause as { lines?: number }
    throw refused(
      lines === undefined ? 'This file cannot be read as CSV.' : `This file cannot be read as CSV: line ${lines}.`,
    )
  }
}

function decode(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw refused('The file is not in UTF-8. Save it as "CSV UTF-8".')
  }
}

/** The names of the columns in the order of the file. */
function readHeader(kind: ImportKind, cells: string[]): string[] {
  if (cells.length === 1 && cells[0]?.includes(';'))
    throw refused('The columns are separated by semicolons. Separate them by commas.')
  const known: readonly string[] = IMPORT_COLUMNS[kind]
  const names = cells.map((cell) => known.find((name) => name.toLowerCase() === cell.toLowerCase()) ?? cell)
  const missing = known.filter((name) => !names.includes(name))
  if (missing.length > 0) throw refused(`The first line lacks ${missing.join(', ')}.`)
  const unknown = names.filter(
    (name, index) => !(known.includes(name) || OWN.includes(name)) || names.indexOf(name) !== index,
  )
  if (unknown.length > 0)
    throw refused(`The first line names a column that is not known, or twice: ${unknown.join(', ')}`)
  return names
}

type Place = { line: number; number: number; seen: Map<string, number> }

function readRow(kind: ImportKind, header: string[], cells: string[], { line, number, seen }: Place): ReadRow {
  const values = Object.fromEntries(IMPORT_COLUMNS[kind].map((column) => [column, cells[header.indexOf(column)] ?? '']))
  const name = [values.firstName, values.lastName].filter(Boolean).join(' ') || (values.email ?? '')
  const fits = cells.length === header.length
  const message = fits
    ? repeated(kind, values, line, seen)
    : `The row has ${cells.length} columns, the first line ${header.length}`
  return { number, input: { ...values, name, line }, message }
}

function repeated(kind: ImportKind, values: Record<string, string>, line: number, seen: Map<string, number>): string {
  const messages = UNIQUE[kind].flatMap((columns) => {
    const parts = columns.map((column) => normaliseIdentifier(values[column] ?? ''))
    const key = JSON.stringify([columns, parts])
    const first = seen.get(key)
    seen.set(key, first ?? line)
    return first === undefined || parts.includes('') ? [] : [`The same ${columns.join(', ')} stands in line ${first}`]
  })
  return messages.join('; ')
}

const refused = (msg: string) => new AppError('invalid_request', { msg })
