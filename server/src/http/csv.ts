/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Text that a spreadsheet would run as a formula, also after blanks or in full-width characters (requirement P19). */
const FORMULA = /^'*(?:[\t\r\n\0]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** One line of RFC 4180. Cells that look like formulas get an apostrophe, so that spreadsheets read them as text. */
export function csvLine(cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = String(cell)
    return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  })
  return `${quoted.join(',')}\r\n`
}

/** The original text, without the apostrophe that `csvLine` adds to what looks like a formula. */
export const typedCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

/** The headers of a file that is streamed under this name. */
export const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
})
