import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { publishManifest } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { approvalRoutings } from '@gatehouse/contract/admin/approvals/routing.ts'
import { DEFAULT_ROUTING } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { askSecondPerson, RULES_HOLD } from '@gatehouse/contract/admin/approvals/second-person.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { versions } from '../../../../test/approval-drafts.ts'
import { aMatrix, aPage } from '../../../../test/approvals.ts'
import { atOnce } from '../../../../test/at-once.ts'
import { aClient } from '../../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

type Someone = Awaited<ReturnType<typeof someoneWith>>
let asha: Someone
beforeAll(async () => {
  const editor = () => someoneWith(server, ['approvals:read', 'approvals:write', 'pages:write'])
  asha = await editor()
  await editor()
})

/** The role Head catches what no row covers, and a row of the Director counts for all clients. */
async function caught(catchAllClient: 'all' | 'one' = 'all', catchAllRole = 'Head') {
  const matrix = await aMatrix(server)
  const applicationId = matrix.application.id
  const { id: row } = await matrix.row('Director', { action: 'Final Approval' })
  await server.db.execute(sql`update document_approvals set all_clients = true where id = ${row}`)
  await matrix.role('Head')
  const zen = await aClient(server)
  const clerk = await matrix.role('Clerk', zen.id)
  const formerHead = await matrix.role('Head', zen.id)
  await server.db.execute(sql`update application_roles set deleted_at = now() where id = ${formerHead}`)
  const old = await aPage(server, applicationId, 'Old', 'INACTIVE')
  const bills = await aPage(server, applicationId, 'Bills')
  const gone = await aPage(server, applicationId, 'Gone')
  await server.db.execute(sql`update pages set deleted_at = now() where id = ${gone}`)
  const catchAllClientId = catchAllClient === 'one' ? matrix.client.id : null
  expect(
    await admin.call(approvalRoutings.create, {
      applicationId,
      ...DEFAULT_ROUTING,
      ...(catchAllRole === '' ? {} : { catchAllRole, catchAllClientId }),
    } as never),
  ).toMatchObject({ status: 200 })
  const version = async () => (await versions(asha.visitor, matrix))[0]?.version
  return { matrix, applicationId, zen, clerk, formerHead, old, bills, gone, version }
}
type Caught = Awaited<ReturnType<typeof caught>>

const role = ({ applicationId, zen }: Caught, name: string) => ({
  ...{ applicationId, clientId: zen.id, role: name, roleId: 'N', regions: ['All'] },
  ...{ actionOfRole: 'Final Approval', sequence: 1, rangeFrom: null, rangeTo: null },
})
const page = ({ applicationId }: Caught, name: string, status = 'ACTIVE') => ({
  ...{ applicationId, page: name, description: '', status },
})
const call = (endpoint: unknown, form: object) =>
  asha.visitor.call(endpoint as typeof pages.create, form as never) as Promise<{ status: number; msg: string }>

const changes: Record<string, (on: Caught) => ReturnType<typeof call>> = {
  'a new role with the name of the catch-all role': (on) => call(applicationRoles.create, role(on, 'HEAD')),
  'a new role with the name of a row for all clients': (on) => call(applicationRoles.create, role(on, 'director')),
  'a role that gets the name of the catch-all role': (on) =>
    call(applicationRoles.update, { ...role(on, 'Head'), applicationRoleMasteId: on.clerk }),
  'a restored role with the name of the catch-all role': (on) => call(applicationRoles.restore, { id: on.formerHead }),
  'a new page': (on) => call(pages.create, page(on, 'New')),
  'a page that becomes active': (on) => call(pages.update, { ...page(on, 'Old'), pageId: on.old }),
  'a page that becomes inactive': (on) => call(pages.update, { ...page(on, 'Bills', 'INACTIVE'), pageId: on.bills }),
  'another name of a page': (on) => call(pages.update, { ...page(on, 'Invoices'), pageId: on.bills }),
  'a restored page': (on) => call(pages.restore, { id: on.gone }),
  'a removed page': (on) => call(pages.remove, { pageId: on.bills }),
  'a new page of a manifest': (on) =>
    call(publishManifest, { applicationId: on.applicationId, pages: [{ id: 'new', name: 'New' }] }),
}

describe.each(Object.entries(changes))(
  '%s changes what the catch-all role or a row for all decides about',
  (_, change) => {
    test('alone, and makes a version', async () => {
      const on = await caught()
      const before = Number(await on.version())
      expect(await change(on)).toMatchObject({ status: 200 })
      expect(await on.version()).toBeGreaterThan(before)
    })

    test('not alone where a second person confirms', async () => {
      const on = await caught()
      expect(await call(askSecondPerson, { applicationId: on.applicationId })).toMatchObject({ status: 200 })
      const before = await on.version()
      expect(await change(on)).toMatchObject({ status: 409, msg: RULES_HOLD })
      expect(await on.version()).toBe(before)
    })

    test('not by somebody who may not give access, where the matrix decides about requests for it', async () => {
      const on = await caught()
      await server.db.execute(sql`update applications set request_rule = 'matrix' where id = ${on.applicationId}`)
      const before = await on.version()
      expect((await change(on)).status).toBe(403)
      expect(await on.version()).toBe(before)
    })
  },
)

test.each<[string, () => Promise<Caught>, (on: Caught) => ReturnType<typeof call>]>([
  ['another role', caught, (on) => call(applicationRoles.create, role(on, 'Boss'))],
  ['an inactive page', caught, (on) => call(pages.create, page(on, 'New', 'INACTIVE'))],
  ['a role of another client', () => caught('one'), (on) => call(applicationRoles.create, role(on, 'Head'))],
  ['a role, without a catch-all', () => caught('all', ''), (on) => call(applicationRoles.create, role(on, 'Head'))],
  ['a page, without a catch-all', () => caught('all', ''), (on) => call(pages.create, page(on, 'New'))],
])('%s that neither the catch-all role nor a row for all decides about stays free', async (_, given, change) => {
  const on = await given()
  expect(await call(askSecondPerson, { applicationId: on.applicationId })).toMatchObject({ status: 200 })
  expect(await change(on)).toMatchObject({ status: 200 })
})

describe('of two changes at the same moment the later one is judged by what the former one made:', () => {
  test('a row, while somebody asks for a second person', async () => {
    const on = await caught()
    const [started, added] = await atOnce(
      server,
      'approval_matrices',
      () => call(askSecondPerson, { applicationId: on.applicationId }),
      () => call(applicationRoles.create, role(on, 'Head')),
    )
    expect([started.status, added]).toEqual([200, expect.objectContaining({ status: 409, msg: RULES_HOLD })])
  })

  test('a new page, while a catch-all role is named that then decides about it', async () => {
    const on = await caught('all', '')
    await server.db.execute(sql`
      update document_approvals d set all_clients = false from pages p where p.id = d.page_id and p.application_id = ${on.applicationId}`)
    await server.db.execute(sql`update applications set request_rule = 'matrix' where id = ${on.applicationId}`)
    const { rows } = await server.db.execute<{ id: string }>(sql`
      select id from approval_routings where application_id = ${on.applicationId}`)
    const naming = { routingId: rows[0]?.id, catchAllRole: 'Head' }
    const [named, added] = await atOnce(
      server,
      'approval_matrices',
      () => admin.call(approvalRoutings.update, naming as never),
      () => call(pages.create, page(on, 'New')),
    )
    expect([named.status, added.status]).toEqual([200, 403])
  })
})
