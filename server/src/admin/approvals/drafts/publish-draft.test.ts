import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import * as calls from '@gatehouse/contract/admin/approvals/drafts.ts'
import * as publishing from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { decide, decideAll } from '@gatehouse/contract/approvals.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft, ask, inOrder, LAKH, versions } from '../../../../test/approval-drafts.ts'
import { aPage } from '../../../../test/approvals.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

test('what is published counts at once, as one version with its author and reason, and the former state stays', async () => {
  const { matrix, low, high, people } = await inOrder(server)
  const at = await matrix.moment()
  const other = await aPage(server, matrix.application.id, 'Advice')
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 500000 })
  await draft.limits(high.roleId, { rangeFrom: 500000.01 })
  await draft.rule(low.roleId, other, { firstDay: '2020-01-01' })
  await draft.rule(high.roleId, other)
  const { version } = await draft.compare()
  expect(await draft.publish('Resolved by the board')).toMatchObject({ status: 200, data: { version: version + 1 } })

  expect((await ask(server, matrix, people.director, '300000')).data).toMatchObject({
    decision: 'allow',
    version: version + 1,
  })
  const then = await server
    .visitor({ web: false, headers: { authorization: matrix.application.authorization } })
    .call(decide, {
      ...matrix.question({ action: 'Final Approval', amount: '300000', at }),
      person: people.director.id,
    })
  expect(then.data.decision).toBe('deny')
  expect((await versions(admin, matrix))[0]).toMatchObject({
    ...{ version: version + 1, isCurrent: true, draftName: 'April', reason: 'Resolved by the board', restores: null },
    ...{ changes: 4, publishedBy: expect.stringMatching(/\w/) },
  })
  expect(await admin.call(calls.readApprovalDraft, { draftId: draft.draftId })).toMatchObject({ status: 404 })
  const { rows: lines } = await server.db.execute<{ event: string; detail: Record<string, unknown> }>(sql`
    select event, detail from audit_events where subject_id = ${draft.draftId} order by id`)
  expect(lines.map(({ event }) => event)).toEqual(['approvalDrafts.created', 'approvalDrafts.published'])
  expect(lines[1]?.detail).toMatchObject({
    ...{ name: 'April', application: matrix.application.name, reason: 'Resolved by the board' },
    ...{ rulesAdded: 2, rulesChanged: 2, rulesRemoved: 0, peopleGaining: 2, newWarnings: 0 },
    changes: expect.arrayContaining([{ field: 'version', before: version, after: version + 1 }]),
  })
  // The role can open the page on which it approves.
  const { rows: opened } = await server.db.execute(sql`
    select 1 from application_role_pages where application_role_id = ${low.roleId} and page_id = ${other}`)
  expect(opened).toHaveLength(1)
})

test('new errors stand against publishing; new warnings and errors of today ask for a reason', async () => {
  const { matrix, low, high, people } = await inOrder(server)
  const draft = await aDraft(admin, matrix)
  await draft.limits(high.roleId, { rangeFrom: 200000 })
  expect(await draft.compare()).toMatchObject({
    errors: [{ code: 'nobody', from: 100000.01, to: 199999.99, client: { _id: matrix.client.id } }],
    ...{ warnings: [], kept: [] },
  })
  expect(await draft.publish('Never mind')).toMatchObject({
    ...{ status: 400, msg: publishing.DRAFT_HAS_ERRORS },
  })
  // The same gap, made by hand, is there already. Closing a part of it is no new error.
  await admin.call(applicationRoles.update, {
    ...{ applicationRoleMasteId: high.roleId, applicationId: matrix.application.id, role: 'Chairman', roleId: 'Ch' },
    ...{ actionOfRole: 'Final Approval', sequence: 1, regions: ['All'], rangeFrom: 200000, rangeTo: null },
  } as never)
  await draft.limits(high.roleId, { rangeFrom: 200000 })
  await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 150000 })
  expect(await draft.compare()).toMatchObject({
    errors: [],
    kept: [{ code: 'nobody', from: 150000.01 }],
    needsReason: true,
  })
  expect(await draft.publish()).toMatchObject({ status: 400, data: { fields: { reason: publishing.REASON_NEEDED } } })
  expect((await ask(server, matrix, people.director, '120000')).data.decision).toBe('deny')
  expect(await draft.publish('Half of it')).toMatchObject({ status: 200 })
  expect((await ask(server, matrix, people.director, '120000')).data.decision).toBe('allow')
})

test('a role without people is one error of the role, whatever it may approve', async () => {
  const { matrix, low, high, people } = await inOrder(server)
  await server.db.execute(sql`update users set is_active = false where id = ${people.director.id}`)
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 500000 })
  await draft.limits(high.roleId, { rangeFrom: 500000.01 })
  expect(await draft.compare()).toMatchObject({ errors: [], kept: [{ code: 'no-people', to: 500000 }] })
  // Who only creates stops no document; the draft makes more of it.
  await server.db.execute(sql`update application_roles set action = 'Creator' where id = ${low.roleId}`)
  expect(await draft.compare()).toMatchObject({ errors: [{ code: 'no-people' }], kept: [] })
})

test('what counts was changed since: the draft says so, and overwrites it only when somebody keeps that', async () => {
  const { matrix, low, high } = await inOrder(server)
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 500000 })
  await draft.limits(high.roleId, { rangeFrom: 500000.01 })
  const seen = await draft.compare()
  await server.db.execute(sql`update application_roles set range_to = ${2 * LAKH} where id = ${low.roleId}`)
  const stale = { draftId: draft.draftId, revision: seen.revision, version: seen.version, reason: '' }
  expect(await admin.call(publishing.publishApprovalDraft, stale)).toMatchObject({
    ...{ status: 409, msg: publishing.MATRIX_CHANGED },
  })
  const read = await draft.read()
  expect(read).toMatchObject({ clashes: 1, changes: 2 })
  expect(read.currentVersion).toBeGreaterThan(read.baseVersion)
  expect((await admin.call(calls.listDraftRoles, { draftId: draft.draftId, changed: true })).data.rows).toMatchObject(
    [
      { name: 'Chairman', state: 'changed' },
      { name: 'Director', state: 'clash', draft: { rangeTo: 500000 }, current: { rangeTo: 200000 } },
    ].toSorted((a, b) => a.name.localeCompare(b.name)),
  )
  expect(await draft.publish()).toMatchObject({ status: 400, msg: publishing.DRAFT_HAS_CLASHES })
  const target = { draftId: draft.draftId, roleId: low.roleId, pageId: null }
  expect(await admin.call(calls.keepDraftChange, { ...target, revision: read.revision })).toMatchObject({ status: 200 })
  expect(await draft.read()).toMatchObject({ clashes: 0 })
  expect(await draft.publish()).toMatchObject({ status: 200 })
})

test.each([
  ['an action', sql`'{"action": "__proto__"}'`],
  ['a region', sql`'{"all_regions": false, "regions": ["IN-GA", "constructor"]}'`],
])('%s that does not exist is never published, whatever put it into the draft', async (_, limits) => {
  const { matrix, low } = await inOrder(server)
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 50000 })
  const { revision, version } = await draft.compare()
  await server.db.execute(sql`
    update approval_draft_changes set after = after || ${limits}::jsonb where draft_id = ${draft.draftId}`)
  const before = await versions(admin, matrix)
  expect(
    await admin.call(publishing.publishApprovalDraft, { draftId: draft.draftId, revision, version, reason: 'Anyway' }),
  ).toMatchObject({ status: 400, msg: publishing.DRAFT_IS_UNKNOWN })
  expect(await versions(admin, matrix)).toEqual(before)
})

test('a former version is made a draft, and publishing it rolls back', async () => {
  const { matrix, low, high, people } = await inOrder(server)
  const [first] = await versions(admin, matrix)
  const gone = await matrix.row('Auditor', { sequence: 0 })
  await matrix.person('Auditor')
  await server.db.execute(sql`update application_roles set range_to = ${LAKH / 2} where id = ${low.roleId}`)
  await server.db.execute(sql`update application_roles set range_from = ${LAKH / 2 + 1} where id = ${high.roleId}`)
  expect((await ask(server, matrix, people.director, '80000')).data.decision).toBe('deny')
  const draft = await aDraft(admin, matrix, { name: 'Back', version: first?.version })
  expect(await draft.read()).toMatchObject({ changes: 3, clashes: 0, restores: first?.version, leftOut: [] })
  expect(await draft.compare()).toMatchObject({ rows: { added: 0, changed: 2, removed: 1 } })
  expect((await admin.call(calls.listDraftRules, { draftId: draft.draftId, changed: true })).data.rows).toMatchObject([
    { role: { _id: gone.roleId }, state: 'removed', draft: null },
  ])
  expect(await draft.publish('The board withdrew it')).toMatchObject({ status: 200 })
  expect((await ask(server, matrix, people.director, '80000')).data.decision).toBe('allow')
  expect((await versions(admin, matrix))[0]).toMatchObject({
    draftName: 'Back',
    restores: first?.version,
    isCurrent: true,
  })
  const again = { applicationId: matrix.application.id, name: 'Again', version: first?.version ?? 0 }
  expect(await admin.call(calls.createApprovalDraft, again)).toMatchObject({
    ...{ status: 400, msg: 'What counts does not differ from this version.' },
  })
})

test('going back to a version with an error of its own needs a reason only', async () => {
  const { matrix, high } = await inOrder(server)
  await server.db.execute(sql`update application_roles set range_from = ${2 * LAKH} where id = ${high.roleId}`)
  const [gap] = await versions(admin, matrix)
  await server.db.execute(sql`update application_roles set range_from = ${LAKH + 1} where id = ${high.roleId}`)
  const draft = await aDraft(admin, matrix, { version: gap?.version })
  expect(await draft.compare()).toMatchObject({ errors: [], kept: [{ code: 'nobody' }], needsReason: true })
  expect(await draft.publish('In a hurry')).toMatchObject({ status: 200 })
})

test('rules of deleted roles cannot be restored, and the draft names them', async () => {
  const { matrix } = await inOrder(server)
  const gone = await matrix.row('Auditor', { sequence: 0 })
  const [version] = await versions(admin, matrix)
  await admin.call(documentApprovals.remove, { documnetMasteId: gone.id })
  expect(await admin.call(applicationRoles.remove, { applicationRoleMasteId: gone.roleId })).toMatchObject({
    status: 200,
  })
  const form = { applicationId: matrix.application.id, name: 'Back', version: version?.version ?? 0 }
  expect(await admin.call(calls.createApprovalDraft, form)).toMatchObject({
    ...{ status: 400, msg: 'Only deleted roles and pages differ from this version. Restore them first.' },
  })
  await matrix.row('Second', { sequence: 0 })
  const draft = await aDraft(admin, matrix, { version: version?.version })
  expect(await draft.read()).toMatchObject({ leftOut: ['Claims: Auditor'], changes: 1 })
})

test('while a draft is published, a thousand decisions are made by the former or the next version, and by nothing between', async () => {
  const { matrix, low, high, people } = await inOrder(server)
  const draft = await aDraft(admin, matrix)
  await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 500000 })
  await draft.limits(high.roleId, { rangeFrom: 500000.01 })
  const application = server.visitor({ web: false, headers: { authorization: matrix.application.authorization } })
  const questions = [people.director, people.chairman].map(({ id }) => ({
    ...matrix.question({ action: 'Final Approval', amount: '300000' }),
    person: id,
  }))
  const seen = new Map<string, Set<number>>()
  async function ask() {
    const answers = await Promise.all(Array.from({ length: 10 }, () => application.call(decideAll, { questions })))
    for (const { data } of answers) {
      const decisions = data.decisions.map(({ decision }) => decision).join(' ')
      seen.set(decisions, (seen.get(decisions) ?? new Set()).add(data.version))
    }
  }
  let isPublished = false
  const publishing = draft.publish().then((answer) => {
    isPublished = true
    return answer
  })
  for (let asked = 0; asked < 1000 || !isPublished; asked += 20) await ask()
  // Those that were asked while it ended may all have had the former version.
  await ask()
  const { version } = (await publishing).data
  expect(seen.get('deny allow') ?? new Set([version - 1])).toEqual(new Set([version - 1]))
  expect(seen.get('allow deny')).toEqual(new Set([version]))
  expect([...seen.keys()].filter((decisions) => decisions !== 'deny allow' && decisions !== 'allow deny')).toEqual([])
})

test('a draft that is published while its roles are edited on the screens overwrites nothing, and nobody waits for the other', async () => {
  const { matrix, low, high } = await inOrder(server)
  for (let round = 0; round < 5; round++) {
    const draft = await aDraft(admin, matrix)
    await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 500000 + round })
    await draft.limits(high.roleId, { rangeFrom: 500000.01 + round })
    const edit = (roleId: string, role: string, amounts: object) =>
      admin.call(applicationRoles.update, {
        ...{ applicationRoleMasteId: roleId, applicationId: matrix.application.id, role, roleId: role.slice(0, 2) },
        ...{
          actionOfRole: 'Final Approval',
          sequence: 1,
          regions: ['All'],
          rangeFrom: null,
          rangeTo: null,
          ...amounts,
        },
      } as never)
    const [published, ...edited] = await Promise.all([
      draft.publish('In spite of it'),
      edit(high.roleId, 'Chairman', { rangeFrom: 700000 + round }),
      edit(low.roleId, 'Director', { rangeTo: 600000 + round }),
    ])
    expect([200, 400, 409]).toContain(published.status)
    expect(edited.map(({ status }) => status)).toEqual([200, 200])
    if (published.status !== 200)
      expect([publishing.MATRIX_CHANGED, publishing.DRAFT_HAS_CLASHES, publishing.DRAFT_HAS_ERRORS]).toContain(
        published.msg,
      )
  }
})
