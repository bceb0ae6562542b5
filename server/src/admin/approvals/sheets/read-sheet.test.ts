import { readAmount } from '@gatehouse/contract/read-amount.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBand } from './read-band.ts'
import { readDay } from './read-cells.ts'
import { readTextFile } from './read-sheet.ts'

const LAKH = 1_00_000_00

test.each([
  ['10K', 10_000_00],
  ['1 lakh', LAKH],
  ['2.5 cr', 2_50_00_000_00],
  ['₹5,00,000/-', 5 * LAKH],
  ['INR 500,000', 5 * LAKH],
  ['Rs. 1.25 Lacs only', 1.25 * LAKH],
  ['10000.50', 10_000_50],
  ['1,234.5', 1234_50],
  ['Unlimited', 'unlimited'],
  ['Full powers', 'unlimited'],
  ['', 'none'],
  ['$ 5,000', 'other-currency'],
  ['5000 USD', 'other-currency'],
  // Neither Indian nor western, a decimal comma, half a paisa, a unit with two meanings, an exponent, too much.
  ['5,0,0', 'unreadable'],
  ['1,50', 'unreadable'],
  ['10.005', 'unreadable'],
  ['5M', 'unreadable'],
  // Ten thousand to some; and 5,00,002 if the superscript were a digit.
  ['10.000', 'unreadable'],
  ['10.000 lakh', 'unreadable'],
  ['1.125 lakh', 1_12_500_00],
  ['500000²', 'unreadable'],
  ['-', 'unreadable'],
  ['1E+07', 'unreadable'],
  ['ten thousand', 'unreadable'],
  ['9999999 cr', 'unreadable'],
])('the amount %s', (text, expected) => {
  const amount = readAmount(text)
  expect(typeof amount === 'object' ? amount.paise : amount).toBe(expected)
})

test('every amount is read as it is written, with Indian and with western commas', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000_00 }), (paise) => {
      for (const language of ['en-IN', 'en-US'])
        expect(readAmount(new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(paise / 100))).toEqual({
          ...{ paise, hasUnit: false },
        })
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['up to 5,00,000', [0, 5 * LAKH, '[]']],
  ['Upto ₹1 lakh', [0, LAKH, '[]']],
  ['≤ 10K', [0, 10_000_00, '[]']],
  ['below 1 lakh', [0, LAKH, '[)']],
  ['above 10 lakh', [10 * LAKH, null, '(]']],
  ['> 1 lakh', [LAKH, null, '(]']],
  ['1 lakh and above', [LAKH, null, '[]']],
  ['10 lakh+', [10 * LAKH, null, '[]']],
  ['above 1 lakh up to 5 lakh', [LAKH, 5 * LAKH, '(]']],
  ['over 1 lakh and not exceeding 5 lakh', [LAKH, 5 * LAKH, '(]']],
  ['more than 1 lakh but less than 5 lakh', [LAKH, 5 * LAKH, '()']],
  ['₹1,00,000 – ₹5,00,000', [LAKH, 5 * LAKH, '[]']],
  ['1 lakh to 5 lakh', [LAKH, 5 * LAKH, '[]']],
  ['between 50K and 1 lakh', [50_000_00, LAKH, '[]']],
  ['50000 - 1 lakh', [50_000_00, LAKH, '[]']],
  ['1-5 lakh', [LAKH, 5 * LAKH, '[]'], true],
  ['Rs. 1 - 5 lakh', [LAKH, 5 * LAKH, '[]'], true],
  ['₹5 - 10 lakh', [5 * LAKH, 10 * LAKH, '[]'], true],
  ['Above Rs. 10 up to 50 lakh', [10 * LAKH, 50 * LAKH, '(]'], true],
  ['50 - 1 crore', 'unit-unclear'],
  ['5²0 - 10 lakh', 'unreadable'],
  ['unlimited', [0, null, '[]']],
  ['1 crore to unlimited', [100 * LAKH, null, '[]']],
  ['$1,000 - $5,000', 'other-currency'],
  ['5 lakh', 'unreadable'],
  ['Head office', 'unreadable'],
])('the range %s', (text, expected, isUnitTaken = false) => {
  const band = readBand(text)
  if (typeof band === 'string') return expect(band).toBe(expected)
  expect([band.rangeFrom, band.rangeTo, band.bounds]).toEqual(expected)
  expect(band.isUnitTaken).toBe(isUnitTaken)
})

test('no text stalls the readers', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('above ', 'up to ', '1', ',', ' ', '-', 'and ', 'lakh'), maxLength: 60 }),
      (text) => {
        readBand(text)
        readAmount(text)
      },
    ),
    { numRuns: 300 },
  )
})

test('no heading, cell or JSON stalls the readers, however long it is', () => {
  const began = process.cpuUsage()
  for (const sign of ['(', '()', '(₹', '₹ ', 'above ', '1 ', 'to ', '-', '/', ' and '])
    read(`Role,${Array(20).fill(sign.repeat(9999).slice(0, 9999)).join(',')}\nFinance,5\n`)
  expect(() => read(`{"applicationRoleMaster":[${'0,'.repeat(300_000)}0]}`)).toThrow('at most 5,000 lines')
  expect(() => read(`${'{"data":'.repeat(60_000)}[]${'}'.repeat(60_000)}`)).toThrow('neither application roles')
  // Seconds of the processor, because other tests run at the same time.
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1e6).toBeLessThan(5)
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '%s is neither an action nor a region',
  (name) => {
    expect(codes(read(`Role,Action,Region,Limit\nA,${name},${name},${name}\n`))).toEqual([
      ...[`action-unknown 2 B ${name}`, `region-unknown 2 C ${name}`, `amount-unreadable 2 D ${name}`],
    ])
    expect(codes(read(`Role,up to 1 lakh\nA,${name}\n`))).toEqual([`cell-unknown 2 B ${name}`])
    const entry = { role: 'A', actionOfRole: name, regions: [name], [name]: [1] }
    expect(codes(read(JSON.stringify({ applicationRoleMaster: [entry] })))).toEqual([
      ...[`action-unknown 1 applicationRoleMaster[0].actionOfRole ${name}`],
      `region-unknown 1 applicationRoleMaster[0].regions ${name}`,
    ])
  },
)

test.each([
  ['2027-04-01', '2027-04-01'],
  ['1 April 2027', '2027-04-01'],
  ['30-Mar-2027', '2027-03-30'],
  ['NA', null],
  ['04/03/2027', undefined],
  ['2027-02-30', undefined],
])('the day %s', (text, day) => expect(readDay(text)).toBe(day))

const read = (text: string, asked: object = {}) => readTextFile(Buffer.from(text), { application: 'Claims', ...asked })
const codes = (sheet: ReturnType<typeof read>) =>
  sheet.noted.map(({ code, line, column, value }) =>
    [code, line, column, value].filter((one) => one !== '' && one !== null).join(' '),
  )

const BANDS = `Delegation of authority,,,,
Role,Level,"Up to 1,00,000",Above 1 lakh up to 10 lakh,Above 10 lakh
Manager,1,Approval,Approval,
Head,2,,yes,✓
Board,3,,,Final Approval
Nobody,4,-,,
`

test('a sheet of bands: each role gets one action and the range of its cells', () => {
  const sheet = read(BANDS, { markAction: 'Final Approval' })
  expect(sheet).toMatchObject({ kind: 'bands', hasMarks: true })
  expect(
    sheet.entries.map(({ line, role, limits }) => [line, role, limits.action, limits.sequence, limits.range]),
  ).toEqual([
    [3, 'Manager', 'Approval', 1, { rangeFrom: 0, rangeTo: 10 * LAKH, bounds: '[]' }],
    [4, 'Head', 'Final Approval', 2, { rangeFrom: LAKH, rangeTo: null, bounds: '(]' }],
    [5, 'Board', 'Final Approval', 3, { rangeFrom: 10 * LAKH, rangeTo: null, bounds: '(]' }],
  ])
  expect(codes(sheet)).toEqual(['no-authority 6 Nobody'])
})

test('nothing is guessed: what a sheet leaves open is said with its line and column', () => {
  expect(codes(read(BANDS))).toContain('mark-without-action 4 D yes')
  const odd = `Role,up to 1 lakh,₹0 - 1 lakh,5 lakh,,Note,above 10 lakh
Manager,Approval,,,Approval,see HR,Final Approval
,Approval,,,,,
Head,Approval,,,,,Approval
Board,sometimes,,,,,
`
  expect(codes(read(odd))).toEqual([
    ...['band-unreadable D 5 lakh', 'band-merged E E', 'column-ignored F Note', 'band-twice C ₹0 - 1 lakh'],
    ...[
      'two-actions 2 G Approval, Final Approval',
      'role-missing 3 A',
      'bands-apart 4 G up to 1 lakh',
      'cell-unknown 5 B sometimes',
    ],
  ])
  expect(codes(read('Role,Limit\nA,₹5 lakh\nB,$5000\nC,lots\n'))).toEqual([
    ...['two-currencies $', 'other-currency 3 B $5000', 'amount-unreadable 4 B lots'],
  ])
  expect(codes(read('Who,How much\nA,5\n'))).toEqual([
    ...['column-ignored A Who', 'column-ignored B How much', 'no-role-column'],
  ])
  // The meaning of a column can be chosen.
  expect(read('Who,How much\nA,5\n', { columns: '0:role,1:to' })).toMatchObject({
    ...{ noted: [], entries: [{ role: 'A', limits: { range: { rangeFrom: 0, rangeTo: 500 } } }] },
  })
})

test.each([
  // A dash is no authority to some, and no limit to others.
  [
    'Role,Limit\nA,-\nB,—\nC,NIL\nD,n/a\n',
    ['limit-unclear 2 B -', 'limit-unclear 3 B —', 'limit-unclear 4 B NIL', 'limit-unclear 5 B n/a'],
  ],
  ['Role,Amount\nA,-\n', ['limit-unclear 2 B -']],
  [
    'Role,From,To\nA,1,5 lakh\nB,50,1 crore\nC,above 1,5 lakh\n',
    ['unit-taken 2 B 1 – 5 lakh', 'unit-unclear 3 B 50', 'unit-taken 4 B above 1 – 5 lakh'],
  ],
  [
    'Role,Action,Above 5 lakh\nA,Approval,x\nB,Approval,✓\nC,Approval,✗\n',
    ['mark-unclear 2 C x', 'mark-unclear 4 C ✗'],
  ],
  // Two cells that say different things about the same.
  [
    'Role,Action,Above 5 lakh\nA,Approval,Final Approval\nB,None,x\nC,Creator,x\n',
    ['columns-differ 2 C Final Approval', 'columns-differ 3 C x'],
  ],
  ['Role,Limit,Up to 5 lakh\nA,4 lakh,Approval\nB,5 lakh,Approval\n', ['columns-differ 2 C Approval']],
  [
    'Role,Amount,From,To\nA,up to 5 lakh,0,4 lakh\nB,up to 5 lakh,0,5 lakh\nC,,0,5 lakh\n',
    ['columns-differ 2 B up to 5 lakh'],
  ],
  [
    'Role,From,Limit,Bounds\nA,above 10 lakh,unlimited,[]\nB,above 10 lakh,unlimited,(]\nC,10 lakh,unlimited,(]\n',
    ['columns-differ 2 D []'],
  ],
  ['Role,Amount,Bounds\nA,above 10 lakh,[]\n', ['columns-differ 2 B above 10 lakh']],
  // An upper limit that is not recognised must not be none.
  ['Role,From\nA,0\n', ['no-upper-column B From']],
  ['Role,From,Highest\nA,0,500000\n', ['amounts-ignored C Highest', 'no-upper-column B From']],
  ['Role,From,End\nA,0,5\n', ['column-ignored C End', 'no-upper-column B From']],
  ['Role,From,Amount\nA,10 lakh,\n', ['limit-unclear 2 C 10 lakh']],
  ['Role,Limit,Of which abroad\nA,5 lakh,2 lakh\n', ['amounts-ignored C Of which abroad']],
  ['Role,Limit,Abroad (lakhs)\nA,5 lakh,2\n', ['amounts-ignored C Abroad (lakhs)']],
  ['Role,Limit,S. No.\nA,5 lakh,1\nB,6 lakh,2\n', ['column-ignored C S. No.']],
  // Commas without quotes.
  [
    'Role,Limit\nFinance,5,00,000\nHead,"5,00,000"\n',
    ['column-ignored C C', 'column-ignored D D', 'line-too-long 2 C 00'],
  ],
  [
    'Role,Limit,Level\nA,5 lakh,\nB,5 lakh,None\nC,5 lakh,2²\n',
    ['sequence-when-empty 2 C', 'sequence-unreadable 4 C 2²'],
  ],
  // Merged cells; the status of an export says that there is no page.
  ['Page,Client,Role,Limit\nA,Z,F,1 lakh\n,,D,2 lakh\n', ['cell-merged 3 A A', 'cell-merged 3 B Z']],
  ['Page,Role,Limit,Status\nA,F,1 lakh,In force\n,D,2 lakh,No page\n', []],
  // Units and currencies of headings, titles and notes.
  ['Role,Limit (M)\nA,5\n', ['unit-unclear B Limit (M)']],
  // The same unit is said once, with its columns.
  ['Role,From (lakhs),To (in lakhs)\nA,1,5\n', ['unit-of-heading B, C lakh']],
  ['Role,Limit (in lakhs)\nA,"5,00,000"\n', ['unit-of-heading B lakh', 'unit-unclear 2 B 5,00,000']],
  ['In crores\nRole,Limit (lakhs)\nA,5\n', ['unit-unclear B Limit (lakhs) / In crores']],
  ['Role,Limit,Unit\nA,5,Lakhs\n', ['unit-unclear C Unit']],
  ['Role,Limit (USD)\nA,5000\n', ['other-currency B Limit (USD)']],
  ['Role,Approval limit in USD\nA,5000\n', ['other-currency B Approval limit in USD']],
  ['Limits in US dollars\nRole,Up to 5000\nA,Approval\n', ['other-currency B Limits in US dollars']],
  ['Role,Limit\nA,5\nB,10 lakh\nC,Rs. 500\nD,50000\n', ['unit-unclear 2 B 5']],
  ['Role,Up to 5,Above 5 lakh\nA,Approval,\n', ['unit-unclear B Up to 5']],
  ['Role,From,To (lakhs)\nA,1,5\nB,0,5\n', ['unit-of-heading C lakh', 'unit-unclear 2 B 1']],
  ['All figures x 1000\nRole,Limit\nA,500\n', ['unit-unclear B All figures x 1000']],
  ['Role,Limit (× ₹1000)\nA,500\n', ['unit-unclear B Limit (× ₹1000)']],
  [
    'Role,Limit\nA,500\n,Figures multiplied by 1000\n',
    ['unit-unclear B Figures multiplied by 1000', 'role-missing 3 A'],
  ],
  ['Crore Team\nRole,Limit\nA,5\n', ['unit-unclear B Crore Team']],
  ['Crore Team\nRole,Limit\nA,5 lakh\n', []],
])('what could be read in two ways is said: %j', (text, expected) =>
  expect(codes(read(text, { markAction: 'Final Approval' }))).toEqual(expected),
)

test.each([
  ['Role,Approval limit (₹ in lakhs)\nA,5\n', 5 * LAKH],
  ['Role,Limit (Lakhs)\nA,5\n', 5 * LAKH],
  ['Role,Limit Rs. lakhs\nA,5\n', 5 * LAKH],
  ['Role,Limit (in thousands)\nA,500\n', 5 * LAKH],
  ["Role,Limit (₹ '000)\nA,500\n", 5 * LAKH],
  ['Role,Limit (₹ Cr)\nA,0.05\nB,Unlimited\n', 5 * LAKH],
  ['Delegation of authority (amounts in Rs. lakhs)\nRole,Up to 5,Above 5\nA,Approval,\n', 5 * LAKH],
  ['Role,Up to 5 (lakhs)\nA,Approval\n', 5 * LAKH],
  ['Role,Limit\n,(₹ in lakhs)\nA,5\n', 5 * LAKH],
  ['Role,Limit\nA,5\nAll amounts in lakhs,\n', 5 * LAKH],
])('a unit of a heading, a title or a note is that of its amounts, with a warning: %j', (text, to) => {
  const sheet = read(text)
  expect(sheet.entries.find(({ role }) => role === 'A')?.limits.range?.rangeTo).toBe(to)
  expect(sheet.noted.map(({ code }) => code)).toContain('unit-of-heading')
})

test.each(['Ceiling', 'To in Lks', 'Maximum in Lks', 'Upper cap', 'Sanction limit', 'Upto (Rs.)', 'Max. value'])(
  'the upper limit is below “%s”',
  (heading) => {
    const { entries, noted } = read(`Role,From,${heading}\nA,0,"5,00,000/-"\nB,0,5 Lks\n`)
    const isOfLakhs = heading.includes('Lks')
    expect(entries[1]?.limits.range).toEqual({ rangeFrom: 0, rangeTo: 5 * LAKH, bounds: '[]' })
    expect(noted.map(({ code }) => code)).toEqual(isOfLakhs ? ['unit-of-heading', 'unit-unclear'] : [])
  },
)

test('a column of upper limits, or one of amounts to ignore, can be chosen', () => {
  const { entries, noted } = read('Role,From,Highest,Turnover\nA,0,500000,9000000\n', { columns: '2:to,3:ignored' })
  expect(entries[0]?.limits.range).toEqual({ rangeFrom: 0, rangeTo: 5 * LAKH, bounds: '[]' })
  expect(noted).toEqual([])
})

test('what a line says of itself stands before what marks mean', () => {
  const { entries } = read('Role,Action,Above 5 lakh\nA,Approval,x\nB,,x\n', { markAction: 'Final Approval' })
  expect(entries.map(({ limits }) => limits.action)).toEqual(['Approval', 'Final Approval'])
})

test('rows with words: bounds, regions and days', () => {
  const sheet = read(`Role;From;To;Region;Valid from
A;above 10 lakh;;"Goa, Karnataka and Kerala";1 Apr 2027
B;0;up to 5,00,000;Pan India;
C;;5 lakh;Jammu and Kashmir|Atlantis|Lemuria;soon
`)
  expect(sheet.entries.map(({ limits: { range, regions }, days }) => [range, regions, days])).toEqual([
    [{ rangeFrom: 10 * LAKH, rangeTo: null, bounds: '(]' }, ['IN-GA', 'IN-KA', 'IN-KL'], { firstDay: '2027-04-01' }],
    [{ rangeFrom: 0, rangeTo: 5 * LAKH, bounds: '[]' }, ['All'], { firstDay: null }],
    [{ rangeFrom: null, rangeTo: 5 * LAKH, bounds: '[]' }, undefined, {}],
  ])
  expect(codes(sheet)).toEqual([
    ...[
      'unlimited-when-empty 2 C',
      'panindia 3 D Pan India',
      'region-unknown 4 D Atlantis',
      'region-unknown 4 D Lemuria',
    ],
    'day-unreadable 4 E soon',
  ])
})

test.each([
  ['Role;Up to 5,00,000;Above 5,00,000\nFinance;Approval;\n', 'UTF-8'],
  ['Role\tUp to ₹5,00,000\tAbove ₹5,00,000\nFinance\tApproval\t\n', 'UTF-16'],
  ['List, of, all, the, authorities\nRole;Action;To\nFinance;Approval;5,00,000\n', 'UTF-8'],
])('the separator is the one under which headings are found: %j', (text, encoding) => {
  const file = encoding === 'UTF-8' ? Buffer.from(text) : Buffer.from(`\uFEFF${text}`, 'utf16le')
  const sheet = readTextFile(file, { application: 'Claims' })
  expect(sheet.entries).toMatchObject([
    { role: 'Finance', limits: { action: 'Approval', range: { rangeTo: 5 * LAKH } } },
  ])
  expect(codes(sheet)).toEqual([])
})

test('a status that no export has is said to be ignored', () => {
  const text = 'Role,Limit,Status\nA,1,In force\nB,2,Withdrawn\nC,3,\n'
  expect(codes(read(text))).toEqual(['status-ignored 3 C Withdrawn'])
  expect(codes(read(text, { columns: '0:role,1:to,2:ignored' }))).toEqual([])
})

test('fields of the old portal are read whatever the case and signs of their names', () => {
  const applicationRoleMaster = [
    { Role: 'A', RangeFrom: '100', range_to: '500', 'Action-Of-Role': 'Approval' },
    { role: 'A', Role: 'Other', rangeTo: 5 },
    ...[{ Status: 'INACTIVE' }, { is_deleted: true }, { active: false }, { Enabled: 'N' }].map((said) => ({
      role: 'A',
      ...said,
    })),
  ]
  const sheet = read(JSON.stringify({ applicationRoleMaster }))
  expect(sheet.entries).toMatchObject([
    { role: 'A', limits: { action: 'Approval', range: { rangeFrom: 100_00, rangeTo: 500_00 } } },
    { role: 'A', limits: { range: { rangeTo: 5_00 } } },
  ])
  expect(codes(sheet)).toEqual([2, 3, 4, 5].map((at) => `entry-inactive ${at + 1} applicationRoleMaster[${at}]`))
})

test('nothing in the JSON of the old portal is dropped without a word', () => {
  const role = { role: 'A', rangeFrom: 0 }
  const applicationRoleMaster = [
    { ...role, rangeFrom: { $numberInt: '0' }, rangeTo: { $numberLong: '500000' }, bounds: '(]' },
    { ...role, rangeTo: [5] },
    { ...role, rangeTo: false },
    { ...role, rangeTo: 5, bounds: ']' },
    { ...role, rangeTo: 5, status: 'INACTIVE' },
    { ...role, rangeTo: 5, isDeleted: true },
    { ...role, rangeTo: 5, regions: [{ name: 'Goa' }] },
    { ...role, rangeTo: 5, sequence: [1], actionOfRole: {} },
    { ...role, rangeTo: null, status: 'ACTIVE', isDeleted: false },
    role,
  ]
  const documentApprovalMaster = [{ roleName: 'A', pageName: 'B', roleData: [role, role], firstDay: true }]
  const sheet = read(JSON.stringify({ applicationRoleMaster, documentApprovalMaster }))
  expect(sheet.entries.map(({ line }) => line)).toEqual([1, 2, 3, 4, 7, 8, 9, 10, 11])
  expect(sheet.entries[0]?.limits.range).toEqual({ rangeFrom: 0, rangeTo: 5 * LAKH, bounds: '(]' })
  expect(sheet.entries[6]?.limits.range).toEqual({ rangeFrom: 0, rangeTo: null, bounds: '[]' })
  const of = (at: number, field: string) => `applicationRoleMaster[${at}].${field}`
  expect(codes(sheet)).toEqual([
    `field-unreadable 2 ${of(1, 'rangeTo')} […]`,
    `field-unreadable 3 ${of(2, 'rangeTo')} false`,
    `bounds-unknown 4 ${of(3, 'bounds')} ]`,
    'entry-inactive 5 applicationRoleMaster[4]',
    'entry-inactive 6 applicationRoleMaster[5]',
    `field-unreadable 7 ${of(6, 'regions')} {…}`,
    ...[`field-unreadable 8 ${of(7, 'actionOfRole')} {…}`, `field-unreadable 8 ${of(7, 'sequence')} […]`],
    ...[`unlimited-when-empty 9 ${of(8, 'rangeTo')}`, `unlimited-when-empty 10 ${of(9, 'rangeTo')}`],
    'roles-many 11 documentApprovalMaster[0].roleData',
    'unlimited-when-empty 11 documentApprovalMaster[0].roleData[0].rangeTo',
    'field-unreadable 11 documentApprovalMaster[0].firstDay true',
  ])
})

test.each([undefined, null, '', ' ', 'NA', 'na'])(
  'a role of the old portal whose upper amount is %j is read as unlimited, and a warning says so',
  (rangeTo) => {
    const role = { role: 'Head', rangeFrom: '0', ...(rangeTo !== undefined && { rangeTo }) }
    const sheet = read(JSON.stringify({ applicationRoleMaster: [role] }))
    expect(sheet.entries).toMatchObject([{ limits: { range: { rangeFrom: 0, rangeTo: null } } }])
    expect(codes(sheet)).toEqual(['unlimited-when-empty 1 applicationRoleMaster[0].rangeTo'])
  },
)

test('a role of the old portal that says that it is unlimited needs no warning', () => {
  const role = { role: 'Head', rangeFrom: '0', rangeTo: 'Unlimited' }
  expect(codes(read(JSON.stringify({ applicationRoleMaster: [role] })))).toEqual([])
})

test('the JSON of the old portal, with its NA, Panindia twice and names in many places', () => {
  const role = { sequence: '2', actionOfRole: 'Approval', rangeFrom: '0', rangeTo: '25000.50' }
  const sheet = read(
    JSON.stringify({
      applicationRoleMaster: {
        ...{ code: 200, msg: 'Success' },
        data: [
          {
            role: 'Clerk',
            clientData: { displayName: 'Acme' },
            regions: ['Karnataka', 'Panindia', 'Panindia'],
            ...role,
          },
          {
            role: 'Head',
            applicationData: [{ name: { description: 'claims' } }],
            sequence: 'NA',
            actionOfRole: 'NA',
            rangeFrom: 'NA',
            rangeTo: 'NA',
          },
          { role: 'Other', applicationName: 'Payroll', ...role },
          'nothing',
        ],
      },
      documentApprovalMaster: [
        { projectName: 'Claims', clientName: 'Acme', roleName: 'Clerk', pageName: 'Advice', roleData: [role] },
      ],
    }),
  )
  expect(sheet.entries).toMatchObject([
    {
      role: 'Clerk',
      client: 'Acme',
      page: '',
      limits: { action: 'Approval', sequence: 2, regions: ['All'], range: { rangeTo: 25_000_50 } },
    },
    { role: 'Head', client: '', limits: { sequence: null, range: { rangeFrom: null, rangeTo: null } } },
    { role: 'Clerk', client: 'Acme', page: 'Advice', limits: { action: 'Approval' } },
  ])
  expect(codes(sheet)).toEqual([
    ...[
      'panindia 1 applicationRoleMaster[0].regions Panindia',
      'unlimited-when-empty 2 applicationRoleMaster[1].rangeTo',
    ],
    ...['entry-unreadable 4 applicationRoleMaster[3]'],
    'other-application Payroll (1)',
  ])
})
