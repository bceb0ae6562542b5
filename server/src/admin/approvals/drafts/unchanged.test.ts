import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { approvalRoutings } from '@gatehouse/contract/admin/approvals/routing.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { inOrder, versions } from '../../../../test/approval-drafts.ts'
import { auditOf, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

test('an update that changes nothing makes no version of the matrix, so that nobody who edits it is refused', async () => {
  const { matrix, low } = await inOrder(server)
  const applicationId = matrix.application.id
  const clientId = matrix.client.id
  const { rows } = await server.db.execute<{ row: string; roleId: string }>(sql`
    select d.id as row, r.role_id as "roleId" from document_approvals d join application_roles r on r.id = d.application_role_id
    where r.id = ${low.roleId}`)
  const { data: routing } = await admin.call(approvalRoutings.create, { applicationId, mode: 'ladder' } as never)
  const named = { applicationId, clientId, role: 'Director', roleId: rows[0]?.roleId as string }
  const update = (changes: object = {}) =>
    admin.call(applicationRoles.update, { ...named, applicationRoleMasteId: low.roleId, ...changes } as never)
  const place = { projectId: applicationId, clientId, roleId: low.roleId, pageId: matrix.pageId }
  const updateRow = (changes: object = {}) =>
    admin.call(documentApprovals.update, { ...place, documnetMasteId: rows[0]?.row, ...changes } as never)
  const updateRouting = (mode: string) => admin.call(approvalRoutings.update, { routingId: routing._id, mode } as never)
  const numbers = async () => (await versions(admin, matrix)).map(({ version }) => version)
  const before = await numbers()
  const lines = (await auditOf(server, low.roleId)).length

  const { data: same } = await update()
  expect(await update({ version: same.version, rangeTo: 100_000 })).toMatchObject({ status: 200, data: same })
  expect(await updateRow()).toMatchObject({ status: 200 })
  expect(await updateRouting('ladder')).toMatchObject({ status: 200, data: { version: routing.version } })
  expect(await numbers()).toEqual(before)
  expect(await auditOf(server, low.roleId)).toHaveLength(lines)

  // A change is one, also after updates that change nothing.
  expect(await update({ version: same.version, rangeTo: 5 })).toMatchObject({ status: 200, data: { rangeTo: 5 } })
  expect(await updateRow({ lastDay: '2099-12-31' })).toMatchObject({ status: 200 })
  expect(await numbers()).toHaveLength(before.length + 2)
  expect(await auditOf(server, low.roleId)).toHaveLength(lines + 1)
  expect(await update({ version: same.version, rangeTo: 6 })).toMatchObject({ status: 409 })
})
