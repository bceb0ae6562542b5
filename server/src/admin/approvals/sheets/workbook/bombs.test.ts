import { expect, test } from 'vitest'
import { aRow, aZip } from '../../../../../test/workbooks.ts'
import { readFile } from '../read-file.ts'
import { makeReadingTurns } from './reading-turns.ts'

const MB = 1024 * 1024
const UNREADABLE = 'This file cannot be read as xlsx. Save the sheet as CSV, and choose that file.'
const ROWS = aRow('Role', 'From', 'To') + aRow('Clerk', '0', '5')
const filled = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))

/** A workbook of one row in which some files are others. */
const aBomb = (files: Record<string, string | Buffer>) =>
  aZip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${ROWS}</sheetData></worksheet>`,
    ...files,
  })
const aSheet = (rows: string) => ({
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${ROWS}${rows}</sheetData></worksheet>`,
})
const read = (file: Buffer) =>
  readFile('asha', file, { application: 'Claims', applicationId: '', markAction: 'Approval' }).then(
    ({ entries }) => `${entries.length} entries`,
    (error: Error) => error.message,
  )

test.each<[what: string, files: () => Record<string, string | Buffer>, answer: string]>([
  [
    'zeros that unpack to much more than a sheet',
    () => ({ 'xl/worksheets/sheet1.xml': Buffer.alloc(200 * MB) }),
    UNREADABLE,
  ],
  [
    'entities within entities',
    () => ({
      'xl/sharedStrings.xml': `<!DOCTYPE a [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><sst>${filled('<si><t>&a;</t></si>', MB)}</sst>`,
    }),
    '1 entries',
  ],
  ['elements within elements', () => aSheet(filled('<row>', 19 * MB)), UNREADABLE],
  [
    '16,384 columns',
    () => aSheet(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`),
    'Line 3 has more than 50 columns.',
  ],
  // Each style read its whole font: a file of 50 kB held a process until it was ended.
  [
    'styles that share one large font',
    () => ({
      'xl/styles.xml': `<styleSheet><fonts><font>${filled('<b/>', 2 * MB)}</font></fonts><cellXfs>${filled('<xf fontId="0"/>', 5 * MB)}</cellXfs></styleSheet>`,
    }),
    '1 entries',
  ],
])('a workbook of %s is answered within its limits', async (_, files, answer) => {
  expect(await read(aBomb(files()))).toBe(answer)
})

test.each(['abc', '1e400', '-5', '2.5', '0', '1048577'])('a row with the number %s is refused', async (number) => {
  const row = `<row r="${number}"><c t="inlineStr"><is><t>Clerk</t></is></c></row>`
  expect(await read(aBomb(aSheet(row)))).toBe(UNREADABLE)
})

test('people whose files take long leave a process to others', () => {
  const turns = makeReadingTurns(2)
  const [first, second] = [turns.begin('asha', 0), turns.begin('bina', 0)]
  expect(turns.begin('asha', 1)).toBeNull()
  expect(turns.begin('chitra', 1)).toBeNull()
  first?.(12_000)
  second?.(12_000)
  const again = turns.begin('asha', 12_001)
  expect(again).not.toBeNull()
  expect(turns.begin('bina', 12_001)).toBeNull()
  // A file that is read soon keeps nobody out.
  turns.begin('chitra', 12_001)?.(12_500)
  expect(turns.begin('chitra', 12_501)).not.toBeNull()
  again?.(12_600)
  // While somebody else has one, too.
  expect(turns.begin('bina', 12_700)).toBeNull()
  expect(turns.begin('bina', 72_001)).not.toBeNull()
})
