import { SHEET_MAX_LINES } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { COLUMNS_MAX, tooManyColumns } from '../../../jobs/csv/parse-csv.ts'
import type { GridLine } from '../guess-columns.ts'
import { tooManyLines } from '../too-many-lines.ts'
import { bracketed, decoded, isAside, stringsOf, textOf } from './cell-text.ts'
import { FORMAT_MAX_LENGTH, type NumberFormat, parseFormat, showNumber } from './number-format.ts'
import { attribute, elements, isTrue, withoutComments } from './read-xml.ts'
import { openZip } from './read-zip.ts'

/** Of rows and cells together, with those that have nothing but a format: far more than a sheet has that people write. */
const ELEMENTS_MAX = 500_000
const CELL_MAX_LENGTH = 10_000
/** Of all cells together, as one text can stand in each of them. */
const TEXT_MAX_LENGTH = 5_000_000

/** @property name of the sheet that was read; `others`: of those that were not */
export type Workbook = { lines: GridLine[]; hiddenColumns: number[]; name: string; others: string[] }

/**
 * The cells of the sheet that a workbook shows when it is opened, with its hidden columns (ECMA-376, part 1, §18), as the texts that people see
 * there, with unrounded numbers. A merged cell stands where it begins, and the others of it are empty. Rows and cells that have
 * nothing but a format, such as a border, count for nothing.
 *
 * @throws AppError invalid_request for more lines or columns than a file can have; Error for what is no workbook, or more of one
 * than people write
 */
export async function readWorkbook(file: Buffer): Promise<Workbook> {
  const zip = openZip(file)
  const read = async (path: string) => withoutComments((await zip.read(path)) ?? '')
  const workbook = await read('xl/workbook.xml')
  if (workbook === '') throw new Error('no workbook')
  const { path, name, others } = shownSheet(workbook, await read('xl/_rels/workbook.xml.rels'))
  const sheet = await read(path)
  if (sheet === '') throw new Error('no sheet')
  const strings = stringsOf(await read('xl/sharedStrings.xml'))
  const styles = stylesOf(await read('xl/styles.xml'))
  const is1904 = isTrue(elements(workbook, 'workbookPr').next().value?.attributes ?? '', 'date1904')
  const lines: GridLine[] = []
  let line = 0
  let length = 0
  let left = ELEMENTS_MAX
  const countElement = () => {
    if (--left < 0) throw new Error('too many rows and cells')
  }
  for (const { attributes, content } of elements(sheet, 'row')) {
    countElement()
    line = numberOfRow(attribute(attributes, 'r') ?? line + 1)
    const { cells, uncalculated, isEmpty } = cellsOf(content, { line, countElement }, (type, style, written) => {
      const { format, isOfAside = false } = styles[style] ?? {}
      return bracketed(shown(), isOfAside)

      function shown(): string {
        if (type === 's') return storedText(strings, Number(written))
        if (type === 'b') return written === '1' ? 'TRUE' : 'FALSE'
        if (type !== 'n' || written === '') return written
        return format === 'day' ? dayOf(Number(written), is1904) : showNumber(Number(written), format)
      }
    })
    if (isEmpty) continue
    if (lines.length > SHEET_MAX_LINES) throw tooManyLines()
    lines.push({
      ...{ line, cells },
      ...(isHidden(attributes) && { isHidden: true }),
      ...(uncalculated.length > 0 && { uncalculated }),
    })
    length += cells.reduce((sum, cell) => sum + cell.length, 0)
    if (length > TEXT_MAX_LENGTH) throw new Error('too much text')
  }
  markMerged(sheet, lines)
  return { lines, hiddenColumns: hiddenColumnsOf(sheet), name, others }
}

/** The last row that a sheet can have. */
const LAST_ROW = 1_048_576

/** @throws Error for what is no number of a row: findings name it */
function numberOfRow(written: string | number): number {
  const number = Number(written)
  if (!Number.isInteger(number) || number < 1 || number > LAST_ROW) throw new Error('no number of a row')
  return number
}

/** @throws Error for one that is not there: an empty text could be an amount without a limit */
function storedText(strings: readonly string[], index: number): string {
  const text = strings[index]
  if (text === undefined) throw new Error('no such text')
  return text
}

/** A row without height and a column without width are not seen either. */
const isHidden = (attributes: string) =>
  isTrue(attributes, 'hidden') || ['ht', 'width'].some((size) => Number(attribute(attributes, size) ?? 1) === 0)

/** Counted from 0. One element is about a stretch of columns, often up to the last one that a sheet can have. */
function hiddenColumnsOf(sheet: string): number[] {
  const found = new Set<number>()
  for (const { attributes } of elements(sheet, 'col')) {
    if (!isHidden(attributes)) continue
    const [first, last] = [attribute(attributes, 'min'), attribute(attributes, 'max')].map(Number) as [number, number]
    for (let column = Math.max(first, 1); column <= Math.min(last, COLUMNS_MAX); column++) found.add(column - 1)
  }
  return [...found]
}

type Row = { line: number; countElement: () => void }
type ReadCell = (type: string, style: number, written: string) => string

function cellsOf(row: string, { line, countElement }: Row, readCell: ReadCell) {
  const cells: string[] = []
  const uncalculated: number[] = []
  let isEmpty = true
  for (const { attributes, content } of elements(row, 'c')) {
    countElement()
    const place = attribute(attributes, 'r')
    const index = place === undefined ? cells.length : indexOf(place)
    const { text, hasFormula, isUncalculated } =
      content === '' ? FORMAT_ALONE : readContent(attributes, content, readCell)
    const isEmptyCell = text === '' && !hasFormula
    isEmpty &&= isEmptyCell
    if (index >= COLUMNS_MAX) {
      if (isEmptyCell) continue
      throw tooManyColumns(line)
    }
    if (isUncalculated) uncalculated.push(index)
    while (cells.length < index) cells.push('')
    cells[index] = text.slice(0, CELL_MAX_LENGTH)
  }
  return { cells, uncalculated, isEmpty }
}

const FORMAT_ALONE = { text: '', hasFormula: false, isUncalculated: false }

function readContent(attributes: string, content: string, readCell: ReadCell): typeof FORMAT_ALONE {
  const type = attribute(attributes, 't') ?? 'n'
  const written = elements(content, 'v').next().value?.content ?? ''
  const style = Number(attribute(attributes, 's') ?? 0)
  const given = type === 'inlineStr' ? textOf(content) : decoded(written)
  const text = readCell(type, style, given).trim()
  const hasFormula = text === '' && elements(content, 'f').next().value !== undefined
  // A text that a formula makes may be empty; a number may not.
  return { text, hasFormula, isUncalculated: hasFormula && written === '' && type !== 'str' }
}

/** @throws Error for more than people merge: each cell can be a part of one merged cell only */
function markMerged(sheet: string, lines: readonly GridLine[]): void {
  const byNumber = new Map(lines.map((line) => [line.line, line]))
  let left = (SHEET_MAX_LINES + 1) * COLUMNS_MAX
  for (const { attributes } of elements(sheet, 'mergeCell')) {
    const [from = '', to = from] = (attribute(attributes, 'ref') ?? '').split(':')
    const [first, last] = [indexOf(from), Math.min(indexOf(to), COLUMNS_MAX - 1)]
    const [top, bottom] = [rowOf(from), Math.min(rowOf(to), lines.at(-1)?.line ?? 0)]
    left -= Math.max(bottom - top + 1, 1) * Math.max(last - first + 1, 1)
    if (left < 0) throw new Error('too many merged cells')
    const text = byNumber.get(top)?.cells[first] ?? ''
    if (text === '') continue
    for (let row = top; row <= bottom; row++) {
      const line = byNumber.get(row)
      if (line === undefined) continue
      line.merged ??= new Map()
      for (let column = first; column <= last; column++)
        if (row !== top || column !== first) line.merged.set(column, text)
    }
  }
}

const rowOf = (place: string) => Number(place.replace(/^\D*/, '')) || 0

/** 'C7' is in the third column. */
const indexOf = (place: string) =>
  [...(/^\D*/.exec(place)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The sheet on the tab that is open, or the first one that people see. */
function shownSheet(workbook: string, relations: string) {
  const byId = new Map(
    [...elements(relations, 'Relationship')].map(({ attributes }) => [attribute(attributes, 'Id'), attributes]),
  )
  const sheets = [...elements(workbook, 'sheet')].map(({ attributes }) => {
    const relation = byId.get(attribute(attributes, 'r:id') ?? attribute(attributes, '\\w+:id')) ?? ''
    const target = attribute(relation, 'Target') ?? 'worksheets/sheet1.xml'
    return {
      name: decoded(attribute(attributes, 'name') ?? ''),
      path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
      isShown: (attribute(attributes, 'state') ?? 'visible') === 'visible',
      isChart: attribute(relation, 'Type')?.endsWith('/chartsheet') === true,
    }
  })
  const view = elements(workbook, 'workbookView').next().value?.attributes ?? ''
  const isRead = (sheet: (typeof sheets)[number] | undefined) => sheet?.isShown === true && !sheet.isChart
  const open = sheets[Number(attribute(view, 'activeTab') ?? 0)]
  const shown = isRead(open) ? open : (sheets.find(isRead) ?? sheets[0])
  if (shown === undefined) throw new Error('no sheet')
  const others = sheets.filter((sheet) => sheet !== shown && !sheet.isChart).map(({ name }) => name)
  return { ...shown, others }
}

/** Those of the formats without a code that show other digits than the number. */
const BUILT_IN = new Map([9, 10].map((id) => [id, parseFormat('0%')] as const))
const WORDS_OF_FORMAT = /"[^"]*"|\[[^\]]*\]|\\./g

/** `format`: how numbers are shown; `undefined`: as they are. `isOfAside`: what has the style is struck or a footnote. */
type Style = { format: NumberFormat | 'day' | undefined; isOfAside: boolean }

function stylesOf(styles: string): Style[] {
  const formats = new Map(
    [...elements(styles, 'numFmt')].map(({ attributes }) => {
      const code = decoded(attribute(attributes, 'formatCode') ?? '').slice(0, FORMAT_MAX_LENGTH)
      const isDay = /[dy]/i.test(code.replace(WORDS_OF_FORMAT, ''))
      return [Number(attribute(attributes, 'numFmtId')), isDay ? 'day' : parseFormat(code)] as const
    }),
  )
  // Once for each font, however many styles have it.
  const fonts = [...elements(elements(styles, 'fonts').next().value?.content ?? '', 'font')]
  const areAside = fonts.map(({ content }) => isAside(content))
  const used = elements(styles, 'cellXfs').next().value?.content ?? ''
  return [...elements(used, 'xf')].map(({ attributes }) => {
    const format = Number(attribute(attributes, 'numFmtId') ?? 0)
    const isDay = (format >= 14 && format <= 17) || format === 22
    return {
      format: formats.get(format) ?? BUILT_IN.get(format) ?? (isDay ? 'day' : undefined),
      isOfAside: areAside[Number(attribute(attributes, 'fontId') ?? 0)] ?? false,
    }
  })
}

const DAY_MS = 86_400_000

/** Days are counted from the end of 1899, or from 1904. */
function dayOf(serial: number, is1904: boolean): string {
  const moment = new Date(
    Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30) + Math.floor(serial) * DAY_MS,
  )
  return Number.isNaN(moment.getTime()) ? String(serial) : moment.toISOString().slice(0, 10)
}
