import { attachPagesToRole } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { explainPage, listWhoCan, whoCanFile } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import { savePageAccess } from '@gatehouse/contract/admin/approvals/page-access.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aMatrix, aPage, type TestMatrix } from '../../../../test/approvals.ts'
import { aPerson } from '../../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { proofOf } from '../../../../test/pictures.ts'
import type { Visitor } from '../../../../test/server.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let matrix: TestMatrix
let clerk: string
let manager: string
let other: string
beforeAll(async () => {
  matrix = await aMatrix(server)
  const { roleId } = await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  await matrix.row('Manager', { range: [0, 500_00] })
  await matrix.row('Director', { action: 'Final Approval', sequence: 2 })
  clerk = (await matrix.person('Clerk')).id
  manager = (await matrix.person('Manager')).id
  await matrix.person('Director')
  // A page that nobody approves anything on, with an action that one role has.
  other = await aPage(server, matrix.application.id, 'Reports')
  await server.db.execute(sql`update pages set actions = '{export,share}' where id = ${other}`)
  await admin.call(attachPagesToRole, { id: roleId, pageId: other })
  const change = { roleId, pageId: other, before: [], after: ['export'] }
  expect((await admin.call(savePageAccess, { changes: [change] })).status).toBe(200)
})

const place = (changes: object = {}) => ({
  ...{ applicationId: matrix.application.id, clientId: matrix.client.id, pageId: other, ...changes },
})
const explain = async (changes: object = {}) => (await admin.call(explainPage, place(changes))).data
const listed = async (changes: object = {}) => (await admin.call(listWhoCan, place(changes))).data

describe('a page without an amount', () => {
  test('which roles have it, or an action on it, and who gave it', async () => {
    const given = { by: 'Asha Rao', at: expect.stringMatching(/Z$/) }
    expect(await explain()).toEqual({
      ...{ reasons: [], actions: ['export', 'share'], person: null },
      roles: [{ _id: expect.any(String), name: 'Clerk', actions: ['export'], granted: given }],
    })
    expect((await explain({ action: 'export' })).roles).toMatchObject([{ name: 'Clerk', granted: given }])
    expect((await explain({ action: 'share' })).roles).toEqual([])
  })

  test.each<[what: string, userId: () => string, action: string | undefined, reasons: string[]]>([
    ['may open it', () => clerk, undefined, []],
    ['may do the action', () => clerk, 'export', []],
    ['has the page without the action', () => clerk, 'share', ['action-not-given']],
    ['has another role', () => manager, undefined, ['page-not-given']],
    ['has another role, for an action', () => manager, 'export', ['page-not-given']],
  ])('a person who %s', async (_what, userId, action, reasons) => {
    const { person } = await explain({ userId: userId(), ...(action && { action }) })
    expect(person).toMatchObject({ decision: reasons.length === 0 ? 'allow' : 'deny', reasons, name: 'Asha Rao' })
    expect(person?.assignment?.role).toBe(userId() === clerk ? 'Clerk' : 'Manager')
    expect(person?.role === null).toBe(reasons.length > 0)
  })

  test('who is not assigned, a page that is not active, and what does not exist', async () => {
    const { id: userId } = await aPerson(server)
    expect((await explain({ userId })).person).toMatchObject({ reasons: ['not-assigned'], assignment: null })
    const closed = await aPage(server, matrix.application.id, 'Closed', 'INACTIVE')
    expect(await explain({ pageId: closed, userId: clerk })).toMatchObject({
      reasons: ['page-inactive'],
      person: { decision: 'deny', reasons: ['page-inactive', 'page-not-given'] },
    })
    for (const wrong of [{ pageId: newId() }, { applicationId: newId() }, { clientId: newId() }, { userId: newId() }])
      expect((await admin.call(explainPage, place(wrong))).status).toBe(404)
  })
})

describe('everyone who can', () => {
  test('use a page, and nobody where it is not active', async () => {
    expect(await listed()).toMatchObject({ total: 1, rows: [{ person: { _id: clerk }, role: 'Clerk', action: '' }] })
    expect(await listed({ action: 'share' })).toMatchObject({ total: 0, rows: [] })
  })

  test('act on a document, step after step, with those who stand in, a page at a time', async () => {
    const { id: standIn } = await matrix.person('Observer')
    const asked = { pageId: matrix.pageId, amount: '400' }
    await matrix.standIn({ id: manager }, { id: standIn }, 'Manager', { upTo: 450_00 })
    const { rows, total } = await listed(asked)
    expect(total).toBe(4)
    expect(rows.map(({ role, action, sequence }) => [role, action, sequence])).toEqual([
      ['Clerk', 'Creator', 0],
      ['Manager', 'Approval', 1],
      ['Manager', 'Approval', 1],
      ['Director', 'Final Approval', 2],
    ])
    expect(rows[1]).toMatchObject({ person: { _id: manager }, onBehalfOf: null, granted: { by: '' } })
    expect(rows[2]).toMatchObject({
      ...{ person: { _id: standIn }, onBehalfOf: { _id: manager, name: 'Asha Rao' }, granted: { by: 'Asha Rao' } },
      until: expect.stringMatching(/Z$/),
    })
    const pages = await Promise.all([0, 1, 2, 3, 4].map((page) => listed({ ...asked, page, pageSize: 1 })))
    expect(pages.flatMap((page) => page.rows)).toEqual(rows)
    // Above what is lent, and above the limit of the manager.
    expect((await listed({ ...asked, amount: '480' })).total).toBe(3)
    expect((await listed({ ...asked, amount: '500.01' })).rows.map(({ role }) => role)).toEqual(['Clerk', 'Director'])
    expect((await listed({ ...asked, action: 'Creator' })).rows.map(({ role }) => role)).toEqual(['Clerk'])
    expect(await listed({ ...asked, amount: '-1' })).toMatchObject({ rows: [], total: 0 })
  })

  test('as a file; only for those who may see people', async () => {
    const query = place({ pageId: matrix.pageId, amount: '500.01' })
    const fileFor = async (one: Visitor) =>
      server.app.inject({ url: whoCanFile.path, query, headers: await proofOf(one) })
    const { body, statusCode } = await fileFor(admin)
    expect(statusCode).toBe(200)
    expect(body.split('\r\n').map((line) => line.split(',').slice(0, 3).join())).toEqual([
      '\uFEFF"Person","Role","Action"',
      '"Asha Rao","Clerk","Creator"',
      '"Asha Rao","Director","Final Approval"',
      '',
    ])
    const { visitor } = await someoneWith(server, ['approvals:read'])
    expect((await visitor.call(listWhoCan, place())).status).toBe(403)
    expect((await visitor.call(explainPage, place({ userId: clerk }))).status).toBe(403)
    expect((await fileFor(visitor)).statusCode).toBe(403)
    // Whoever takes the names of people along is named with what they asked for.
    const { rows } = await server.db.execute(sql`
      select actor_id is not null as "hasActor", detail from audit_events where event = 'users.exported'`)
    expect(rows).toEqual([{ hasActor: true, detail: { filter: query } }])
    expect((await visitor.call(explainPage, place())).status).toBe(200)
  })

  test('as a file in several parts: each person once, with those who stand in', async () => {
    const own = await aMatrix(server)
    await own.row('Director', { action: 'Final Approval' })
    const [first, standIn] = [await own.person('Director'), await own.person('User')]
    await own.standIn(first, standIn, 'Director')
    await server.db.execute(sql`
      with more as (
        insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'first_name', 'P' || n,
          'email', 'p' || n || '@crowd.example', 'user_name', 'p' || n || '@crowd.example'))).*
        from users u, generate_series(1, 1100) n where u.id = ${first.id} returning id)
      insert into assignments (id, user_id, application_id, client_id, role)
      select gen_random_uuid(), id, ${own.application.id}, ${own.client.id}, 'Director' from more`)
    const query = { applicationId: own.application.id, clientId: own.client.id, pageId: own.pageId, amount: '10' }
    const { body } = await server.app.inject({ url: whoCanFile.path, query, headers: await proofOf(admin) })
    const lines = body.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(1102)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1101)
    expect(lines.at(-1)?.split(',')[4]).toBe('"Asha Rao"')
  })
})
