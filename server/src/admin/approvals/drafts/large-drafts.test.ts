import { createApprovalDraft } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { importSheet, previewSheet, type SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { draftOf, versions } from '../../../../test/approval-drafts.ts'
import { aMatrix } from '../../../../test/approvals.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { send } from '../../../../test/pictures.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const PAGES = 120
const ROLES = 10
const ROWS = PAGES * ROLES

/** Roles without limits, each with a person, which have a row on each page except the last one. */
async function aLargeMatrix() {
  const matrix = await aMatrix(server, 'Page 1')
  const applicationId = matrix.application.id
  await server.db.execute(sql`
    insert into pages (id, application_id, name)
    select gen_random_uuid(), ${applicationId}, 'Page ' || n from generate_series(2, ${PAGES}::int) n`)
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id, action, sequence, all_regions)
    select gen_random_uuid(), ${applicationId}, ${matrix.client.id}, 'Role ' || n, 'R' || n, 'Final Approval', 1, true
    from generate_series(1, ${ROLES}::int) n`)
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id)
    select gen_random_uuid(), r.id, p.id from application_roles r join pages p on p.application_id = r.application_id
    where r.application_id = ${applicationId} and p.name <> ${`Page ${PAGES}`}`)
  for (let n = 1; n <= ROLES; n++) await matrix.person(`Role ${n}`)
  return matrix
}

type LargeMatrix = Awaited<ReturnType<typeof aLargeMatrix>>

const rowsOf = async ({ application }: LargeMatrix) =>
  (
    await server.db.execute<{ rows: number; begun: number; version: number }>(sql`
      select count(*)::int as rows, (count(*) filter (where d.first_day = '2020-01-01'))::int as begun, sum(d.version)::int as version
      from document_approvals d join application_roles r on r.id = d.application_role_id
      where r.application_id = ${application.id} and d.deleted_at is null`)
  ).rows[0]

/** The lines of the audit about single records, since a moment. */
const linesOf = async (events: string, since: Date) =>
  (
    await server.db.execute<{ event: string; lines: number; records: number }>(sql`
      select event, count(*)::int as lines, count(distinct subject_id)::int as records from audit_events
      where event like ${events} and at >= ${since.toISOString()} group by event order by event`)
  ).rows

/** A sheet that gives each row a first day, and adds the missing ones. */
function aSheet({ application, client }: LargeMatrix) {
  const lines = Array.from(
    { length: ROWS },
    (_, at) => `Page ${Math.floor(at / ROLES) + 1},Role ${(at % ROLES) + 1},2020-01-01`,
  )
  const file = ['Page,Role,First day', ...lines].join('\n')
  const upload = (to: { path: string; field: string }, more: Record<string, string> = {}) => {
    const options = new URLSearchParams({ applicationId: application.id, clientId: client.id, ...more })
    return send(server, admin, { field: to.field, path: `${to.path}?${options}` as `/api/${string}` }, file, {
      filename: 'sheet.csv',
    })
  }
  const preview = async () => (await upload(previewSheet)).data as SheetPreview
  return {
    preview,
    draft: async () => {
      const made = await upload(importSheet, { name: 'Sheet', version: String((await preview()).comparison.version) })
      expect(made).toMatchObject({ status: 200 })
      return draftOf(admin, (made.data as { _id: string })._id)
    },
  }
}

test('a sheet of more than a thousand changed rows is one draft, and one that is rolled back is another', async () => {
  const matrix = await aLargeMatrix()
  const applicationId = matrix.application.id
  const former = (await versions(admin, matrix))[0]?.version as number
  const sheets = aSheet(matrix)
  expect(await sheets.preview()).toMatchObject({
    ...{ changes: ROWS, counts: { error: 0, lines: ROWS, understood: ROWS } },
    comparison: { rows: { added: ROLES, changed: ROWS - ROLES, removed: 0 }, errors: [] },
  })
  const sheet = await sheets.draft()
  const published = await server.db.now()
  expect(await sheet.publish('Resolved by the board')).toMatchObject({ status: 200 })
  expect(await rowsOf(matrix)).toEqual({ rows: ROWS, begun: ROWS, version: 2 * ROWS - ROLES })
  // Each change has its line of the audit, as on the screens, and all of them are one version.
  expect(await linesOf('documentApprovals.%', published)).toEqual([
    { event: 'documentApprovals.created', lines: ROLES, records: ROLES },
    { event: 'documentApprovals.updated', lines: ROWS - ROLES, records: ROWS - ROLES },
  ])
  expect(await linesOf('applicationRoles.%', published)).toEqual([
    { event: 'applicationRoles.page-attached', lines: ROWS, records: ROLES },
  ])
  expect((await versions(admin, matrix))[0]).toMatchObject({ version: former + 1, changes: ROWS, draftName: 'Sheet' })

  const back = await admin.call(createApprovalDraft, { applicationId, name: 'Back', version: former })
  expect(back).toMatchObject({ status: 200 })
  const restored = draftOf(admin, back.data._id)
  expect(await restored.read()).toMatchObject({ changes: ROWS, clashes: 0, leftOut: [] })
  const rolledBack = await server.db.now()
  expect(await restored.publish('The board has thought again')).toMatchObject({ status: 200 })
  expect(await rowsOf(matrix)).toMatchObject({ rows: ROWS - ROLES, begun: 0 })
  expect(await linesOf('documentApprovals.%', rolledBack)).toEqual([
    { event: 'documentApprovals.deleted', lines: ROLES, records: ROLES },
    { event: 'documentApprovals.updated', lines: ROWS - ROLES, records: ROWS - ROLES },
  ])
})

test('of many changes without effect, and rows that cannot be restored, the first are named and all are counted', async () => {
  const matrix = await aLargeMatrix()
  const applicationId = matrix.application.id
  const former = (await versions(admin, matrix))[0]?.version as number
  const sheet = await aSheet(matrix).draft()
  await server.db.execute(sql`
    update document_approvals d set deleted_at = now() from application_roles r, pages p
    where r.id = d.application_role_id and p.id = d.page_id and r.application_id = ${applicationId}
      and (r.name = 'Role 10' or r.name = 'Role 1' and p.name = 'Page 1')`)
  await server.db.execute(sql`
    update application_roles set deleted_at = now() where application_id = ${applicationId} and name = 'Role 10'`)
  const draft = await sheet.read()
  // With the row of the other role, which the matrix has lost meanwhile.
  expect(draft).toMatchObject({ lostCount: PAGES, clashes: PAGES + 1 })
  expect(draft.lost).toHaveLength(100)
  expect(draft.lost[0]).toMatchObject({ name: expect.stringContaining(': Role 10') })
  const back = await admin.call(createApprovalDraft, { applicationId, name: 'Back', version: former })
  expect(back).toMatchObject({ status: 200 })
  const restored = await draftOf(admin, back.data._id).read()
  expect(restored).toMatchObject({ changes: 1, leftOutCount: PAGES - 1 })
  expect(restored.leftOut).toHaveLength(100)
})
