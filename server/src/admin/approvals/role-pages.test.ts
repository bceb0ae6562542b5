import {
  attachPagesToRole,
  detachPagesFromRole,
  pagesOfRole,
} from '@gatehouse/contract/admin/approvals/application-roles.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, someoneSignedIn } from '../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

async function aPage(applicationId: string, name: string, status = 'ACTIVE') {
  const id = newId()
  await server.db.execute(sql`
    insert into pages (id, application_id, name, status) values (${id}, ${applicationId}, ${name}, ${status})`)
  return id
}

async function aRole() {
  const [application, client] = [await anApplication(server), await aClient(server)]
  const id = newId()
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (${id}, ${application.id}, ${client.id}, 'Manager', 'M')`)
  const names = { roleName: 'manager', applicationName: application.name, clientName: client.actualName.toUpperCase() }
  return { id, application, client, names }
}

const attach = (visitor: Visitor, id: unknown, pageId: unknown) => visitor.call(attachPagesToRole, { id, pageId })
const detach = (visitor: Visitor, id: unknown, pageId: unknown) => visitor.call(detachPagesFromRole, { id, pageId })
const attached = async (id: string) => {
  const { rows } = await server.db.execute<{ page: string }>(sql`
    select page_id as page from application_role_pages where application_role_id = ${id}`)
  return rows.map(({ page }) => page)
}

describe('the pages of a role', () => {
  test('are attached and detached one by one, each with an audit line', async () => {
    const { id, application, names } = await aRole()
    const [survey, claims] = [await aPage(application.id, 'survey'), await aPage(application.id, 'Claims', 'INACTIVE')]
    expect(await attach(admin, id, survey)).toMatchObject({ status: 200, msg: 'Page Attached' })
    await attach(admin, id, claims)
    expect((await admin.call(pagesOfRole, names)).data).toEqual([
      {
        _id: id,
        pageData: [
          { _id: claims, page: 'Claims' },
          { _id: survey, page: 'survey' },
        ],
      },
    ])
    expect(await detach(admin, id, claims)).toMatchObject({ status: 200, msg: 'Page Detached' })
    expect(await attached(id)).toEqual([survey])
    expect(await auditOf(server, id)).toMatchObject([
      { event: 'applicationRoles.page-attached', detail: { name: 'Manager', page: 'survey' } },
      { event: 'applicationRoles.page-attached', detail: { name: 'Manager', page: 'Claims' } },
      { event: 'applicationRoles.page-detached', detail: { name: 'Manager', page: 'Claims' } },
    ])
  })

  test('are attached only once', async () => {
    const { id, application } = await aRole()
    const page = await aPage(application.id, 'Claims')
    await attach(admin, id, page)
    expect(await attach(admin, id, page)).toMatchObject({ status: 200 })
    expect([await attached(id), (await auditOf(server, id)).length]).toEqual([[page], 1])
  })

  test('are not detached while an approval needs them', async () => {
    const { id, application } = await aRole()
    const page = await aPage(application.id, 'Claims')
    await attach(admin, id, page)
    await server.db.execute(sql`
      insert into document_approvals (id, application_role_id, page_id) values (${newId()}, ${id}, ${page})`)
    expect(await detach(admin, id, page)).toMatchObject({
      status: 409,
      data: { uses: [{ kind: 'document approvals', effect: 'blocks', count: 1, names: ['Claims'] }] },
    })
    expect([await attached(id), (await auditOf(server, id)).length]).toEqual([[page], 1])
  })

  test('must belong to its application', async () => {
    const { id } = await aRole()
    const { application: other } = await aRole()
    expect(await attach(admin, id, await aPage(other.id, 'Claims'))).toMatchObject({
      status: 400,
      msg: 'This page belongs to another application.',
    })
    expect([await attached(id), await auditOf(server, id)]).toEqual([[], []])
  })

  test('are neither attached nor detached if the role or page is unknown, deleted or not an id', async () => {
    const NOBODY = newId()
    const { id, application } = await aRole()
    const page = await aPage(application.id, 'Claims')
    const gone = await aPage(application.id, 'Gone')
    await server.db.execute(sql`update pages set deleted_at = now() where id = ${gone}`)
    for (const [role, one] of [
      [NOBODY, page],
      [id, NOBODY],
      [id, gone],
    ])
      for (const change of [attach, detach]) expect(await change(admin, role, one)).toMatchObject({ status: 404 })
    expect(await detach(admin, id, page)).toMatchObject({ status: 404 })
    for (const change of [attach, detach]) {
      expect(await change(admin, 'none', page)).toMatchObject({ status: 400, msg: 'Role is required' })
      expect(await change(admin, id, undefined)).toMatchObject({ status: 400, msg: 'Status is required' })
    }
    expect([await attached(id), await auditOf(server, id)]).toEqual([[], []])
  })

  test('are changed with the permission to change approvals', async () => {
    const { id, application } = await aRole()
    const page = await aPage(application.id, 'Claims')
    const reader = await someoneWith(server, ['approvals:read', 'pages:write'])
    for (const change of [attach, detach]) {
      expect(await change(server.visitor(), id, page)).toMatchObject({ status: 401 })
      expect(await change(reader.visitor, id, page)).toMatchObject({ status: 403 })
    }
    const { visitor } = await someoneWith(server, ['approvals:write'])
    expect((await attach(visitor, id, page)).status).toBe(200)
  })
})

describe('the pages of a role, listed by name', () => {
  test('show active pages to people with an assignment, and all pages to readers of approvals', async () => {
    const { id, application, client, names } = await aRole()
    const [claims, old] = [await aPage(application.id, 'Claims'), await aPage(application.id, 'Old', 'INACTIVE')]
    for (const page of [claims, old]) await attach(admin, id, page)
    const { visitor, person } = await someoneSignedIn(server)
    expect(await visitor.call(pagesOfRole, names)).toMatchObject({ status: 200, data: [] })
    await anAssignment(server, person.id, application.id, client.id)
    expect((await visitor.call(pagesOfRole, names)).data).toEqual([
      { _id: id, pageData: [{ _id: claims, page: 'Claims' }] },
    ])
    const { visitor: reader } = await someoneWith(server, ['approvals:read'])
    expect((await reader.call(pagesOfRole, names)).data[0]?.pageData).toHaveLength(2)
  })

  test('are hidden from people of another client of the same application', async () => {
    const { id, application, names } = await aRole()
    await attach(admin, id, await aPage(application.id, 'Claims'))
    const { visitor, person } = await someoneSignedIn(server)
    await anAssignment(server, person.id, application.id, (await aClient(server)).id)
    expect(await visitor.call(pagesOfRole, names)).toMatchObject({ status: 200, data: [] })
  })

  test('are empty for a deleted or unknown role', async () => {
    const { id, names } = await aRole()
    expect((await admin.call(pagesOfRole, { ...names, roleName: 'Nobody' })).data).toEqual([])
    await server.db.execute(sql`update application_roles set deleted_at = now() where id = ${id}`)
    expect((await admin.call(pagesOfRole, names)).data).toEqual([])
  })

  test.each([
    ['roleName', 'Role is required'],
    ['applicationName', 'Application is required'],
    ['clientName', 'Client Name is required'],
  ])('are refused without %s, and without a session', async (field, msg) => {
    const { names } = await aRole()
    expect(await admin.call(pagesOfRole, { ...names, [field]: '' })).toMatchObject({ status: 400, msg })
    expect(await server.visitor().call(pagesOfRole, names)).toMatchObject({ status: 401 })
  })
})
