import { filled, IMPORT_MESSAGES } from '@gatehouse/contract/admin/jobs/import-messages.ts'
import { AppError } from '../../../errors.ts'

export type CsvRecord = { cells: string[]; line: number }

export const COLUMNS_MAX = 50
const CELL_MAX_LENGTH = 10_000

/**
 * The records of a CSV text (RFC 4180) with their first lines, one at a time, so that memory is needed for only one of
 * them.
 *
 * @throws AppError invalid_request for a text that cannot be read, or a line with more columns or longer cells than people write
 */
export function* parseCsv(text: string, separator: string): Generator<CsvRecord> {
  const plainEnd = new RegExp(`[${separator}\\r\\n"]`, 'g')
  let at = 0
  let line = 1

  const readQuoted = (): string => {
    const began = line
    let cell = ''
    for (;;) {
      const end = text.indexOf('"', at)
      if (end === -1) throw unreadable(began)
      cell += text.slice(at, end)
      if (cell.length > CELL_MAX_LENGTH) throw tooLong(began)
      at = end + 1
      if (text[at] !== '"') break
      cell += '"'
      at++
    }
    line += cell.match(/\r\n|\r|\n/g)?.length ?? 0
    return cell
  }

  const readPlain = (): string => {
    plainEnd.lastIndex = at
    const end = plainEnd.exec(text)?.index ?? text.length
    if (end - at > CELL_MAX_LENGTH) throw tooLong(line)
    const cell = text.slice(at, end)
    at = end
    return cell
  }

  while (at < text.length) {
    const record: CsvRecord = { cells: [], line }
    for (;;) {
      const isQuoted = text[at] === '"'
      if (isQuoted) at++
      record.cells.push(isQuoted ? readQuoted() : readPlain())
      if (record.cells.length > COLUMNS_MAX) throw tooManyColumns(record.line)
      if (text[at] !== separator) break
      at++
    }
    if (at < text.length && text[at] !== '\r' && text[at] !== '\n') throw unreadable(line)
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    line++
    yield record
  }
}

/** The refusal of a line with more columns than `COLUMNS_MAX`. */
export const tooManyColumns = (line: number) =>
  refused(filled(IMPORT_MESSAGES.manyColumns, { line, most: COLUMNS_MAX }))

const refused = (msg: string) => new AppError('invalid_request', { msg })
const unreadable = (line: number) => refused(filled(IMPORT_MESSAGES.unreadable, { line }))
const tooLong = (line: number) => refused(filled(IMPORT_MESSAGES.longCell, { line }))
