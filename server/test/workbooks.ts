import { crc32, deflateRawSync } from 'node:zlib'
import { joinZip } from '../src/admin/approvals/sheets/workbook/join-zip.ts'

/** A ZIP archive of files. */
export const aZip = (files: Record<string, string | Buffer>): Buffer =>
  joinZip(
    Object.entries(files).map(([name, content]) => {
      const bytes = Buffer.from(content)
      return { name, packed: deflateRawSync(bytes, { level: 9 }), size: bytes.length, crc: crc32(bytes) }
    }),
  )

const stylesWith = (
  formats: readonly string[],
) => `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yyyy"/><numFmt numFmtId="165" formatCode="&quot;Rs &quot;#,##0"/>${formats.map((code, place) => `<numFmt numFmtId="${170 + place}" formatCode="${code.replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;')}"/>`).join('')}</numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"><alignment/></xf><xf numFmtId="164"/><xf numFmtId="165"/>${formats.map((_, place) => `<xf numFmtId="${170 + place}"/>`).join('')}</cellXfs></styleSheet>`

type Layout = { columns?: string; merged?: string[] }

/** A workbook of one sheet with these rows, as a spreadsheet writes it. `formats`: those of the styles from 4 on. */
export function aWorkbook(
  rows: string[],
  strings: string[] = [],
  formats: string[] = [],
  { columns = '', merged = ['B1:C1'] }: Layout = {},
): Buffer {
  return aZip({
    'xl/workbook.xml':
      '<workbook xmlns:r="x"><workbookPr/><sheets><sheet name="Authority" sheetId="3" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Type="worksheet" Target="worksheets/sheet3.xml"/></Relationships>',
    'xl/styles.xml': stylesWith(formats),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/worksheets/sheet3.xml': `<worksheet><cols><col min="1"/>${columns}</cols><sheetData>${rows.join('')}</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`,
  })
}

const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
/** A row of texts. */
export const aRow = (...texts: string[]): string => `<row>${texts.map(textCell).join('')}</row>`

type Tab = { name: string; rows: string[]; state?: string; type?: string }

/** A workbook of several sheets, of which one is open. */
export function aWorkbookOf(tabs: readonly Tab[], activeTab: number): Buffer {
  const sheets = tabs.map(
    ({ name, state = 'visible' }, place) =>
      `<sheet name='${name}' sheetId='${place + 1}' state='${state}' r:id='rId${place}'/>`,
  )
  const relations = tabs.map(
    ({ type = 'worksheet' }, place) =>
      `<Relationship Id="rId${place}" Type="https://example.com/relationships/${type}" Target="/xl/worksheets/s${place}.xml"/>`,
  )
  return aZip({
    'xl/workbook.xml': `<workbook xmlns:r="x"><bookViews><workbookView activeTab="${activeTab}"/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...Object.fromEntries(
      tabs.map(({ rows }, place) => [
        `xl/worksheets/s${place}.xml`,
        `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
      ]),
    ),
  })
}
