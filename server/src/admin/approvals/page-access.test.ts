import { pagesOfRole } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { publishManifest, readPageAccess, savePageAccess } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../../test/approvals.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const MANIFEST = [
  { id: 'claims', name: 'Claims', actions: ['view', 'approve'] },
  { id: 'home', name: 'Home' },
]

let matrix: TestMatrix
let roleId: string
let home: string
beforeEach(async () => {
  matrix = await aMatrix(server)
  roleId = (await matrix.row('Manager')).roleId
  await admin.call(publishManifest, { applicationId: matrix.application.id, pages: MANIFEST })
  home = (await grid()).pages.find(({ name }) => name === 'Home')?._id ?? ''
})

const grid = async () => {
  const place = { applicationId: matrix.application.id, clientId: matrix.client.id }
  return (await admin.call(readPageAccess, place)).data
}
const save = (...changes: object[]) => admin.call(savePageAccess, { changes })

describe('the grid of page access', () => {
  test('has the roles of the client, the pages in the order of the manifest, and what is ticked', async () => {
    expect(await grid()).toEqual({
      roles: [{ _id: roleId, name: 'Manager' }],
      pages: [
        {
          ...{ _id: matrix.pageId, manifestId: 'claims', name: 'Claims', path: '', isActive: true },
          ...{ isWithdrawn: false, isUnassigned: false },
          actions: [
            { id: 'view', isRemoved: false },
            { id: 'approve', isRemoved: false },
          ],
        },
        {
          ...{ _id: home, manifestId: 'home', name: 'Home', path: '', isActive: true },
          ...{ isWithdrawn: false, isUnassigned: true, actions: [] },
        },
      ],
      ticks: [{ roleId, pageId: matrix.pageId, actions: [] }],
      hasMore: false,
    })
  })

  test('gives and takes pages and actions, and agrees with the pages of the role', async () => {
    const changes = [
      { roleId, pageId: home, before: null, after: [] },
      { roleId, pageId: matrix.pageId, before: [], after: ['approve'] },
    ]
    expect(await save(...changes)).toMatchObject({ status: 200, msg: 'Page Access Saved' })
    expect((await grid()).ticks).toEqual(
      expect.arrayContaining([
        { roleId, pageId: home, actions: [] },
        { roleId, pageId: matrix.pageId, actions: ['approve'] },
      ]),
    )
    const names = {
      roleName: 'Manager',
      applicationName: matrix.application.name,
      clientName: matrix.client.actualName,
    }
    expect((await admin.call(pagesOfRole, names)).data[0]?.pageData.map(({ page }) => page)).toEqual(['Claims', 'Home'])
    expect((await auditOf(server, roleId)).map(({ event }) => event)).toEqual([
      'applicationRoles.page-attached',
      'applicationRoles.actions-changed',
    ])
    await save({ roleId, pageId: home, before: [], after: null })
    expect((await grid()).ticks).toEqual([{ roleId, pageId: matrix.pageId, actions: ['approve'] }])
  })

  test('keeps an action that the manifest has no more, while a role has it', async () => {
    await save({ roleId, pageId: matrix.pageId, before: [], after: ['approve'] })
    const fewer = [{ ...MANIFEST[0], actions: ['view'] }, MANIFEST[1]]
    await admin.call(publishManifest, { applicationId: matrix.application.id, pages: fewer })
    const actions = async () => (await grid()).pages[0]?.actions.map(({ id, isRemoved }) => `${id} ${isRemoved}`)
    expect(await actions()).toEqual(['view false', 'approve true'])
    await save({ roleId, pageId: matrix.pageId, before: ['approve'], after: [] })
    expect(await actions()).toEqual(['view false'])
  })

  test.each<[string, (own: { roleId: string; home: string }) => object, number]>([
    [
      'an action that the page does not have',
      (own) => ({ ...own, pageId: own.home, before: null, after: ['approve'] }),
      400,
    ],
    ['what has changed since', (own) => ({ ...own, pageId: own.home, before: [], after: null }), 409],
    ['a page that the role approves', () => ({ roleId, pageId: matrix.pageId, before: [], after: null }), 409],
  ])('refuses %s, and all changes beside it', async (_what, change, status) => {
    const before = await grid()
    const good = { roleId, pageId: matrix.pageId, before: [], after: ['view'] }
    const bad = change({ roleId, home })
    expect(
      (await save(...(status === 409 && 'pageId' in bad && bad.pageId === matrix.pageId ? [bad] : [good, bad]))).status,
    ).toBe(status)
    expect(await grid()).toEqual(before)
  })

  test('refuses a page of another application', async () => {
    const other = await aMatrix(server)
    expect((await save({ roleId, pageId: other.pageId, before: null, after: [] })).status).toBe(400)
  })

  test('needs the permissions of what it changes', async () => {
    const { visitor } = await someoneWith(server, ['approvals:read'])
    const change = { roleId, pageId: home, before: null, after: [] }
    expect((await visitor.call(savePageAccess, { changes: [change] })).status).toBe(403)
    const manifest = { applicationId: matrix.application.id, pages: MANIFEST }
    expect((await visitor.call(publishManifest, manifest)).status).toBe(403)
  })

  test('a page keeps its id, so that publishing gives no role the page of another one', async () => {
    const { visitor } = await someoneWith(server, ['pages:write'])
    const publish = (...pages: object[]) =>
      visitor.call(publishManifest, { applicationId: matrix.application.id, pages })
    const before = await grid()
    expect(await publish({ id: 'x', name: 'Home' }, { id: 'home', name: 'Claims' })).toMatchObject({ status: 400 })
    expect(await publish({ id: 'x', name: 'Claims' }, { id: 'home', name: 'Home' })).toMatchObject({
      status: 400,
      msg: 'There is another page with the name Claims',
    })
    expect(await grid()).toEqual(before)
  })

  test('only who assigns pages gives an id to a page that roles use already', async () => {
    const other = await aMatrix(server)
    await other.row('Manager')
    const manifest = { applicationId: other.application.id, pages: [{ id: 'payments', name: 'Claims' }] }
    const { visitor } = await someoneWith(server, ['pages:write'])
    expect((await visitor.call(publishManifest, manifest)).status).toBe(403)
    const { visitor: both } = await someoneWith(server, ['pages:write', 'approvals:write'])
    expect(await both.call(publishManifest, manifest)).toMatchObject({ status: 200, data: { changed: ['Claims'] } })
  })

  test('is empty for an application without roles and pages', async () => {
    const place = { applicationId: matrix.client.id, clientId: matrix.client.id }
    expect((await admin.call(readPageAccess, place)).data).toEqual({ roles: [], pages: [], ticks: [], hasMore: false })
  })
})
