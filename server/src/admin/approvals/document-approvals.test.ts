import { attachPagesToRole, detachPagesFromRole } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClient, anApplication } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import { useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)
beforeAll(async () => {
  Object.assign(another, (await aFittingPage()).ids)
})
// A role approves a page only once, so each test that changes to this page needs it free.
beforeEach(() => server.db.execute(sql`delete from document_approvals where page_id = ${another.pageId}`))

let count = 0

/** The page that tests change to. Its ids are set once the server has started. */
const another: Record<string, string> = {}

/** An application role, and a page assigned to it. */
async function aFittingPage() {
  const [roleId, pageId] = [newId(), newId()]
  const [application, client] = [await anApplication(server), await aClient(server)]
  const number = ++count
  const names = { role: `Approver ${number}`, page: `Settlement ${number}` }
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id, sequence, action, range_from, range_to)
    values (${roleId}, ${application.id}, ${client.id}, ${names.role}, 'A', ${number}, 'Approval', ${100 * number}, 90000)`)
  await server.db.execute(
    sql`insert into pages (id, application_id, name) values (${pageId}, ${application.id}, ${names.page})`,
  )
  await server.db.execute(
    sql`insert into application_role_pages (application_role_id, page_id) values (${roleId}, ${pageId})`,
  )
  return { ids: { pageId, roleId, clientId: client.id, projectId: application.id }, names, application, client }
}

/** The form of the specified call (requirement A18). The server ignores the names in it. */
const aForm = async () => ({
  ...(await aFittingPage()).ids,
  projectName: 'Another project',
  pageName: 'Another page',
  clientName: 'Another client',
  roleName: 'Another role',
})

const ROLE = 'Choose a role of this application and client.'
const PAGE = 'Choose a page of this application.'
const NOBODY = '018f0000-0000-7000-8000-000000000000'

behavesAsResource(() => server, {
  resource: documentApprovals,
  table: 'document_approvals',
  form: aForm,
  change: another,
  shown: ({ projectName: _p, pageName: _a, clientName: _c, roleName: _r, ...ids }) => ids,
  changed: another,
  values: {
    projectName: ({ projectName }) => projectName,
    pageName: ({ pageName }) => pageName,
    clientName: ({ clientName }) => clientName,
    roleName: ({ roleName }) => roleName,
    actionOfRole: ({ roleData }) => roleData[0]?.actionOfRole ?? '',
    sequence: ({ roleData }) => roleData[0]?.sequence ?? Number.POSITIVE_INFINITY,
    range: ({ roleData }) => roleData[0]?.rangeFrom ?? Number.POSITIVE_INFINITY,
  },
  duplicate: async (form) => form,
  taken: 'This role already approves this page.',
  refused: [
    [{ projectId: undefined }, 'Application is required'],
    [{ clientId: 'All' }, 'Client Name is required'],
    [{ roleId: '' }, 'Role is required'],
    [{ pageId: undefined }, 'Name is required'],
    [{ projectId: NOBODY }, ROLE],
    [{ clientId: NOBODY }, ROLE],
    [{ roleId: NOBODY }, ROLE],
    [{ pageId: NOBODY }, PAGE],
  ],
})

describe('a document approval', () => {
  test('shows the names, action, range and sequence of its records, whatever the body contains', async () => {
    const { ids, names, application, client } = await aFittingPage()
    const { data } = await admin.call(documentApprovals.create, {
      ...(await aForm()),
      ...ids,
      roleData: [{ sequence: 99 }],
    })
    expect(data).toMatchObject({
      projectName: application.name,
      clientName: client.actualName,
      roleName: names.role,
      pageName: names.page,
      roleData: [{ sequence: count - 1, actionOfRole: 'Approval', rangeFrom: count - 1, rangeTo: 900 }],
    })
  })

  test.each<
    [
      string,
      (own: Awaited<ReturnType<typeof aFittingPage>>, other: Awaited<ReturnType<typeof aFittingPage>>) => object,
      string,
    ]
  >([
    ['with a role of another project', (own, other) => ({ ...own.ids, projectId: other.ids.projectId }), ROLE],
    ['with a role of another client', (own, other) => ({ ...own.ids, clientId: other.ids.clientId }), ROLE],
    ['with a page of another project', (own, other) => ({ ...own.ids, pageId: other.ids.pageId }), PAGE],
  ])('%s is refused, on creation and on change', async (_case, mix, msg) => {
    const [own, other] = [await aFittingPage(), await aFittingPage()]
    const { data: row } = await admin.call(documentApprovals.create, own.ids)
    const sent = mix(own, other)
    expect(await admin.call(documentApprovals.create, sent)).toMatchObject({ status: 400, msg })
    expect(await admin.call(documentApprovals.update, { ...sent, documnetMasteId: row._id })).toMatchObject({
      status: 400,
      msg,
    })
    expect((await admin.call(documentApprovals.list, { projectId: own.ids.projectId })).data).toEqual([row])
  })

  test('needs a page that is assigned to its role, also when it is restored', async () => {
    const { ids } = await aFittingPage()
    const link = { id: ids.roleId, pageId: ids.pageId }
    const msg = 'This page is not assigned to the role. Assign it first.'
    await admin.call(detachPagesFromRole, link)
    expect(await admin.call(documentApprovals.create, ids)).toMatchObject({ status: 400, msg })
    await admin.call(attachPagesToRole, link)
    const { data: row } = await admin.call(documentApprovals.create, ids)
    await admin.call(documentApprovals.remove, { documnetMasteId: row._id })
    await admin.call(detachPagesFromRole, link)
    expect(await admin.call(documentApprovals.restore, { id: row._id })).toMatchObject({ status: 400, msg })
    const { rows } = await server.db.execute(
      sql`select 1 from document_approvals where id = ${row._id} and deleted_at is null`,
    )
    expect(rows).toEqual([])
  })

  test('never exists without its page, even when both are changed at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { ids } = await aFittingPage()
      const link = { id: ids.roleId, pageId: ids.pageId }
      const [created, detached] = await Promise.all([
        admin.call(documentApprovals.create, ids),
        admin.call(detachPagesFromRole, link),
      ])
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([created.status, detached.status])
    }
  })

  test('is listed by its project and its client', async () => {
    const [one, other] = [await aFittingPage(), await aFittingPage()]
    const { data: first } = await admin.call(documentApprovals.create, one.ids)
    const { data: second } = await admin.call(documentApprovals.create, other.ids)
    expect((await admin.call(documentApprovals.list, { projectId: one.ids.projectId })).data).toEqual([first])
    expect((await admin.call(documentApprovals.list, { clientId: other.ids.clientId })).data).toEqual([second])
  })
})
