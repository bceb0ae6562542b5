import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix, aPage, type TestMatrix } from '../../../../test/approvals.ts'
import { aClient } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const SAME = { range: [100_00, 200_00] as [number, number], regions: ['IN-KL', 'IN-TN'] }
type Other = NonNullable<Parameters<TestMatrix['row']>[1]> & {
  /** Where its row stands, and for whom it counts. */
  page?: 'another'
  client?: 'another'
  allPages?: true
  allClients?: true
  status?: 'INACTIVE'
  hasNobody?: true
}

const REPLACES: [string, Other][] = [
  ['is the same', {}],
  ['has more amounts and regions', { range: [null, null], regions: 'All' }],
  ['begins with the same amount, by other bounds', { range: [99_99, 200_00], bounds: '(]' }],
  ['stands on another page, and counts on all', { page: 'another', allPages: true }],
  ['is of another client, and counts for all', { client: 'another', allClients: true }],
]
const LEAVES: [string, Other][] = [
  ['is another action', { action: 'Authorised' }],
  ['acts in another step', { sequence: null }],
  ['begins one paisa later', { range: [100_00, null], bounds: '(]' }],
  ['ends one paisa before', { range: [null, 200_00], bounds: '[)' }],
  ['lacks a region', { regions: ['IN-KL'] }],
  ['is for another page', { page: 'another' }],
  ['is of another client', { client: 'another' }],
  ['is inactive', { status: 'INACTIVE' }],
  ['is one that nobody has', { hasNobody: true }],
]

test.each([
  ...REPLACES.map(([name, other]) => ['replaced', name, other] as const),
  ...LEAVES.map(([name, other]) => ['lost', name, other] as const),
])(
  'a step is %s where the other row %s: before a row is deleted, and in the audit of a draft that removes it',
  async (result, _, other) => {
    const matrix = await aMatrix(server)
    const { id, roleId } = await matrix.row('Clerk', SAME)
    await matrix.person('Clerk')
    const last = await matrix.row('Director', { action: 'Final Approval', sequence: 2 })
    await matrix.person('Director')
    await addOther(matrix, other)

    const { data } = await admin.call(documentApprovals.uses, { id })
    expect(data.map(({ kind, count }) => [kind, count])).toEqual([
      ['people', 1],
      ...(result === 'lost' ? [['steps of approvals that nobody else can approve', 1]] : []),
    ])
    // So that the draft leaves no page without anybody.
    await server.db.execute(sql`update document_approvals set all_pages = true where id = ${last.id}`)
    const draft = await aDraft(admin, matrix)
    await draft.remove(roleId, matrix.pageId)
    expect(await draft.publish('Decided')).toMatchObject({ status: 200 })
    const { rows } = await server.db.execute(sql`
    select detail -> 'detached' as detached from audit_events where event = 'documentApprovals.deleted' and subject_id = ${id}`)
    expect(rows).toEqual([{ detached: data.map(({ kind, count }) => ({ kind, count })) }])
  },
)

async function addOther(matrix: TestMatrix, other: Other) {
  const client = other.client ? await aClient(server) : matrix.client
  const pageId = other.page ? await aPage(server, matrix.application.id, 'Refunds') : matrix.pageId
  const { id, roleId } = await matrix.row('Deputy', { ...SAME, ...other })
  if (other.hasNobody !== true) await matrix.person('Deputy')
  await server.db.execute(sql`update application_roles set client_id = ${client.id} where id = ${roleId}`)
  await server.db.execute(sql`
    update document_approvals set page_id = ${pageId}, all_pages = ${other.allPages === true}, all_clients = ${other.allClients === true},
      status = ${other.status ?? 'ACTIVE'} where id = ${id}`)
}
