/** Spreadsheets read the columns of a file in UTF-8 as such only behind this. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet would take for a formula, also behind blanks, or in full width (requirement P19). */
const FORMULA = /^'*(?:[\t\r\n\0]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** One line as RFC 4180 has it. Cells that look like formulas begin with an apostrophe: they are text to a spreadsheet. */
export function csvLine(cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = String(cell)
    return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  })
  return `${quoted.join(',')}\r\n`
}

/** What somebody typed: without the apostrophe that `csvLine` puts before what looks like a formula. */
export const typedCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

/** The headers of a file that is streamed under this name. */
export const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
})
