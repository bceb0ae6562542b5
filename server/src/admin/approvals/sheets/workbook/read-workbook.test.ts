import { expect, test } from 'vitest'
import { aRow, aWorkbook, aWorkbookOf, aZip } from '../../../../../test/workbooks.ts'
import { readFile } from '../read-file.ts'
import { readWorkbook } from './read-workbook.ts'
import { openZip } from './read-zip.ts'
import { writeWorkbook } from './write-workbook.ts'

const SHEET = aWorkbook(
  [
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Valid from</t></is></c></row>',
    '<row r="3" spans="1:4"><c r="A3" t="s"><v>2</v></c><c r="B3" t="str"><f>A1</f><v>x</v></c><c r="C3" s="1"/><c r="D3" s="2"><v>46478</v></c></row>',
    '<row r="4"><c r="A4"/><c r="B4" s="3"><v>1.0E7</v></c><c r="C4"><v>0.30000000000000004</v></c><c r="D4" s="1"><v>46477.5</v></c></row>',
  ],
  [
    '<t>Role</t>',
    '<r><t>up to </t></r><r><t xml:space="preserve">1 lakh</t></r><rPh><t>no</t></rPh>',
    '<t>Head &amp; &#x20B9; &lt;A&gt;&constructor;</t>',
  ],
)

test('the cells of the first sheet of a workbook: texts, numbers, days and merged cells', async () => {
  expect((await readWorkbook(SHEET)).lines).toEqual([
    { line: 1, cells: ['Role', 'up to 1 lakh', '', 'Valid from'], merged: new Map([[2, 'up to 1 lakh']]) },
    { line: 3, cells: ['Head & ₹ <A>&constructor;', 'x', '', '2027-04-01'] },
    { line: 4, cells: ['', 'Rs 10000000', '0.3', '2027-03-31'] },
  ])
})

test('a number stands with the unit and the currency that its cell shows', async () => {
  const shown: [format: string, value: number, text: string, range?: number][] = [
    ['0" lakh"', 5, '5 lakh', 5_00_000],
    ['0.0" Cr"', 2.5, '2.5 Cr', 2_50_00_000],
    ['[$₹-4009] #,##0.00', 500000, '₹ 500000', 5_00_000],
    ['_("Rs."* #,##0_);_("Rs."* (#,##0);_("Rs."* "-"??_);_(@_)', 500000, 'Rs. 500000', 5_00_000],
    ['[Red]#,##0"/-"', 500000, '500000', 5_00_000],
    ['[>=10000000]##\\,##\\,##\\,##0;[>=100000]##\\,##\\,##0;##,##0', 500000, '500000', 5_00_000],
    ['[>=100]0" lakh";0" Cr"', 5, '5 Cr', 5_00_00_000],
    ['General;-General;"Nil"', 0, 'Nil'],
    // Divided by a thousand, and by a million; with the unit in which it is shown it is the same amount.
    ['0,"K"', 500000, '500 K', 5_00_000],
    ['0.0,,\\ "Mn"', 2_500_000, '2.5 Mn', 25_00_000],
    ['#,##0,', 500000, '500 (×1000)'],
    ['0.00,,"Cr"', 25_000_000, '25 Cr (×1000000)'],
    ['[$$-409]#,##0.00', 250000, '$ 250000'],
    ['#,##0.00\\ [$€-407]', 250000, '250000 €'],
    ['$#,##0', 250000, '$ 250000'],
    ['[$USD] 0', 250000, 'USD 250000'],
    ['0%', 0.25, '25 %'],
    ['0"000"', 5, '5 000'],
  ]
  const rows = shown.map(
    ([, value], place) =>
      `<row><c t="inlineStr"><is><t>R${place}</t></is></c><c s="${place + 4}"><v>${value}</v></c></row>`,
  )
  rows.push('<row hidden="1"><c t="inlineStr"><is><t>Hidden</t></is></c><c s="4"><v>5</v></c></row>')
  const heading = '<row><c t="inlineStr"><is><t>Role</t></is></c><c t="inlineStr"><is><t>To</t></is></c></row>'
  const file = aWorkbook(
    [heading, ...rows],
    [],
    shown.map(([format]) => format),
  )
  expect((await readWorkbook(file)).lines.slice(1, -1).map(({ cells }) => cells[1])).toEqual(
    shown.map(([, , text]) => text),
  )
  const { entries, noted } = await read(file)
  expect(noted.filter(({ code }) => code === 'line-hidden')).toMatchObject([{ line: rows.length + 1 }])
  expect(entries.slice(0, -1).map(({ limits }) => limits.range?.rangeTo)).toEqual(
    shown.map(([, , , rupees]) => (rupees === undefined ? undefined : rupees * 100)),
  )
})

const read = (file: Buffer) =>
  readFile('asha', file, { application: 'Claims', applicationId: '', markAction: 'Approval' })

test('hidden columns are read like any other, with a warning, where they say something', async () => {
  const rows = [aRow('Role', 'From', 'To', 'Remarks'), aRow('Clerk', '0', '5', 'n.a.')]
  const columns = '<col min="2" max="2" width="0" customWidth="1"/><col min="4" max="16384" hidden="1"/>'
  const file = aWorkbook(rows, [], [], { columns })
  expect((await readWorkbook(file)).hiddenColumns.slice(0, 3)).toEqual([1, 3, 4])
  const cell = '<c><v>1</v></c>'
  const flat = await readWorkbook(
    aWorkbook([`<row ht="0" customHeight="1">${cell}</row>`, `<row ht="15">${cell}</row>`]),
  )
  expect(flat.lines.map(({ isHidden }) => isHidden)).toEqual([true, undefined])
  const { entries, noted } = await read(file)
  expect(noted.filter(({ code }) => code === 'column-hidden')).toMatchObject([{ column: 'B', line: null }])
  expect(entries).toMatchObject([{ role: 'Clerk', limits: { range: { rangeFrom: 0, rangeTo: 500 } } }])
})

const HEADINGS = aRow('Role', 'From', 'To', 'Valid until', 'Remarks')
const errorsOf = async (file: Buffer) =>
  (await read(file)).noted
    .filter(({ code }) => code === 'cell-of-merged' || code === 'formula-uncalculated')
    .map(({ code, line, column, value }) => [code, line, column, value].join(' ').trim())

test('an empty cell that is a part of a merged one is an error, not an unlimited amount or no end', async () => {
  const rows = [
    HEADINGS,
    aRow('Head', '0', '5,00,000', '2027-03-31', 'both'),
    aRow('Director', '0', '', '', ''),
    aRow('Clerk', '0', ''),
  ]
  const merged = ['C2:C3', 'D2:D3', 'E2:E4', 'A1:B1', 'F4:G9']
  expect(await errorsOf(aWorkbook(rows, [], [], { merged }))).toEqual([
    'cell-of-merged 3 C 5,00,000',
    'cell-of-merged 3 D 2027-03-31',
  ])
})

test('footnotes and struck text are no digits of an amount', async () => {
  const run = (text: string, font = '') => `<r>${font && `<rPr>${font}</rPr>`}<t>${text}</t></r>`
  const raised = '<vertAlign val="superscript"/>'
  const row = (name: string, ...to: string[]) =>
    `<row><c t="inlineStr"><is><t>${name}</t></is></c><c><v>0</v></c><c t="inlineStr"><is>${to.join('')}</is></c></row>`
  const rows = [
    HEADINGS,
    row('Head', run('50000'), run('2', raised)),
    row('Clerk', run('900', '<strike/>'), run('500')),
    row('Agent', run('900', '<strike val="0"/>'), run('1', '<vertAlign val="baseline"/>')),
    row('Page', run('900', '<b/>')),
  ]
  const { entries, noted } = await read(aWorkbook(rows))
  expect(noted.filter(({ code }) => code === 'amount-unreadable')).toMatchObject([
    { line: 2, column: 'C', value: '50000[2]' },
    { line: 3, column: 'C', value: '[900]500' },
  ])
  expect(entries.map(({ limits }) => limits.range?.rangeTo)).toEqual([undefined, undefined, 9001_00, 900_00])
})

test('a formula without a stored result is an error, and one that makes an empty text is not', async () => {
  const rows = [
    HEADINGS,
    '<row><c t="inlineStr"><is><t>Head</t></is></c><c><v>0</v></c><c><f>5*100000</f></c><c t="str"><f>A1</f><v></v></c><c><f>1</f><v/></c></row>',
    '<row><c t="inlineStr"><is><t>Clerk</t></is></c><c><v>0</v></c><c><f>5*1000</f><v>5000</v></c></row>',
    '<row><c t="inlineStr"><is><t>Agent</t></is></c><c><v>0</v></c><c><f/><v/></c></row>',
  ]
  expect(await errorsOf(aWorkbook(rows))).toEqual(['formula-uncalculated 2 C', 'formula-uncalculated 4 C'])
})

test('the sheet is read that the workbook shows when it is opened, and the others are named', async () => {
  const of = (role: string) => [HEADINGS, aRow(role, '0', '5')]
  const hidden = { name: 'Old', state: 'veryHidden', rows: of('Hidden') }
  const shown = { name: 'A &amp; B', rows: of('Shown') }
  const open = { name: 'Draft', rows: of('Open') }
  const chart = { name: 'Chart', type: 'chartsheet', rows: [] }
  const cases: [Parameters<typeof aWorkbookOf>, role: string, noted: string[]][] = [
    [[[hidden, shown], 1], 'Shown', ['A & B: Old']],
    [[[hidden, shown], 0], 'Shown', ['A & B: Old']],
    [[[shown, open, hidden], 1], 'Open', ['Draft: A & B, Old']],
    [[[chart, shown], 0], 'Shown', []],
    [[[shown], 7], 'Shown', []],
  ]
  for (const [[tabs, active], role, noted] of cases) {
    const sheet = await read(aWorkbookOf(tabs, active))
    expect(sheet.entries).toMatchObject([{ role }])
    const named = sheet.noted.filter(({ code }) => code === 'other-sheets')
    expect(named.map(({ value, other }) => `${value}: ${other}`)).toEqual(noted)
  }
})

test('attributes in single quotes are read, and rows in a comment are not', async () => {
  const file = aWorkbook(
    [
      "<row r = '1'><c r='A1' t='s'><v>0</v></c></row><!-- <row><c><v>7</v></c></row> -->",
      "<row r='3'><c r='B3'><v>8</v></c></row>",
    ],
    ['<t>900000</t>'],
  )
  expect((await readWorkbook(file)).lines).toEqual([
    { line: 1, cells: ['900000'] },
    { line: 3, cells: ['', '8'] },
  ])
})

test('what is written is read again as it was, and nothing of it is a formula', async () => {
  const texts = [
    '=1+1',
    '+91',
    '-1',
    '@SUM(A1)',
    '<b> & "',
    'a_x000D_b',
    '_x005F_',
    'two\nlines',
    'भूमिका',
    '007',
    ' 1e3',
  ]
  const file = await writeWorkbook([texts, ['', 99999.99, 0.01, 12_345_678_901_234.5, 0, 'x\u0001y']])
  expect((await readWorkbook(file)).lines.map(({ cells }) => cells)).toEqual([
    texts.map((text) => text.trim()),
    ['', '99999.99', '0.01', '12345678901234.5', '0', 'xy'],
  ])
  expect(await openZip(file).read('xl/worksheets/sheet1.xml')).not.toMatch(/<f[ >]/)
})

test('a workbook is read like a CSV file, in a process of its own', async () => {
  const { entries, kind } = await read(SHEET)
  expect({ kind, entries }).toMatchObject({
    kind: 'bands',
    entries: [
      { line: 3, role: 'Head & ₹ <A>&constructor;', days: { firstDay: '2027-04-01' }, limits: { action: 'Approval' } },
    ],
  })
})

const FILLED = [HEADINGS, aRow('Clerk', '0', '5')]
const formatted = (count: number) =>
  Array.from({ length: count }, (_, place) => `<row r="${place + 3}"><c r="A${place + 3}" s="1"/><c s="1"/></row>`)

test('empty cells and rows that only have a format count for nothing', async () => {
  const wide =
    '<row r="2"><c r="A2" t="inlineStr"><is><t>Clerk</t></is></c><c r="C2"><v>5</v></c><c r="AZ2" s="1"/></row>'
  for (const rows of [
    [HEADINGS, wide],
    [...FILLED, ...formatted(6000)],
    [
      ...FILLED,
      ...formatted(6000),
      '<row r="7000"><c r="XFD7000" t="s"><v>0</v></c><c r="B7000" t="inlineStr"/></row>',
    ],
  ])
    expect(await read(aWorkbook(rows, ['<t> </t>']))).toMatchObject({ entries: [{ role: 'Clerk', line: 2 }] })
  const { lines } = await readWorkbook(aWorkbook([...formatted(2), '<row r="9"><c r="C9"><v>1</v></c></row>']))
  expect(lines).toEqual([{ line: 9, cells: ['', '', '1'] }])
})

test('more lines or columns than a file can have are refused in the words of a CSV file', async () => {
  const csv =
    (count: number, last = '') =>
    () =>
      read(Buffer.from(`${'Clerk,5\n'.repeat(count)}${last}`))
  const formula = '<row r="3"><c r="AY3"><f>1</f></c></row>'
  const cases: [() => Promise<unknown>, string][] = [
    [
      () => read(aWorkbook(Array.from({ length: 5002 }, () => aRow('Clerk')))),
      'A file can have at most 5,000 lines. Import it in parts.',
    ],
    [csv(5002), 'A file can have at most 5,000 lines. Import it in parts.'],
    [() => read(aWorkbook([HEADINGS, '<row><c r="XFD2"><v>1</v></c></row>'])), 'Line 2 has more than 50 columns.'],
    [() => read(aWorkbook([HEADINGS, formula])), 'Line 3 has more than 50 columns.'],
    [csv(25, ','.repeat(50)), 'Line 26 has more than 50 columns.'],
  ]
  for (const [ask, message] of cases) await expect(ask()).rejects.toMatchObject({ message })
  const most = Array.from({ length: 5000 }, () => aRow('Clerk', '0', '5'))
  expect((await read(aWorkbook([HEADINGS, ...most]))).entries).toHaveLength(5000)
})

const unreadable = { message: expect.stringContaining('cannot be read as xlsx') }

test.each([
  ['an archive of something else', aZip({ 'a.txt': 'A' })],
  ['half of a workbook', SHEET.subarray(0, SHEET.length / 2)],
  ['a workbook that becomes too large', aWorkbook([`<row r="1"><c r="A1"><v>${'1'.repeat(30_000_000)}</v></c></row>`])],
  [
    'a long text in each of many cells',
    aWorkbook(
      Array.from({ length: 600 }, () => '<row><c t="s"><v>0</v></c></row>'),
      [`<t>${'a'.repeat(10_000)}</t>`],
    ),
  ],
  ['a workbook of comments that do not end', aWorkbook(['<!--'.repeat(300_000)])],
  ['a workbook with rows in a text', aWorkbook(['<row><c><v><![CDATA[<row>]]></v></c></row>'])],
  [
    'a workbook of cells that are merged again and again',
    aWorkbook([aRow('a')], [], [], { merged: Array.from({ length: 100_000 }, () => 'A1:XFD1048576') }),
  ],
  ['a workbook of empty cells without end', aWorkbook(['<row>', '<c/>'.repeat(600_000), '</row>'])],
  ['a workbook of empty rows without end', aWorkbook(['<row/>'.repeat(600_000)])],
  ['a workbook of rows that do not end', aWorkbook(['<row>'.repeat(300_000)])],
  ['a workbook of columns that do not end', aWorkbook([], [], [], { columns: '<col >'.repeat(300_000) })],
  ['a workbook of hints that do not end', aWorkbook([], ['<rPh '.repeat(300_000), '<rPh>'.repeat(300_000)])],
  ['an archive whose places lead nowhere', Buffer.concat([SHEET.subarray(0, -8), Buffer.alloc(8, 0xff)])],
])('%s is refused', async (_, file) => {
  await expect(read(file)).rejects.toMatchObject(unreadable)
})
