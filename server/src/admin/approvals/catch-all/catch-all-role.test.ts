import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { saveDraftRouting } from '@gatehouse/contract/admin/approvals/drafts.ts'
import {
  approvalRoutings,
  USER_APPROVES_NOTHING,
  USER_NOT_RESTORED,
} from '@gatehouse/contract/admin/approvals/routing.ts'
import { DEFAULT_ROUTING, type Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import * as reviews from '@gatehouse/contract/admin/reviews/reviews.ts'
import { decide } from '@gatehouse/contract/approvals.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft, versions } from '../../../../test/approval-drafts.ts'
import { aMatrix, type TestMatrix } from '../../../../test/approvals.ts'
import { aClient, someoneSignedIn } from '../../../../test/builders.ts'
import { auditOf, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { findMissingApprovals } from '../missing-approvals.ts'
import { checkDue } from '../nightly/nightly-check.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const route = ({ application }: TestMatrix, routing: Partial<Routing>) =>
  admin.call(approvalRoutings.create, { applicationId: application.id, ...DEFAULT_ROUTING, ...routing } as never)

/** A client whose only role, without an action, is the catch-all role. */
async function onlyCatchAll() {
  const matrix = await aMatrix(server)
  const roleId = await matrix.role('Chairman')
  await server.db.execute(sql`update application_roles set action = '' where id = ${roleId}`)
  expect(await route(matrix, { catchAllRole: 'Chairman' })).toMatchObject({ status: 200 })
  return { matrix, roleId }
}

test('a client that has only a catch-all role is not passed over: nobody has it, until somebody does', async () => {
  const { matrix } = await onlyCatchAll()
  const missing = async () =>
    (await findMissingApprovals(server.db, 'Asia/Kolkata')).find(
      ({ application }) => application._id === matrix.application.id,
    )
  expect(await missing()).toMatchObject({ client: { _id: matrix.client.id }, count: 0, withoutPeople: 1 })
  const { person: owner } = await someoneSignedIn(server)
  await server.db.execute(sql`
    insert into application_owners (application_id, user_id) values (${matrix.application.id}, ${owner.id})`)
  await checkDue(server)
  await server.db.execute(sql`update approval_nights set checked_on = checked_on - 2`)
  await checkDue(server)
  expect((await noticesTo(server, owner.id)).map(({ notice }) => notice)).toEqual(['approval-errors'])
  expect((await server.inbox(owner.email))[0]?.text).toContain('No active person has the catch-all role Chairman')

  await matrix.person('chairman')
  expect(await missing()).toBeUndefined()
})

test('a new name of the catch-all role is a change of the routing: a form from before is refused', async () => {
  const { matrix, roleId } = await onlyCatchAll()
  const { application, client } = matrix
  const { data } = await admin.call(approvalRoutings.list, { applicationId: application.id })
  const [routing] = data as { _id: string; version: number; mode: Routing['mode'] }[]
  const renamed = await admin.call(applicationRoles.update, {
    ...{ applicationRoleMasteId: roleId, applicationId: application.id, clientId: client.id, role: 'Director', roleId },
    ...{ regions: ['All'], sequence: 1, actionOfRole: '', rangeFrom: null, rangeTo: null },
  } as never)
  expect(renamed).toMatchObject({ status: 200 })
  const stale = { ...DEFAULT_ROUTING, applicationId: application.id, catchAllRole: 'Chairman', catchAllClientId: null }
  expect(
    await admin.call(approvalRoutings.update, {
      ...{ ...stale, routingId: routing?._id, version: routing?.version },
    } as never),
  ).toMatchObject({ status: 409, data: { current: { catchAllRole: 'Director', version: 2 } } })
  expect((await auditOf(server, routing?._id ?? '')).at(-1)).toMatchObject({
    event: 'approvalRoutings.updated',
    detail: { changes: [{ field: 'catchAllRole', before: 'Chairman', after: 'Director' }] },
  })
})

test('reviewers read that a role approves what no row covers', async () => {
  const { matrix } = await onlyCatchAll()
  await matrix.row('Clerk', { action: 'Creator' })
  const [chairman, clerk] = [await matrix.person('CHAIRMAN'), await matrix.person('Clerk')]
  const { person: reviewer } = await someoneSignedIn(server)
  const begun = await admin.call(reviews.startReview, {
    ...{ name: 'Autumn', scope: { applicationId: matrix.application.id }, reviewerRule: 'people' },
    ...{
      reviewerIds: [reviewer.id],
      dueOn: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
      silence: 'keep',
    },
  })
  expect(begun).toMatchObject({ status: 200 })
  const { rows } = (await admin.call(reviews.listReviewLines, { reviewId: begun.data._id, pageSize: 100 })).data
  const evidenceOf = ({ id }: { id: string }) => rows.find(({ person }) => person._id === id)?.evidence
  expect(evidenceOf(chairman)).toMatchObject({ isCatchAll: true, authority: null })
  expect(evidenceOf(clerk)).toMatchObject({ isCatchAll: false })
})

test('the role User, which people give themselves, approves nothing: neither as catch-all role nor by a row', async () => {
  const matrix = await aMatrix(server)
  const { application, client, pageId } = matrix
  const roleId = await matrix.role('user')
  const refused = { status: 400, msg: USER_APPROVES_NOTHING }
  expect(await route(matrix, { catchAllRole: 'User' })).toMatchObject(refused)
  const draft = await aDraft(admin, matrix)
  const saved = await admin.call(saveDraftRouting, {
    ...{ draftId: draft.draftId, revision: 1, ...DEFAULT_ROUTING, catchAllRole: 'USER' },
  })
  expect(saved).toMatchObject({ ...refused, data: { fields: { catchAllRole: USER_APPROVES_NOTHING } } })
  expect(await draft.rule(roleId, pageId)).toMatchObject(refused)
  await server.db.execute(sql`
    insert into application_role_pages (application_role_id, page_id) values (${roleId}, ${pageId})`)
  const row = { projectId: application.id, clientId: client.id, roleId, pageId }
  expect(await admin.call(documentApprovals.create, row as never)).toMatchObject(refused)
  expect((await admin.call(documentApprovals.list, { projectId: application.id })).data).toMatchObject([])

  // Nor does a role that approves become it.
  const other = await aMatrix(server)
  const renamed = (id: string) =>
    admin.call(applicationRoles.update, {
      ...{ applicationId: other.application.id, role: 'User', roleId: 'U', applicationRoleMasteId: id },
    } as never)
  const { roleId: clerkId } = await other.row('Clerk')
  expect(await renamed(clerkId)).toMatchObject({ status: 400, msg: /^This role approves/ })
  expect(await renamed(await other.role('Guest'))).toMatchObject({ status: 200 })
})

test('a role that is called User after its row was deleted, or put into a draft, approves nothing', async () => {
  const matrix = await aMatrix(server)
  const { application, pageId } = matrix
  const { id, roleId } = await matrix.row('Guest', { action: 'Final Approval' })
  const [version] = await versions(admin, matrix)
  expect(await admin.call(documentApprovals.remove, { documnetMasteId: id })).toMatchObject({ status: 200 })
  const draft = await aDraft(admin, matrix)
  expect(await draft.rule(roleId, pageId)).toMatchObject({ status: 200 })
  const chief = await aDraft(admin, matrix, { name: 'Catch-all' })
  const caught = { draftId: chief.draftId, revision: 1, ...DEFAULT_ROUTING, catchAllRole: 'Guest' }
  expect(await admin.call(saveDraftRouting, caught)).toMatchObject({ status: 200 })
  const form = { applicationId: application.id, clientId: matrix.client.id, roleId: 'U', regions: ['All'], sequence: 1 }
  const user = { ...form, role: 'User', applicationRoleMasteId: roleId, actionOfRole: 'Final Approval', rangeFrom: 0 }
  expect(await admin.call(applicationRoles.update, user as never)).toMatchObject({ status: 200 })

  expect(await admin.call(documentApprovals.restore, { id })).toMatchObject({ status: 400, msg: USER_NOT_RESTORED })
  expect((await draft.publish('Before'))?.status).toBe(400)
  expect((await chief.publish('Before'))?.status).toBe(400)
  const back = await aDraft(admin, matrix, { name: 'Back', version: version?.version })
  expect((await back.publish('Back'))?.status).toBe(400)
  expect((await admin.call(documentApprovals.list, { projectId: application.id })).data).toEqual([])

  const person = await matrix.person('User')
  const visitor = server.visitor({ web: false, headers: { authorization: application.authorization } })
  const asked = { ...matrix.question({ action: 'Final Approval' }), person: person.id }
  expect((await visitor.call(decide, asked)).data).toMatchObject({ decision: 'deny' })
})

test('a deleted routing whose catch-all role is called User meanwhile is not restored', async () => {
  const { matrix, roleId } = await onlyCatchAll()
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select id from approval_routings where application_id = ${matrix.application.id}`)
  const routingId = String(rows[0]?.id)
  expect(await admin.call(approvalRoutings.remove, { routingId })).toMatchObject({ status: 200 })
  await server.db.execute(sql`update application_roles set name = 'User' where id = ${roleId}`)
  await server.db.execute(sql`update approval_routings set catch_all_role = 'User' where id = ${routingId}`)
  const restored = await admin.call(approvalRoutings.restore, { id: routingId })
  expect(restored).toMatchObject({ status: 400, msg: USER_NOT_RESTORED })
  expect((await admin.call(approvalRoutings.list, { applicationId: matrix.application.id })).data).toEqual([])
})

test('a row of the role User from before is still read, and can be made inactive', async () => {
  const matrix = await aMatrix(server)
  const { id, roleId } = await matrix.row('User')
  const row = { documnetMasteId: id, projectId: matrix.application.id, clientId: matrix.client.id, roleId }
  const changes = { ...row, pageId: matrix.pageId, status: 'INACTIVE' }
  expect(await admin.call(documentApprovals.update, changes as never)).toMatchObject({ status: 200 })
  const { data } = await admin.call(documentApprovals.list, { projectId: matrix.application.id })
  expect(data).toMatchObject([{ roleName: 'User', status: 'INACTIVE' }])
})

test('a restored version says that its catch-all role is gone, and can be published without it', async () => {
  const { matrix, roleId } = await onlyCatchAll()
  await matrix.row('Director', { action: 'Final Approval' })
  await matrix.person('Director')
  const [version] = await versions(admin, matrix)
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select id from approval_routings where application_id = ${matrix.application.id}`)
  await admin.call(approvalRoutings.update, {
    routingId: rows[0]?.id,
    mode: 'first-qualified',
    catchAllRole: '',
  } as never)
  expect(await admin.call(applicationRoles.remove, { applicationRoleMasteId: roleId })).toMatchObject({ status: 200 })
  const draft = await aDraft(admin, matrix, { version: version?.version })
  expect(await draft.read()).toMatchObject({
    ...{ leftOut: [], leftOutCatchAll: 'Chairman', changes: 1 },
    routing: { state: 'changed', draft: { mode: 'ladder', catchAllRole: '' } },
  })
  expect(await draft.publish('Back')).toMatchObject({ status: 200 })
})

test('a restored version says for whom its catch-all role is another role now', async () => {
  const { matrix, roleId } = await onlyCatchAll()
  const { application, client } = matrix
  const [version] = await versions(admin, matrix)
  const restore = async () => {
    const draft = await aDraft(admin, matrix, { version: version?.version })
    return (await draft.read()).otherCatchAll
  }
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select id from approval_routings where application_id = ${application.id}`)
  const unroute = { routingId: rows[0]?.id, catchAllRole: '' }
  expect(await admin.call(approvalRoutings.update, unroute as never)).toMatchObject({ status: 200 })
  expect(await restore()).toEqual([])
  // A client that has the role since then, and one whose role of this name is another one.
  const other = await aClient(server)
  await matrix.role('chairman', other.id)
  const { rows: named } = await server.db.execute<{ id: string; name: string }>(sql`
    select id, display_name as name from clients where id in (${client.id}, ${other.id})`)
  const nameOf = (id: string) => named.find((one) => one.id === id)?.name
  expect(await restore()).toEqual([nameOf(other.id)])
  await server.db.execute(sql`update application_roles set name = 'President' where id = ${roleId}`)
  await matrix.role('Chairman')
  expect(await restore()).toEqual([nameOf(client.id), nameOf(other.id)].toSorted())
})

test('a client that was purged is in no routing and in no export, and its catch-all role counts for nobody', async () => {
  const matrix = await aMatrix(server)
  const gone = await aClient(server)
  await matrix.role('Chairman')
  await matrix.role('Chairman', gone.id)
  expect(await route(matrix, { catchAllRole: 'Chairman', catchAllClientId: gone.id })).toMatchObject({ status: 200 })
  await server.db.execute(sql`delete from application_roles where client_id = ${gone.id}`)
  await server.db.execute(sql`delete from clients where id = ${gone.id}`)
  const none = { catchAllRole: '', catchAllClientId: null, catchAllClient: '' }
  const { data } = await admin.call(approvalRoutings.list, { applicationId: matrix.application.id })
  expect(data).toMatchObject([none])
  const draft = await aDraft(admin, matrix)
  expect(await draft.read()).toMatchObject({ routing: { state: 'same', draft: none, current: none } })
  const chairman = await matrix.person('Chairman')
  const { authorization } = matrix.application
  const visitor = server.visitor({ web: false, headers: { authorization } })
  const asked = { ...matrix.question({ action: 'Final Approval' }), person: chairman.id }
  expect((await visitor.call(decide, asked)).data).toMatchObject({
    decision: 'deny',
    reasons: ['no-row', 'nobody-approves'],
  })
})
