import * as calls from '@gatehouse/contract/admin/approvals/drafts.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix } from '../../../../test/approvals.ts'
import { aClient, anAssignment, aPerson } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

test('a comparison judges each client by its own rows and people, also by rows for all clients', async () => {
  const first = await aMatrix(server)
  const { application } = first
  const other = await aClient(server)
  const director = await first.row('Director', { action: 'Final Approval', range: [0, 100] })
  await first.person('DIRECTOR')
  const leaver = await aPerson(server)
  await anAssignment(server, leaver.id, application.id, other.id, 'Director')
  await server.db.execute(sql`update users set is_active = false where id = ${leaver.id}`)
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (gen_random_uuid(), ${application.id}, ${other.id}, 'Director', 'D')`)
  await server.db.execute(sql`update document_approvals set all_clients = true where id = ${director.id}`)

  const draft = await aDraft(admin, first)
  const raised = { rangeFrom: 0, rangeTo: null }
  expect(await draft.limits(director.roleId, raised)).toMatchObject({ status: 200 })
  const compared = await draft.compare()
  const named = [...compared.errors, ...compared.kept].map(({ code, client }) => [code, client._id])
  expect(named).toEqual([['no-people', other.id]])
  // A page without rows is a note, which no comparison names.
  expect([...compared.errors, ...compared.warnings, ...compared.kept].map(({ code }) => code)).toEqual(['no-people'])
  expect(await admin.call(calls.deleteApprovalDraft, { draftId: draft.draftId })).toMatchObject({ status: 200 })
})

test('a draft that restores a version changes the rules of all clients in it, each once', async () => {
  const matrix = await aMatrix(server)
  const { application } = matrix
  await server.db.execute(sql`
    with added as (insert into clients (id, actual_name, display_name, uuid)
      select gen_random_uuid(), 'Branch ' || n, 'Branch ' || n, gen_random_uuid() from generate_series(1, 30) n returning id),
    roles as (insert into application_roles (id, application_id, client_id, name, role_id, action, sequence, all_regions)
      select gen_random_uuid(), ${application.id}, id, 'Head', 'H', 'Final Approval', 1, true from added returning id),
    places as (insert into pages (id, application_id, name)
      select gen_random_uuid(), ${application.id}, 'Page ' || n from generate_series(1, 5) n returning id)
    insert into document_approvals (id, application_role_id, page_id)
    select gen_random_uuid(), r.id, (array(select id from places))[1 + n % 5] from (select id, row_number() over () as n from roles) r`)
  await server.db.execute(sql`update application_roles set range_to = 100000 where application_id = ${application.id}`)
  const { rows } = await server.db.execute<{ version: number }>(sql`
    select max(version)::int - 1 as version from approval_versions where application_id = ${application.id}`)
  const draft = await aDraft(admin, matrix, { version: rows[0]?.version ?? 0 })
  expect(await draft.compare()).toMatchObject({ rows: { added: 0, changed: 30, removed: 0 } })
})
