/** The byte order mark, by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Text that a spreadsheet would run as a formula, also after blanks or in full-width characters (requirement P19). */
const FORMULA = /^'*(?:[\t\r\n\0]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/**
 * The same behind a character at which spreadsheets of other languages begin a new cell, quoted or not: to those that separate cells
 * by another character, the end of a line in a text is the end of a row.
 */
const INNER_FORMULA = /(?<=[;|\t\r\n])(?='*(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])/gu
const INNER_APOSTROPHE = /(?<=[;|\t\r\n])'(?='*(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}])*[=+\-@＝＋－＠])/gu

/** One line of RFC 4180. What looks like a formula gets an apostrophe, so that spreadsheets read it as text. */
export function csvLine(cells: readonly (string | number)[]): string {
  const quoted = cells.map((cell) => {
    const text = String(cell).replaceAll(INNER_FORMULA, "'")
    return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
  })
  return `${quoted.join(',')}\r\n`
}

/** The original text, without the apostrophes that `csvLine` adds to what looks like a formula. */
export function typedCell(cell: string): string {
  const text = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
  return text.replaceAll(INNER_APOSTROPHE, '')
}

/** The headers of a file that is streamed under this name. */
export const csvHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name}"`,
})
