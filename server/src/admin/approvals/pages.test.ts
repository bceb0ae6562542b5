import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anApplication, someoneSignedIn, someoneWithAccess } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let count = 0

/** As the specified call sends it (requirement A18). */
const aForm = async (changes: object = {}) => ({
  page: `Claim Entry ${++count}`,
  description: 'Where claims are typed in',
  applicationId: (await anApplication(server)).id,
  applicationName: 'whatever the old console says',
  status: count % 2 === 0 ? 'ACTIVE' : 'INACTIVE',
  ...changes,
})

behavesAsResource(() => server, {
  resource: pages,
  table: 'pages',
  readers: ['applications:read'],
  form: aForm,
  change: { page: 'Claim Review', description: undefined, applicationId: undefined, status: 'ACTIVE' },
  shown: ({ applicationName: _, ...form }) => form,
  changed: { page: 'Claim Review', description: 'Where claims are typed in', status: 'ACTIVE' },
  values: {
    page: ({ page }) => page,
    application: ({ applicationName }) => applicationName,
    status: ({ status }) => status,
  },
  duplicate: async ({ applicationId, page }) => aForm({ applicationId, page: String(page).toUpperCase() }),
  refused: [
    [{ page: undefined }, 'Name is required'],
    [{ page: '' }, 'Name is required'],
    [{ page: 'x'.repeat(101) }, 'Too Long!'],
    [{ applicationId: undefined }, 'Application is required'],
    [{ applicationId: 'none' }, 'Application is required'],
    [{ applicationId: '018f0000-0000-7000-8000-000000000000' }, 'Application is required'],
    [{ status: undefined }, 'Status is required'],
    [{ status: 'Temporary BLOCKED' }, 'Status is required'],
  ],
})

const create = async (changes: object = {}) => (await admin.call(pages.create, await aForm(changes))).data

describe('a page', () => {
  test('may have the same name as one of another application', async () => {
    const { page } = await create()
    expect((await admin.call(pages.create, await aForm({ page }))).status).toBe(200)
  })

  test('keeps its application and description when a change names neither', async () => {
    const row = await create()
    const { data } = await admin.call(pages.update, { pageId: row._id, page: 'Renamed', status: 'ACTIVE' })
    expect(data).toMatchObject({ page: 'Renamed', description: row.description, applicationId: row.applicationId })
    const emptied = { pageId: row._id, page: 'Renamed', status: 'ACTIVE', description: '' }
    expect((await admin.call(pages.update, emptied)).data.description).toBe('')
  })

  test('is listed by application', async () => {
    const row = await create()
    await create()
    expect((await admin.call(pages.list, { applicationId: row.applicationId })).data).toEqual([row])
  })

  test('cannot be restored before its application', async () => {
    const row = await create()
    await admin.call(pages.remove, { pageId: row._id })
    await server.db.execute(sql`update applications set deleted_at = now() where id = ${row.applicationId}`)
    expect(await admin.call(pages.restore, { id: row._id })).toMatchObject({
      status: 409,
      msg: 'First restore the record that this belongs to.',
    })
  })
})

describe('what uses a page', () => {
  const aRole = async (applicationId: string, pageId: string) => {
    const id = newId()
    const { id: clientId } = await aClient(server)
    await server.db.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id)
      values (${id}, ${applicationId}, ${clientId}, 'Surveyor', 'S-1')`)
    await server.db.execute(
      sql`insert into application_role_pages (application_role_id, page_id) values (${id}, ${pageId})`,
    )
    return id
  }
  const roles = { kind: 'application roles', effect: 'detaches', count: 1, names: ['Surveyor'] }

  test('an application role does not block the deletion, and has the page again after a restore', async () => {
    const { _id: pageId, applicationId } = await create()
    await aRole(applicationId, pageId)
    expect((await admin.call(pages.uses, { id: pageId })).data).toEqual([roles])
    expect((await admin.call(pages.remove, { pageId })).status).toBe(200)
    expect((await admin.call(pages.restore, { id: pageId })).status).toBe(200)
    expect((await admin.call(pages.uses, { id: pageId })).data).toEqual([roles])
  })

  test('a document approval blocks the deletion while it exists', async () => {
    const { _id: pageId, applicationId } = await create()
    const roleId = await aRole(applicationId, pageId)
    await server.db.execute(sql`
      insert into document_approvals (id, application_role_id, page_id) values (${newId()}, ${roleId}, ${pageId})`)
    const uses = [roles, { kind: 'document approvals', effect: 'blocks', count: 1, names: ['Surveyor'] }]
    expect(await admin.call(pages.remove, { pageId })).toMatchObject({
      status: 409,
      msg: 'In use by document approvals (1). Detach or delete them first.',
      data: { uses },
    })
    await server.db.execute(sql`update document_approvals set deleted_at = now() where page_id = ${pageId}`)
    expect((await admin.call(pages.remove, { pageId })).status).toBe(200)
  })

  test('an application role blocks moving the page to another application', async () => {
    const row = await create()
    await aRole(row.applicationId, row._id)
    const { id: applicationId } = await anApplication(server)
    const change = { pageId: row._id, page: 'Renamed', status: 'ACTIVE' }
    expect(await admin.call(pages.update, { ...change, applicationId })).toMatchObject({
      status: 409,
      data: { uses: [roles] },
    })
    expect((await admin.call(pages.update, { ...change, applicationId: row.applicationId })).status).toBe(200)
    await server.db.execute(sql`delete from application_role_pages where page_id = ${row._id}`)
    expect((await admin.call(pages.update, { ...change, applicationId })).data.applicationId).toBe(applicationId)
  })
})

describe('a caller without a permission of the console', () => {
  const seen = async (visitor: Visitor, query: object = {}) =>
    ((await visitor.call(pages.list, { page: 0, pageSize: 100, ...query })).data as Page<{ _id: string }>).rows.map(
      ({ _id }) => _id,
    )

  test('sees only the pages of the applications assigned to them', async () => {
    const { visitor, application } = await someoneWithAccess(server)
    const own = await create({ applicationId: application.id })
    const foreign = await create()
    expect(await seen(visitor)).toEqual([own._id])
    expect((await visitor.call(pages.list)).data).toEqual([own])
    expect(await seen(visitor, { applicationId: foreign.applicationId })).toEqual([])
    expect(await seen(visitor, { field: 'page', search: 'Claim' })).toEqual([own._id])
  })

  test('sees no deleted page', async () => {
    const { visitor, application } = await someoneWithAccess(server)
    const { _id: pageId } = await create({ applicationId: application.id })
    await admin.call(pages.remove, { pageId })
    expect(await seen(visitor, { deleted: true })).toEqual([])
    expect(await seen(admin, { deleted: true })).toContain(pageId)
  })

  test('sees no page without an assignment', async () => {
    await create()
    expect(await seen((await someoneSignedIn(server)).visitor)).toEqual([])
  })

  test.each(['approvals:read', 'pages:write', 'applications:read'] as const)(
    'differs from a caller with %s, who sees all pages',
    async (permission) => {
      const row = await create()
      expect(await seen((await someoneWith(server, [permission])).visitor)).toContain(row._id)
    },
  )

  test('may have permissions of other subjects', async () => {
    await create()
    expect(await seen((await someoneWith(server, ['users:read', 'clients:write'])).visitor)).toEqual([])
  })
})
