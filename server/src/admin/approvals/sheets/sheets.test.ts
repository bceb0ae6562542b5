import * as drafts from '@gatehouse/contract/admin/approvals/drafts.ts'
import { compareApprovalDraft, MATRIX_CHANGED } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import * as calls from '@gatehouse/contract/admin/approvals/sheets.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { inOrder, LAKH, versions } from '../../../../test/approval-drafts.ts'
import { aMatrix, aPage } from '../../../../test/approvals.ts'
import { whileSaving } from '../../../../test/at-once.ts'
import { aClient } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { proofOf, send } from '../../../../test/pictures.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { typedCell } from '../../../http/csv.ts'
import { parseCsv } from '../../jobs/csv/parse-csv.ts'
import { readWorkbook } from './workbook/read-workbook.ts'
import { openZip } from './workbook/read-zip.ts'

const server = useTestServer()
const admin = useAdministrator(server)

type Options = Record<string, string | number | boolean>

const post = (visitor: Visitor, to: { path: string; field: string }, file: string | Buffer, options: Options) =>
  send(server, visitor, { field: to.field, path: `${to.path}?${query(options)}` as `/api/${string}` }, file, {
    filename: 'sheet.csv',
  })
const query = (options: Options) =>
  new URLSearchParams(Object.entries(options).map(([key, value]): [string, string] => [key, String(value)]))

const download = async (visitor: Visitor, options: Options) =>
  server.app.inject({ url: `${calls.matrixFile.path}?${query(options)}`, headers: await proofOf(visitor) })

const workbook = async (options: Options) =>
  (
    await server.app.inject({
      url: `${calls.matrixWorkbook.path}?${query(options)}`,
      headers: await proofOf(admin),
    })
  ).rawPayload

const preview = async (file: string | Buffer, options: Options) => {
  const { status, msg, data } = await post(admin, calls.previewSheet, file, options)
  return { status, msg, data: data as calls.SheetPreview }
}
const makeDraft = (file: string | Buffer, options: Options) =>
  post(admin, calls.importSheet, file, { name: 'Sheet', ...options })
const exported = async (options: Options) => {
  const answer = await download(admin, options)
  expect(answer.statusCode).toBe(200)
  return answer.payload
}
const found = ({ findings }: calls.SheetPreview) => findings.map(({ code, line, column }) => [code, line, column])

test('a sheet names the role User, which approves nothing, as an error of its line', async () => {
  const { matrix } = await inOrder(server)
  await matrix.role('User')
  const options = { applicationId: matrix.application.id, clientId: matrix.client.id, pageId: matrix.pageId }
  const { data } = await preview('Role,Action\nUser,Approval\n', options)
  expect(found(data)).toContainEqual(['role-user', 2, ''])
})

test('a sheet is shown while somebody else saves its application', async () => {
  const { matrix } = await inOrder(server)
  const { id: applicationId } = matrix.application
  const options = { applicationId, clientId: matrix.client.id, pageId: matrix.pageId }
  const shown = await whileSaving(server, { table: 'applications', id: applicationId }, () =>
    preview('Role,Action\nDirector,Approval\n', options),
  )
  expect(shown).toMatchObject({ status: 200, data: { kind: 'rows' } })
})

test('a sheet of bands is shown with its problems and differences, and becomes a draft that changes nothing yet', async () => {
  const { matrix } = await inOrder(server)
  const applicationId = matrix.application.id
  const options = { applicationId, clientId: matrix.client.id, pageId: matrix.pageId }
  const sheet = 'Role,"Up to 5,00,000",Above 5 lakh\nDirector,x,\nchairman,,Final Approval\nTreasurer,x,\n'
  const unmarked = await preview(sheet, options)
  expect(unmarked.data).toMatchObject({ kind: 'bands', hasMarks: true })
  expect(found(unmarked.data)).toContainEqual(['mark-without-action', 2, 'B'])

  const { status, data } = await preview(sheet, { ...options, markAction: 'Final Approval' })
  expect(status).toBe(200)
  expect(found(data)).toEqual([['role-unknown', 4, '']])
  expect(data.findings[0]?.text).toContain('There is no role “Treasurer” for')
  expect(data).toMatchObject({
    ...{
      counts: { error: 1, warning: 0, lines: 3, understood: 2 },
      changes: 2,
      columns: [{ letter: 'A', meaning: 'role' }, {}, {}],
    },
    lines: [
      { line: 2, role: 'Director', page: 'Claims', isUnderstood: true, range: { from: 0, to: 500000, bounds: '[]' } },
      { line: 3, role: 'Chairman', isUnderstood: true, range: { from: 500000, to: null, bounds: '(]' } },
      { line: 4, role: 'Treasurer', isUnderstood: false },
    ],
    comparison: { rows: { added: 0, changed: 2, removed: 0 }, people: { gain: 1, lose: 1 }, errors: [] },
  })
  // Nothing of a preview stays.
  const listed = async () => (await admin.call(drafts.listApprovalDrafts, { applicationId } as never)).data
  expect(await listed()).toMatchObject({ total: 0 })

  const given = { ...options, markAction: 'Final Approval', version: data.comparison.version }
  expect(await makeDraft(sheet, given)).toMatchObject({ status: 400, msg: calls.SHEET_HAS_ERRORS })
  expect(await makeDraft(sheet, { ...given, leavesOut: true, removesOthers: true })).toMatchObject({
    ...{ status: 400, msg: calls.SHEET_LEAVES_OUT },
  })
  expect(await makeDraft(sheet, { ...given, leavesOut: true, version: data.comparison.version + 1 })).toMatchObject({
    ...{ status: 409, msg: MATRIX_CHANGED },
  })
  expect(await listed()).toMatchObject({ total: 0 })
  const before = await versions(admin, matrix)
  const made = await makeDraft(sheet, { ...given, leavesOut: true })
  expect(made).toMatchObject({ status: 200, msg: 'Draft Created' })
  expect(await listed()).toMatchObject({ total: 1, rows: [{ name: 'Sheet', changes: 2 }] })
  expect(await versions(admin, matrix)).toEqual(before)
  const { _id } = made.data as { _id: string }
  expect((await admin.call(compareApprovalDraft, { draftId: _id })).data).toMatchObject({
    rows: data.comparison.rows,
    people: data.comparison.people,
  })
  expect(await auditOf(server, _id)).toMatchObject([{ event: 'approvalDrafts.created' }])
})

test('an export makes the same rows again, whatever has happened since', async () => {
  const matrix = await aMatrix(server)
  const { application, client, pageId } = matrix
  const applicationId = application.id
  await aPage(server, applicationId, '=HYPERLINK("x")')
  const formula = await aMatrix(server, '@Second "page", with a comma', { application, client })
  await matrix.row('Maker', { action: 'Creator', sequence: null })
  await matrix.row('-1+1', {
    action: 'Approval',
    range: [0, LAKH],
    bounds: '[)',
    regions: ['IN-KL', 'IN-DH'],
    days: [-3, 40],
  })
  await matrix.row('Head', {
    action: 'Authorised Approval',
    sequence: 2,
    range: [LAKH + 1, null],
    bounds: '(]',
    regions: ['Panindia'],
  })
  const { id: unplaced } = await matrix.row('Unplaced', { range: [0, LAKH] })
  await server.db.execute(sql`update document_approvals set deleted_at = now() where id = ${unplaced}`)
  await formula.row('Board – all', { action: 'Final Approval', sequence: 3, range: [null, 5 * LAKH + 50], regions: [] })
  await formula.row('Board - all', { action: 'Final Approval', sequence: 4, days: [5, null] })
  // Another client of the same name: an export means the one that has the role.
  const twin = await aClient(server)
  await server.db.execute(sql`update clients set display_name = ${client.actualName} where id = ${twin.id}`)
  await (await aMatrix(server, 'Advice', { application, client: twin })).row('Regional head', { range: [0, LAKH] })
  const first = await exported({ applicationId })
  expect(first).toContain(`"'-1+1"`)
  const [{ version } = { version: 0 }] = await versions(admin, matrix)

  // As it is, it changes nothing.
  const same = await preview(first, { applicationId, removesOthers: true })
  const unchanged = { kind: 'rows', changes: 0, findings: [], counts: { lines: 7, understood: 7 } }
  expect(same.data).toMatchObject(unchanged)
  const book = await workbook({ applicationId })
  expect((await preview(book, { applicationId, removesOthers: true })).data).toMatchObject(unchanged)
  // Nor with a page for the lines that name none: "No page" names none on purpose.
  for (const file of [first, book])
    for (const options of [{}, { removesOthers: true }])
      expect((await preview(file, { applicationId, pageId, ...options })).data).toMatchObject(unchanged)
  const cells = async (file: Buffer) => (await readWorkbook(file)).lines.map((line) => line.cells)
  expect(await cells(book)).toEqual(
    [...parseCsv(first.replace('\uFEFF', ''), ',')].map((line) =>
      line.cells.map(typedCell).join('\t').trimEnd().split('\t'),
    ),
  )
  const sheet = (await openZip(book).read('xl/worksheets/sheet1.xml')) ?? ''
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">-1+1</t>')
  expect(sheet).toContain('<v>100000</v>')

  await server.db.execute(sql`
    update application_roles set range_to = 7, bounds = '[]', regions = '{}', all_regions = true, sequence = 9, action = 'Approval'
    where application_id = ${applicationId}`)
  await server.db.execute(sql`
    update document_approvals set first_day = null, last_day = '2030-01-01'
    where page_id = ${pageId}`)
  await server.db.execute(sql`
    update document_approvals set deleted_at = now() where page_id = ${formula.pageId}`)
  await matrix.row('Added', { range: [0, 1] })
  const restored = await preview(book, { applicationId, removesOthers: true })
  expect(restored.data.findings).toEqual([])
  const made = await makeDraft(book, { applicationId, removesOthers: true, version: restored.data.comparison.version })
  const { _id: draftId } = made.data as { _id: string }
  const rows = (file: string) => file.split('\r\n').filter((line) => !line.includes('"Added"'))
  // What a draft says does not count yet.
  expect(rows(await exported({ applicationId, draftId }))).toEqual(rows(first.replaceAll('In force', 'In the draft')))
  expect(rows(await exported({ applicationId, version }))).toEqual(rows(first))
  expect(await cells(await workbook({ applicationId, version }))).toEqual(await cells(book))
  expect(rows(await exported({ applicationId }))).not.toEqual(rows(first))
  expect(restored.data.comparison.rows).toMatchObject({ removed: 1 })
})

test('rows are removed on the pages of a file, and not while a line names no page', async () => {
  const first = await aMatrix(server)
  const { application, client } = first
  const second = await aMatrix(server, 'Settlement', { application, client })
  for (const matrix of [first, second])
    for (const name of ['Finance', 'Director']) await matrix.row(`${name} ${matrix.pageId}`, { action: 'Approval' })
  const applicationId = application.id
  const options = { applicationId, clientId: client.id, removesOthers: true }
  const [finance, director] = [`Finance ${second.pageId}`, `Director ${second.pageId}`]
  const onePage = await preview(`Role,Limit\n${finance},1 lakh\n`, { ...options, pageId: second.pageId })
  expect(onePage.data).toMatchObject({ counts: { error: 0 }, comparison: { rows: { removed: 1 } } })
  const allPages = await preview(`Page,Role,Limit\nSettlement,${finance},1 lakh\n`, options)
  expect(allPages.data).toMatchObject({ counts: { error: 0 }, comparison: { rows: { removed: 3 } } })
  const merged = await preview(`Page,Role,Limit\n,${director},1 lakh\nSettlement,${finance},1 lakh\n`, options)
  expect(found(merged.data)).toEqual([['page-missing', 2, '']])
})

test('lists of the old portal become a draft; what they say of other applications is left out', async () => {
  const { matrix } = await inOrder(server)
  const { application, client } = matrix
  const advice = await aPage(server, application.id, 'Advice')
  const role = {
    role: 'Director',
    clientData: { displayName: client.actualName },
    regions: ['Panindia', 'Panindia'],
    sequence: '1',
  }
  const file = JSON.stringify({
    applicationRoleMaster: [{ ...role, actionOfRole: 'Final Approval', rangeFrom: 'NA', rangeTo: '250000' }],
    documentApprovalMaster: [
      {
        projectName: application.name,
        clientName: client.actualName,
        roleName: 'Director',
        pageName: 'Advice',
        roleData: [],
      },
      {
        projectName: 'Elsewhere',
        clientName: client.actualName,
        roleName: 'Director',
        pageName: 'Advice',
        roleData: [],
      },
      { projectName: application.name, clientName: 'Nobody & Co', roleName: 'Director', pageName: 'Nowhere' },
    ],
  })
  const { data } = await preview(file, { applicationId: application.id })
  expect(data.kind).toBe('portal')
  expect(found(data)).toEqual([
    ['client-unknown', 4, ''],
    ['page-unknown', 4, ''],
    ['other-application', null, ''],
    ['panindia', 1, 'applicationRoleMaster[0].regions'],
  ])
  const { version } = data.comparison
  const made = await makeDraft(file, { applicationId: application.id, leavesOut: true, version })
  expect(made.status).toBe(200)
  const { _id: draftId } = made.data as { _id: string }
  expect((await admin.call(drafts.listDraftRules, { draftId, changed: true } as never)).data).toMatchObject({
    rows: [{ state: 'added', page: { _id: advice }, role: { name: 'Director' } }],
  })
})

test('lines that contradict each other, or say the same, are named; so is what cannot be read at all', async () => {
  const { matrix } = await inOrder(server)
  const options = { applicationId: matrix.application.id, clientId: matrix.client.id, pageId: matrix.pageId }
  const { data } = await preview(
    'Role,From,To\nDirector,0,5 lakh\nDirector,0,6 lakh\nDirector,0,500000\nChairman,9 lakh,1 lakh\n',
    options,
  )
  expect(found(data)).toEqual([
    ['says-otherwise', 3, ''],
    ['range-upside-down', 5, ''],
    ['line-twice', 4, ''],
  ])
  // Beside a limit that cannot be read, an empty one is not unlimited: leaving one line out must not leave the other.
  const unclear = await preview('Role,From,To\nDirector,0,5M\nDirector,0,\nChairman,0,\n', options)
  expect(found(unclear.data)).toEqual(expect.arrayContaining([['says-otherwise', 3, '']]))
  expect(unclear.data.lines.map(({ line, isUnderstood }) => [line, isUnderstood])).toEqual([
    ...[
      [2, false],
      [3, false],
      [4, true],
    ],
  ])
  // A limit that is not recognised is no limit, so the lines of such a file cannot be left out either.
  const unlimited = 'Role,From,Highest\nDirector,0,500000\n'
  const version = data.comparison.version
  expect(await makeDraft(unlimited, { ...options, version, leavesOut: true })).toMatchObject({
    ...{ status: 400, msg: calls.SHEET_HAS_ERRORS },
  })
  const { data: limited } = await preview(unlimited, { ...options, columns: '2:to' })
  expect(limited).toMatchObject({ counts: { error: 0 }, lines: [{ range: { from: 0, to: 500000 } }] })
  const same = await makeDraft('Role,Limit\nDirector,1 lakh\n', { ...options, version: data.comparison.version })
  expect(same).toMatchObject({ status: 400, msg: 'This file changes nothing.' })
  expect(await preview('{"people": []}', options)).toMatchObject({
    status: 400,
    msg: expect.stringContaining('old portal'),
  })
  expect(await preview('{"people": [', options)).toMatchObject({
    status: 400,
    msg: 'This file cannot be read as JSON.',
  })
  expect(await preview('', options)).toMatchObject({ status: 400 })
  expect(await preview('Role,To\n'.repeat(6000), options)).toMatchObject({
    ...{ status: 400, msg: 'A file can have at most 5,000 lines. Import it in parts.' },
  })
  expect(await preview('Role', { ...options, columns: '0:nonsense' })).toMatchObject({ status: 400 })
})

test('of findings in each of tens of thousands of cells, all are counted and the first are shown', async () => {
  const { matrix } = await inOrder(server)
  const options = { applicationId: matrix.application.id, clientId: matrix.client.id, pageId: matrix.pageId }
  const bands = Array.from({ length: 49 }, (_, at) => `${at * 10} - ${at * 10 + 9}`)
  const sheet = ['Role', ...bands].join() + `\nDirector${',y'.repeat(49)}`.repeat(1000)
  const { status, data } = await preview(sheet, options)
  expect({ status, counts: data.counts }).toEqual({
    status: 200,
    counts: { error: 49_000, warning: 0, lines: 1000, understood: 0 },
  })
  expect(data.findings).toHaveLength(500)
  // Lines beyond those that are shown are left out all the same.
  const given = { ...options, leavesOut: true, version: data.comparison.version }
  expect(await makeDraft(sheet, given)).toMatchObject({ status: 400, msg: 'This file changes nothing.' })
  const { data: regions } = await preview(`Role,Region\nDirector,${'q;'.repeat(20_000).slice(0, 9999)}\n`, options)
  expect(found(regions)).toEqual([
    ['region-unknown', 2, 'B'],
    ['no-range', null, ''],
  ])
})

/** Roles of a client and pages, with a row of each role on each page or none. Versions, which nothing reads here, are not kept. */
async function aWideMatrix({ roles, pages, hasRows }: { roles: number; pages: number; hasRows: boolean }) {
  const matrix = await aMatrix(server, 'Page 1')
  const applicationId = matrix.application.id
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id, action)
      select gen_random_uuid(), ${applicationId}, ${matrix.client.id}, 'Role ' || n, n, 'Approval' from generate_series(1, ${roles}::int) n`)
    await tx.execute(sql`
      insert into pages (id, application_id, name)
      select gen_random_uuid(), ${applicationId}, 'Page ' || n from generate_series(2, ${pages}::int) n`)
    await tx.execute(sql`
      insert into document_approvals (id, application_role_id, page_id)
      select gen_random_uuid(), r.id, p.id from application_roles r join pages p on p.application_id = r.application_id
      where r.application_id = ${applicationId} and ${hasRows}`)
  })
  // The database does so by itself within a minute.
  await server.db.execute(sql`analyze application_roles, pages, document_approvals`)
  return { applicationId, clientId: matrix.client.id }
}

test('a full sheet is imported whole, although each of its rows also changes what its role may approve', async () => {
  const options = await aWideMatrix({ roles: calls.SHEET_MAX_LINES, pages: 500, hasRows: false })
  const lines = Array.from({ length: calls.SHEET_MAX_LINES }, (_, at) => `Page ${(at % 500) + 1},Role ${at + 1},5 lakh`)
  const { data } = await preview(`Page,Role,Limit\n${lines.join('\n')}`, options)
  expect(data).toMatchObject({
    changes: 2 * calls.SHEET_MAX_LINES,
    counts: { lines: calls.SHEET_MAX_LINES, understood: calls.SHEET_MAX_LINES },
  })
  expect(found(data)).toEqual([])
})

test('a file of more changes than a draft may have is refused', async () => {
  const options = await aWideMatrix({ roles: 100, pages: 1 + drafts.DRAFT_CHANGES_MAX / 100, hasRows: true })
  const { data } = await preview('Page,Role\nPage 1,Role 1\n', { ...options, removesOthers: true })
  expect(found(data)).toContainEqual(['too-many-changes', null, ''])
})

test('who may not change drafts imports nothing, and who may see them exports', async () => {
  const { matrix } = await inOrder(server)
  const { visitor: reader } = await someoneWith(server, ['approvals:read'])
  const applicationId = matrix.application.id
  for (const call of [calls.previewSheet, calls.importSheet])
    expect(await post(reader, call, 'Role,Limit\n', { applicationId, name: 'A', version: 1 })).toMatchObject({
      status: 403,
    })
  expect((await download(reader, { applicationId })).statusCode).toBe(200)
  const { visitor: stranger } = await someoneWith(server, ['users:read'])
  expect((await download(stranger, { applicationId })).statusCode).toBe(403)
  const elsewhere = await aMatrix(server)
  expect((await download(reader, { applicationId: elsewhere.application.id, version: 99 })).statusCode).toBe(404)
})
