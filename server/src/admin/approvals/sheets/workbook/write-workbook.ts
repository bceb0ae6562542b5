import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { letterOf } from '../guess-columns.ts'
import { joinZip, type PackedFile } from './join-zip.ts'

const deflate = promisify(deflateRaw)

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The parts that every workbook has (ECMA-376, part 2, §9, and part 1, §12). */
const FRAME = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets><sheet name="Approvals" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** A workbook of one sheet, whose first line stays in sight. A text is never a formula, however it begins. */
export async function writeWorkbook(rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const lines = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, `${letterOf(column)}${row + 1}`)).join('')}</row>`,
  )
  const sheet = `<worksheet xmlns="${MAIN}">${view}<sheetData>${lines.join('')}</sheetData></worksheet>`
  const files = Object.entries({ ...FRAME, 'xl/worksheets/sheet1.xml': sheet })
  return joinZip(await Promise.all(files.map(([name, content]) => pack(name, XML + content))))
}

async function pack(name: string, content: string): Promise<PackedFile> {
  const bytes = Buffer.from(content)
  return { name, packed: await deflate(bytes), size: bytes.length, crc: crc32(bytes) }
}

function cellOf(value: string | number, place: string): string {
  if (value === '') return ''
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${encoded(value)}</t></is></c>`
}

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Characters that XML cannot have are left out, and what would be read as an escaped character is escaped. */
const encoded = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (character) => NAMED[character] ?? character)
