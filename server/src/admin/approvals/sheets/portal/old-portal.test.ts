import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import * as drafts from '@gatehouse/contract/admin/approvals/drafts.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import {
  compareApprovalDraft,
  MATRIX_CHANGED,
  publishApprovalDraft,
} from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import * as calls from '@gatehouse/contract/admin/approvals/sheets.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix } from '../../../../../test/approvals.ts'
import { aClient, anApplication, anAssignment, aPerson } from '../../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../../test/console.ts'
import { send } from '../../../../../test/pictures.ts'
import { useTestServer, type Visitor } from '../../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

type Options = Record<string, string | number | boolean>
const post = (visitor: Visitor, to: { path: string; field: string }, file: string, options: Options) => {
  const asked = new URLSearchParams(Object.entries(options).map(([key, value]): [string, string] => [key, `${value}`]))
  return send(server, visitor, { field: to.field, path: `${to.path}?${asked}` as `/api/${string}` }, file, {
    filename: 'portal.json',
  })
}
const preview = async (file: string, options: Options, visitor: Visitor = admin) => {
  const { status, msg, data } = await post(visitor, calls.previewSheet, file, options)
  return { status, msg, data: data as calls.SheetPreview }
}
const makeDraft = (file: string, options: Options, visitor: Visitor = admin) =>
  post(visitor, calls.importSheet, file, { name: 'Takeover', ...options })
const found = ({ findings }: calls.SheetPreview) => findings.map(({ code, line }) => [code, line])

/** What an application has, and what is written of it. */
async function stateOf(applicationId: string) {
  const { rows } = await server.db.execute(sql`
    select (select count(*)::int from application_roles where application_id = ${applicationId}) as roles,
      (select count(*)::int from pages where application_id = ${applicationId}) as pages,
      (select count(*)::int from approval_drafts where application_id = ${applicationId}) as drafts,
      (select count(*)::int from audit_events where event in ('applicationRoles.created', 'pages.created', 'approvalDrafts.created')) as lines,
      (select version::int from approval_matrices where application_id = ${applicationId}) as version`)
  return rows[0]
}

async function anOldPortal() {
  const application = await anApplication(server)
  const client = await aClient(server)
  const of = { projectName: application.name, clientName: client.actualName }
  const role = { applicationName: application.name, clientData: { displayName: client.actualName } }
  const everywhere = ['Panindia', 'Panindia']
  const lists = {
    applicationRoleMaster: [
      { ...role, role: 'Clerk', roleId: 'CL-1', regions: everywhere, actionOfRole: 'Creator', sequence: 'NA' },
      {
        ...{ ...role, role: 'Director', roleId: 'DI-1', regions: everywhere, actionOfRole: 'Final Approval' },
        ...{ sequence: '1', rangeFrom: '0', rangeTo: 'NA' },
      },
      {
        ...role,
        role: 'Guest',
        roleId: 'NA',
        regions: 'NA',
        actionOfRole: 'NA',
        sequence: 'NA',
        rangeFrom: 'NA',
        rangeTo: 'NA',
      },
    ],
    documentApprovalMaster: [
      { ...of, roleName: 'Clerk', pageName: 'Advice', roleData: [] },
      { ...of, roleName: 'director', pageName: 'advice ', roleData: [] },
      { ...of, roleName: 'Director', pageName: 'Settlement', roleData: [] },
    ],
  }
  return { applicationId: application.id, client, application, lists, file: JSON.stringify(lists) }
}

test('an application without roles and pages is taken over from the old portal in one go', async () => {
  const { applicationId, client, file } = await anOldPortal()
  const before = await stateOf(applicationId)
  expect(before).toMatchObject({ roles: 0, pages: 0, version: null })
  const names = {
    roles: ['Clerk', 'Director', 'Guest'].map((name) => ({ name, client: client.actualName })),
    pages: ['Advice', 'Settlement'],
    others: { roles: 0, pages: 0 },
  }
  // Without the choice they are named, and errors as before.
  const { data: without } = await preview(file, { applicationId })
  expect(without).toMatchObject({ missing: names, counts: { understood: 0 }, changes: 0 })
  expect(found(without)).toContainEqual(['role-unknown', 1])

  const { data } = await preview(file, { applicationId, makesMissing: true })
  // Also the clerk, whose entry has no amounts.
  expect(found(data).filter(([code]) => code !== 'panindia')).toEqual([
    ...[1, 2, 3].map((line) => ['unlimited-when-empty', line]),
  ])
  expect(data).toMatchObject({
    ...{ missing: names, counts: { error: 0, lines: 6, understood: 6 }, changes: 5 },
    comparison: { version: 0, rows: { added: 3, changed: 0, removed: 0 } },
  })
  // What is found is found of the roles that the preview has made.
  expect(data.comparison.errors.map(({ code, roles }) => [code, roles.map(({ name }) => name)])).toContainEqual([
    ...['no-people', ['Director']],
  ])
  expect(await stateOf(applicationId)).toEqual(before)

  const made = await makeDraft(file, { applicationId, makesMissing: true, version: data.comparison.version })
  expect(made).toMatchObject({ status: 200, msg: 'Draft Created' })
  const { rows: roles } = (await admin.call(applicationRoles.list, { applicationId, page: 0, sort: 'name' } as never))
    .data as {
    rows: Record<string, unknown>[]
  }
  // Until the draft is published, they approve nothing.
  expect(
    roles.map(({ role, roleId, actionOfRole, regions, rangeTo }) => [role, roleId, actionOfRole, regions, rangeTo]),
  ).toEqual([
    ['Clerk', 'CL-1', '', [], null],
    ['Director', 'DI-1', '', [], null],
    ['Guest', 'Guest', '', [], null],
  ])
  const { rows: listed } = (await admin.call(pages.list, { applicationId, page: 0, sort: 'page' } as never)).data as {
    rows: { page: string; _id: string; status: string }[]
  }
  expect(listed).toMatchObject([{ page: 'Advice', status: 'ACTIVE' }, { page: 'Settlement' }])
  expect(await auditOf(server, String(roles[0]?._id))).toMatchObject([{ event: 'applicationRoles.created' }])
  expect(await auditOf(server, String(listed[0]?._id))).toMatchObject([{ event: 'pages.created' }])

  // People can hold them at once.
  for (const role of ['Clerk', 'Director']) {
    const person = await aPerson(server)
    await anAssignment(server, person.id, applicationId, client.id, role)
  }
  const { _id: draftId } = made.data as { _id: string }
  const { data: compared } = await admin.call(compareApprovalDraft, { draftId })
  expect(compared.rows).toEqual(data.comparison.rows)
  const { revision, version } = compared
  const published = await admin.call(publishApprovalDraft, { draftId, revision, version, reason: 'Takeover' } as never)
  expect(published).toMatchObject({ status: 200 })
  const { rows } = await server.db.execute(sql`
    select r.name, p.name as page, r.action, r.all_regions as "isEverywhere", r.range_from::int as "rangeFrom" from document_approvals d
      join application_roles r on r.id = d.application_role_id join pages p on p.id = d.page_id
    where r.application_id = ${applicationId} and d.deleted_at is null order by r.name, p.name`)
  const director = { name: 'Director', action: 'Final Approval', isEverywhere: true, rangeFrom: 0 }
  expect(rows).toEqual([
    { name: 'Clerk', page: 'Advice', action: 'Creator', isEverywhere: true, rangeFrom: null },
    { ...director, page: 'Advice' },
    { ...director, page: 'Settlement' },
  ])
  // Nothing is missing any more.
  const { data: again } = await preview(file, { applicationId, makesMissing: true })
  expect(again).toMatchObject({ missing: { roles: [], pages: [], others: { roles: 0, pages: 0 } }, changes: 0 })
})

test('a list of roles that approve nothing makes the roles alone', async () => {
  const { applicationId, lists } = await anOldPortal()
  const file = JSON.stringify({ applicationRoleMaster: [lists.applicationRoleMaster[2]] })
  const { data } = await preview(file, { applicationId, makesMissing: true })
  expect(data).toMatchObject({ changes: 0, counts: { error: 0 } })
  expect(await makeDraft(file, { applicationId, makesMissing: true, version: 0 })).toMatchObject({ status: 200 })
  expect(await stateOf(applicationId)).toMatchObject({ roles: 1, pages: 0, drafts: 1 })
})

test('who may not make pages makes none with a file; roles need no more than a draft', async () => {
  const { applicationId, lists, file } = await anOldPortal()
  const { visitor } = await someoneWith(server, ['approvals:read', 'approvals:write'])
  const options = { applicationId, makesMissing: true }
  const before = await stateOf(applicationId)
  expect(await preview(file, options, visitor)).toMatchObject({ status: 403, msg: calls.MAKING_PAGES })
  expect(await makeDraft(file, { ...options, version: 0 }, visitor)).toMatchObject({
    status: 403,
    msg: calls.MAKING_PAGES,
  })
  expect(await stateOf(applicationId)).toEqual(before)
  const roles = JSON.stringify({ applicationRoleMaster: lists.applicationRoleMaster })
  expect(await makeDraft(roles, { ...options, version: 0 }, visitor)).toMatchObject({ status: 200 })
  const { visitor: both } = await someoneWith(server, ['approvals:read', 'approvals:write', 'pages:write'])
  expect(await preview(file, options, both)).toMatchObject({ status: 200, data: { counts: { error: 0 } } })
})

test('a refused import leaves no role and no page', async () => {
  const { applicationId, lists } = await anOldPortal()
  const [clerk, director] = lists.applicationRoleMaster
  const options = { applicationId, makesMissing: true, version: 0 }
  const before = await stateOf(applicationId)
  const refused = async (applicationRoleMaster: unknown[], msg: string, more: Options = {}) => {
    const file = JSON.stringify({ ...lists, applicationRoleMaster })
    expect(await makeDraft(file, { ...options, ...more })).toMatchObject({ msg })
    expect(await stateOf(applicationId)).toEqual(before)
  }
  await refused([clerk, { ...director, rangeTo: 'plenty' }], calls.SHEET_HAS_ERRORS)
  await refused([clerk, { ...director, role: 'D'.repeat(101) }], calls.SHEET_HAS_ERRORS)
  await refused([clerk, { ...director, role: 'Dіrector' }], calls.SHEET_HAS_ERRORS)
  await refused([clerk, { ...director, roleId: 'cl-1' }], calls.SHEET_HAS_ERRORS)
  const later = await makeDraft(JSON.stringify(lists), { ...options, version: 7 })
  expect(later).toMatchObject({ status: 409, msg: MATRIX_CHANGED })
  expect(await stateOf(applicationId)).toEqual(before)
})

test('a role whose id another role has is an error of its line, and so is a name that cannot be one', async () => {
  const { applicationId, lists } = await anOldPortal()
  const [clerk, director] = lists.applicationRoleMaster
  const file = JSON.stringify({
    applicationRoleMaster: [
      clerk,
      { ...director, roleId: 'cl-1' },
      { ...director, role: 'D'.repeat(101), roleId: 'X' },
    ],
  })
  const { data } = await preview(file, { applicationId, makesMissing: true })
  expect(data.missing.roles.map(({ name }) => name)).toEqual(['Clerk'])
  const beside = ['panindia', 'no-page', 'unlimited-when-empty']
  expect(found(data).filter(([code]) => !beside.includes(String(code)))).toEqual([
    ['role-id-taken', 2],
    ['role-unknown', 2],
    ['role-unknown', 3],
  ])
  expect(await makeDraft(file, { applicationId, makesMissing: true, leavesOut: true, version: 0 })).toMatchObject({
    status: 200,
  })
  expect(await stateOf(applicationId)).toMatchObject({ roles: 1 })
})

test('two thousand roles and pages that an empty application lacks are made with one file, each with its line of the audit', async () => {
  const { applicationId, lists } = await anOldPortal()
  const [, director] = lists.applicationRoleMaster
  const [, , row] = lists.documentApprovalMaster
  const each = Array.from({ length: 1000 }, (_, at) => at + 1)
  const file = JSON.stringify({
    applicationRoleMaster: each.map((n) => ({ ...director, role: `Role ${n}`, roleId: `R${n}` })),
    documentApprovalMaster: each.map((n) => ({ ...row, roleName: `Role ${n}`, pageName: `Page ${n}` })),
  })
  const { lines: before } = (await stateOf(applicationId)) as { lines: number }
  const { data } = await preview(file, { applicationId })
  const others = 1000 - calls.MISSING_LISTED
  expect(data).toMatchObject({ counts: { lines: 2000 }, missing: { others: { roles: others, pages: others } } })
  expect(data.missing.roles).toHaveLength(calls.MISSING_LISTED)
  expect(await makeDraft(file, { applicationId, makesMissing: true, version: 0 })).toMatchObject({ status: 200 })
  // The draft has a line, too.
  expect(await stateOf(applicationId)).toMatchObject({ roles: 1000, pages: 1000, drafts: 1, lines: before + 2001 })
})

test('a sheet makes no roles and pages: an unknown name of it is probably misspelt', async () => {
  const matrix = await aMatrix(server)
  const options = { applicationId: matrix.application.id, clientId: matrix.client.id, makesMissing: true }
  const before = await stateOf(matrix.application.id)
  const sheet = 'Role,Page,Action\nTreasurer,Advice,Approval\n'
  expect(await preview(sheet, options)).toMatchObject({ status: 400, msg: calls.ONLY_OLD_PORTAL })
  expect(await makeDraft(sheet, { ...options, version: 0 })).toMatchObject({ status: 400, msg: calls.ONLY_OLD_PORTAL })
  const { data } = await preview(sheet, { ...options, makesMissing: false })
  expect(data.missing).toMatchObject({ roles: [], pages: [] })
  expect(await stateOf(matrix.application.id)).toEqual(before)
  expect(
    (await admin.call(drafts.listApprovalDrafts, { applicationId: matrix.application.id } as never)).data,
  ).toMatchObject({
    total: 0,
  })
})
