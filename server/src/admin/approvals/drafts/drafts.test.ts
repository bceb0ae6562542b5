import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import * as calls from '@gatehouse/contract/admin/approvals/drafts.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import * as publishing from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft, ask, inOrder, versions } from '../../../../test/approval-drafts.ts'
import { aMatrix, aPage } from '../../../../test/approvals.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

test('a draft changes nothing, and says which rows and people it would change', async () => {
  const { matrix, low, high, people } = await inOrder(server)
  const before = await versions(admin, matrix)
  const draft = await aDraft(admin, matrix)
  expect(await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 500000 })).toMatchObject({ status: 200 })
  expect(await draft.limits(high.roleId, { rangeFrom: 500000.01 })).toMatchObject({ status: 200 })
  expect((await ask(server, matrix, people.director, '300000')).data.decision).toBe('deny')
  expect(await versions(admin, matrix)).toEqual(before)

  expect(await draft.compare()).toMatchObject({
    ...{ rows: { added: 0, changed: 2, removed: 0 }, people: { gain: 1, lose: 1 }, clashes: 0 },
    ...{ errors: [], warnings: [], kept: [], needsReason: false, version: before[0]?.version },
  })
  expect(await draft.differences()).toMatchObject(
    [
      {
        ...{ role: { name: 'Chairman' }, page: { name: 'Claims' }, gains: false, loses: true },
        ...{ before: { rangeFrom: 100000.01, rangeTo: null }, after: { rangeFrom: 500000.01, rangeTo: null } },
      },
      {
        role: { name: 'Director' },
        gains: true,
        loses: false,
        before: { rangeTo: 100000 },
        after: { rangeTo: 500000 },
      },
    ].toSorted((a, b) => a.role.name.localeCompare(b.role.name)),
  )
  const { rows, total } = await draft.people()
  expect(total).toBe(2)
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        person: expect.objectContaining({ _id: people.director.id }),
        ...{ role: 'Director', gains: true, loses: false, pages: ['Claims'], pageCount: 1 },
      }),
      expect.objectContaining({
        person: expect.objectContaining({ _id: people.chairman.id }),
        ...{ gains: false, loses: true },
      }),
    ]),
  )
})

test('two people edit one draft at once; of one record the second one is refused and told who was first', async () => {
  const { matrix, low, high } = await inOrder(server)
  const draft = await aDraft(admin, matrix)
  const { revision } = await draft.read()
  const { visitor: second } = await someoneWith(server, ['approvals:read', 'approvals:write'])
  const limits = {
    actionOfRole: 'Final Approval',
    sequence: 1,
    regions: ['All'],
    bounds: '[]',
    rangeFrom: null,
    rangeTo: null,
  }
  const form = { draftId: draft.draftId, revision, ...limits } as const
  expect(await second.call(calls.saveDraftRole, { ...form, roleId: low.roleId } as never)).toMatchObject({
    ...{ status: 200, data: { revision: revision + 1 } },
  })
  const of = (roleId: string) => admin.call(calls.saveDraftRole, { ...form, roleId } as never)
  expect(await of(high.roleId)).toMatchObject({ status: 200, data: { revision: revision + 2 } })
  const { data: me } = await second.call(calls.readApprovalDraft, { draftId: draft.draftId })
  expect(await of(low.roleId)).toMatchObject({ status: 409, msg: calls.RECORD_CHANGED })
  const { data: refused } = await of(low.roleId)
  const { name } = await server.db
    .execute<{ name: string }>(sql`
      select concat_ws(' ', u.first_name, u.last_name) as name from approval_draft_edits e join users u on u.id = e.edited_by
      where e.draft_id = ${draft.draftId} and e.application_role_id = ${low.roleId}`)
    .then(({ rows }) => rows[0] as { name: string })
  expect(refused).toMatchObject({ changedBy: name })
  expect(me.updatedBy).not.toBe(name)

  // The row was read at the revision at which its form is opened again.
  const { data: rows } = await admin.call(calls.listDraftRoles, { draftId: draft.draftId })
  expect(rows.rows.map((row) => row.revision)).toEqual([revision + 2, revision + 2])
  expect(
    await admin.call(calls.saveDraftRole, { ...form, revision: revision + 2, roleId: low.roleId } as never),
  ).toMatchObject({ status: 200 })
})

test('of rules and the routing of a draft, each is judged by itself, also where a change was undone', async () => {
  const { matrix, low, high } = await inOrder(server)
  const draft = await aDraft(admin, matrix)
  const { revision } = await draft.read()
  const { visitor: second } = await someoneWith(server, ['approvals:read', 'approvals:write'])
  const place = { draftId: draft.draftId, revision }
  const rule = (roleId: string) => ({ ...place, roleId, pageId: matrix.pageId })
  const routing = { ...place, mode: 'first-qualified', parallel: 'all-of', rejection: 'stop' }
  expect(await second.call(calls.removeDraftRule, rule(low.roleId))).toMatchObject({ status: 200 })
  expect(await admin.call(calls.saveDraftRouting, routing as never)).toMatchObject({ status: 200 })
  expect(await second.call(calls.saveDraftRouting, routing as never)).toMatchObject({
    ...{ status: 409, msg: calls.RECORD_CHANGED },
  })
  expect(await admin.call(calls.saveDraftRule, { ...rule(high.roleId), lastDay: '2027-03-01' })).toMatchObject({
    status: 200,
  })
  expect(await admin.call(calls.saveDraftRule, { ...rule(low.roleId), lastDay: '2027-03-01' })).toMatchObject({
    ...{ status: 409, msg: calls.RECORD_CHANGED },
  })
  // What was changed and undone since is not what the form has seen of the draft either: both were decisions about it.
  const { revision: now } = await draft.read()
  expect(await second.call(calls.undoDraftChange, { ...rule(low.roleId), revision: now })).toMatchObject({
    status: 200,
  })
  expect(await admin.call(calls.removeDraftRule, rule(low.roleId))).toMatchObject({ status: 409 })
  // A revision that nobody noted, or that does not exist, is refused whole.
  expect(await admin.call(calls.removeDraftRule, { ...rule(low.roleId), revision: 99 })).toMatchObject({
    ...{ status: 409, msg: calls.DRAFT_CHANGED },
  })
})

test('ten people save ten records of one draft at once, and every change is there; of one record one wins', async () => {
  const { matrix, low } = await inOrder(server)
  const draft = await aDraft(admin, matrix)
  const roles = await Promise.all(Array.from({ length: 10 }, (_, at) => matrix.row(`Officer ${at}`, { sequence: 0 })))
  const { revision } = await draft.read()
  const limits = { actionOfRole: 'Approval', sequence: 1, regions: ['All'], bounds: '[]', rangeFrom: null, rangeTo: 5 }
  const save = (roleId: string) =>
    admin.call(calls.saveDraftRole, { draftId: draft.draftId, revision, roleId, ...limits } as never)
  const saved = await Promise.all(roles.map(({ roleId }) => save(roleId)))
  expect(saved.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await draft.read()).toMatchObject({ changes: 10, revision: revision + 10 })
  const same = await Promise.all(Array.from({ length: 5 }, () => save(low.roleId)))
  expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
})

test('a form of a draft that was published or deleted meanwhile says so', async () => {
  const { matrix, low, high } = await inOrder(server)
  const [deleted, published] = [await aDraft(admin, matrix), await aDraft(admin, matrix)]
  const { revision } = await published.read()
  await published.limits(low.roleId, { rangeFrom: 0, rangeTo: 500000 })
  await published.limits(high.roleId, { rangeFrom: 500000.01 })
  expect(await published.publish('Later')).toMatchObject({ status: 200 })
  await admin.call(calls.deleteApprovalDraft, { draftId: deleted.draftId })
  const save = ({ draftId }: { draftId: string }) =>
    admin.call(calls.removeDraftRule, { draftId, revision, roleId: low.roleId, pageId: matrix.pageId })
  expect(await save(published)).toMatchObject({ status: 404, msg: calls.DRAFT_IS_PUBLISHED })
  expect(await save(deleted)).toMatchObject({ status: 404, msg: calls.DRAFT_IS_DELETED })
  expect(await admin.call(calls.readApprovalDraft, { draftId: deleted.draftId })).toMatchObject({
    ...{ status: 404, msg: calls.DRAFT_IS_DELETED },
  })
})

test('the rows of a draft that is deleted while they are read say that it is gone', async () => {
  const { matrix } = await inOrder(server)
  const lists = Array.from({ length: 6 }, () => [calls.listDraftRoles, calls.listDraftRules] as const).flat()
  for (let round = 0; round < 5; round++) {
    const { draftId } = await aDraft(admin, matrix)
    const asked = lists.map((list) => admin.call(list, { draftId }))
    // Some of them have begun by then, and not all have ended.
    await admin.call(calls.readApprovalDraft, { draftId })
    await server.db.execute(sql`delete from approval_drafts where id = ${draftId}`)
    for (const { status } of await Promise.all(asked)) expect([200, 404]).toContain(status)
  }
})

test('rows are added, removed and taken out again; what is refused says why', async () => {
  const { matrix, low, high } = await inOrder(server)
  const draft = await aDraft(admin, matrix)
  const other = await aPage(server, matrix.application.id, 'Advice')
  const elsewhere = await aMatrix(server, 'Foreign')
  expect(await draft.rule(low.roleId, elsewhere.pageId)).toMatchObject({ status: 404 })
  expect(await draft.rule(low.roleId, other, { firstDay: '2027-04-01', lastDay: '2027-03-01' })).toMatchObject({
    ...{ status: 400, data: { fields: { firstDay: 'The first day cannot be after the last.' } } },
  })
  expect(await draft.limits(low.roleId, { rangeFrom: 2, rangeTo: 1 })).toMatchObject({ status: 400 })
  expect(await draft.rule(low.roleId, other)).toMatchObject({ status: 200 })
  expect(await draft.remove(high.roleId, matrix.pageId)).toMatchObject({ status: 200 })
  expect(await draft.remove(high.roleId, other)).toMatchObject({ status: 404 })
  expect(await draft.compare()).toMatchObject({ rows: { added: 1, changed: 0, removed: 1 } })
  // Taking back what was added leaves nothing behind; an undone removal is there again.
  expect(await draft.remove(low.roleId, other)).toMatchObject({ status: 200 })
  const { revision } = await draft.read()
  const undone = { draftId: draft.draftId, revision, roleId: high.roleId, pageId: matrix.pageId }
  expect(await admin.call(calls.undoDraftChange, undone)).toMatchObject({ status: 200 })
  expect(await draft.read()).toMatchObject({ changes: 0 })
  expect(await draft.publish()).toMatchObject({ status: 400, msg: publishing.DRAFT_IS_EMPTY })
})

test('names of people are for those who may see people', async () => {
  const { matrix, low } = await inOrder(server)
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeTo: 500000 })
  const { visitor: reader } = await someoneWith(server, ['approvals:read'])
  const asked = { draftId: draft.draftId }
  expect(await reader.call(publishing.compareApprovalDraft, asked)).toMatchObject({ data: { people: { gain: 1 } } })
  expect(await reader.call(publishing.listDraftPeople, asked)).toMatchObject({ status: 403 })
})

test('a version has the author of its change, and not of the one before', async () => {
  const { matrix, low } = await inOrder(server)
  const form = {
    ...{ applicationRoleMasteId: low.roleId, applicationId: matrix.application.id, role: 'Director', roleId: 'Di' },
    ...{ actionOfRole: 'Final Approval', sequence: 1, regions: ['All'], rangeTo: null },
  }
  await admin.call(applicationRoles.update, { ...form, rangeFrom: 1 } as never)
  const { visitor: second } = await someoneWith(server, ['approvals:read', 'approvals:write'])
  await second.call(applicationRoles.update, { ...form, rangeFrom: 2 } as never)
  const [last, former] = await versions(admin, matrix)
  expect(last?.publishedBy).toMatch(/\w/)
  expect(last?.publishedBy).not.toBe(former?.publishedBy)
})

test('changes of a page or role that was deleted meanwhile are named, and stand against publishing until they are undone', async () => {
  const { matrix, low, high } = await inOrder(server)
  const [gone, stays] = [
    await aPage(server, matrix.application.id, 'Going'),
    await aPage(server, matrix.application.id, 'Staying'),
  ]
  const draft = await aDraft(admin, matrix)
  await draft.rule(low.roleId, gone)
  for (const { roleId } of [low, high]) await draft.rule(roleId, stays)
  const auditor = await matrix.row('Auditor', { sequence: 0 })
  await draft.limits(auditor.roleId, { rangeTo: 500000 })
  expect(await draft.read()).toMatchObject({ changes: 4, clashes: 0, lost: [] })

  const deleted = await admin.call(pages.remove, { pageId: gone })
  expect(deleted).toMatchObject({ status: 200 })
  const named = { roleId: low.roleId, pageId: gone, name: 'Going: Director' }
  expect(await draft.read()).toMatchObject({ changes: 4, clashes: 1, lost: [named] })
  const { data } = await admin.call(calls.listApprovalDrafts, { applicationId: matrix.application.id })
  expect(data.rows).toMatchObject([{ changes: 4 }])
  expect(await draft.compare()).toMatchObject({ clashes: 1 })
  const refused = { status: 400, msg: publishing.DRAFT_HAS_CLASHES }
  expect(await draft.publish('Anyway')).toMatchObject(refused)
  expect(await draft.rule(low.roleId, gone)).toMatchObject({ status: 404, msg: calls.RECORD_IS_GONE })

  await admin.call(pages.restore, { id: gone })
  expect(await draft.read()).toMatchObject({ changes: 4, clashes: 0, lost: [] })
  await admin.call(pages.remove, { pageId: gone })
  const undo = async (target: { roleId: string; pageId: string | null }) =>
    admin.call(calls.undoDraftChange, {
      ...{ draftId: draft.draftId, revision: (await draft.read()).revision },
      ...target,
    })
  expect(await undo(named)).toMatchObject({ status: 200 })
  expect(await draft.read()).toMatchObject({ changes: 3, clashes: 0, lost: [] })

  await admin.call(documentApprovals.remove, { documnetMasteId: auditor.id })
  expect(await admin.call(applicationRoles.remove, { applicationRoleMasteId: auditor.roleId })).toMatchObject({
    status: 200,
  })
  const role = { roleId: auditor.roleId, pageId: null, name: 'Auditor' }
  expect(await draft.read()).toMatchObject({ changes: 3, clashes: 1, lost: [role] })
  expect(await draft.publish('Anyway')).toMatchObject(refused)
  expect(await undo(role)).toMatchObject({ status: 200 })
  expect(await draft.publish('Anyway')).toMatchObject({ status: 200 })
})
