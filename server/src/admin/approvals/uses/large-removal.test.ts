import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { importSheet, previewSheet, type SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { draftOf } from '../../../../test/approval-drafts.ts'
import { aMatrix } from '../../../../test/approvals.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { send } from '../../../../test/pictures.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const PAGES = 50
const ROLES = 1000
const IDLE = 20
const OTHER_PEOPLE = 500

/**
 * On each page twenty roles that one person each has. In the same step on all pages are twenty that nobody has, and in the next step one
 * that somebody has. Most people of the application have nothing to approve.
 */
async function aBusyMatrix() {
  const matrix = await aMatrix(server, 'Page 1')
  const [applicationId, clientId] = [matrix.application.id, matrix.client.id]
  await server.db.execute(sql`
    insert into pages (id, application_id, name)
    select gen_random_uuid(), ${applicationId}, 'Page ' || n from generate_series(2, ${PAGES}::int) n`)
  const roles = [...numbered('Held', ROLES), ...numbered('Idle', IDLE)]
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id, action, sequence, all_regions)
    select gen_random_uuid(), ${applicationId}, ${clientId}, name, name, 'Approval', 1, true from unnest(${roles}::text[]) name`)
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id, all_pages)
    select gen_random_uuid(), r.id, p.id, r.name like 'Idle %' from application_roles r
    join pages p on p.application_id = r.application_id and p.name = 'Page ' || (split_part(r.name, ' ', 2)::int % ${PAGES} + 1)
    where r.application_id = ${applicationId}`)
  await server.db.execute(sql`
    insert into users (id, user_name, email, first_name, last_name)
    select gen_random_uuid(), 'holder' || n, 'holder' || n || '@large.example', 'Holder', n::text
    from generate_series(1, ${ROLES + OTHER_PEOPLE}::int) n`)
  await server.db.execute(sql`
    insert into assignments (id, user_id, application_id, client_id, role)
    select gen_random_uuid(), id, ${applicationId}, ${clientId}, case when last_name::int > ${ROLES} then 'Reader' else 'held ' || last_name end
    from users where first_name = 'Holder'`)
  const last = await matrix.row('Keeper', { action: 'Final Approval', sequence: 2 })
  await server.db.execute(sql`update document_approvals set all_pages = true where id = ${last.id}`)
  await matrix.person('Keeper')
  const [lender, standIn] = [await matrix.person('Held 1'), await matrix.person('Keeper')]
  await matrix.standIn(lender, standIn, 'Held 1')
  return matrix
}

type BusyMatrix = Awaited<ReturnType<typeof aBusyMatrix>>

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`)

/** A draft that leaves the roles that nobody has, and the one of the next step. */
async function aRemoval({ application, client }: BusyMatrix) {
  const idle = numbered('Idle', IDLE).map((role, at) => `Page ${((at + 1) % PAGES) + 1},${role},yes`)
  const file = ['Page,Role,All pages', 'Page 1,Keeper,yes', ...idle].join('\n')
  const upload = (to: { path: string; field: string }, more: Record<string, string> = {}) => {
    const options = { applicationId: application.id, clientId: client.id, removesOthers: 'true', ...more }
    const path = `${to.path}?${new URLSearchParams(options)}` as const
    return send(server, admin, { field: to.field, path: path as `/api/${string}` }, file, { filename: 'sheet.csv' })
  }
  const { comparison } = (await upload(previewSheet)).data as SheetPreview
  expect(comparison).toMatchObject({
    rows: { added: 0, changed: 0, removed: ROLES },
    people: { gain: 0, lose: ROLES + 1 },
  })
  const made = await upload(importSheet, { name: 'Fewer', version: String(comparison.version) })
  expect(made).toMatchObject({ status: 200 })
  return draftOf(admin, (made.data as { _id: string })._id)
}

/** What single rows were said to carry, and what the lines of the audit have about it. */
async function linesAbout(ids: readonly string[]) {
  const { rows } = await server.db.execute<{ id: string; detached: unknown }>(sql`
    select subject_id as id, detail -> 'detached' as detached from audit_events
    where event = 'documentApprovals.deleted' and subject_id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, detached }) => [id, detached]))
}

test('a draft that removes a thousand rows, whose roles a thousand people have, is published, and each line of the audit says what went with it', async () => {
  const matrix = await aBusyMatrix()
  const { rows } = await server.db.execute<{ id: string; role: string }>(sql`
    select d.id, r.name as role from document_approvals d join application_roles r on r.id = d.application_role_id
    where r.application_id = ${matrix.application.id} and r.name in ('Held 1', 'Held 2', 'Idle 1')`)
  const idOf = (role: string) => rows.find((row) => row.role === role)?.id as string
  const draft = await aRemoval(matrix)
  // Others of the step stay while only this one goes.
  expect((await admin.call(documentApprovals.uses, { id: idOf('Held 2') })).data).toEqual([
    { kind: 'people', effect: 'leaves', count: 1, names: ['Holder 2'] },
  ])
  expect(await draft.publish('Decided by the board')).toMatchObject({ status: 200 })
  const lines = await linesAbout(rows.map(({ id }) => id))
  const alone = { kind: 'steps of approvals that nobody else can approve', count: 1 }
  expect(lines.get(idOf('Held 2'))).toEqual([{ kind: 'people', count: 1 }, alone])
  expect(lines.get(idOf('Held 1'))).toEqual([{ kind: 'people', count: 2 }, alone, { kind: 'stand-ins', count: 1 }])
  expect(lines.has(idOf('Idle 1'))).toBe(false)
})
