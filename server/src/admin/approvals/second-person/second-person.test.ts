import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import * as drafts from '@gatehouse/contract/admin/approvals/drafts.ts'
import { publishManifest } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { approvalRoutings } from '@gatehouse/contract/admin/approvals/routing.ts'
import { DEFAULT_ROUTING } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import * as calls from '@gatehouse/contract/admin/approvals/second-person.ts'
import { publishPages } from '@gatehouse/contract/pages.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { aDraft, aWiderDraft, inOrder, versions } from '../../../../test/approval-drafts.ts'
import { aPage, type TestMatrix } from '../../../../test/approvals.ts'
import { aClient } from '../../../../test/builders.ts'
import { auditOf, someoneWith } from '../../../../test/console.ts'
import { noticesOf } from '../../../../test/messages.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { aProgram } from '../../../../test/service-accounts.ts'
import { countWaiting } from '../../../../test/waiting.ts'
import { applyFile } from '../../../configuration/apply-file.ts'
import { fileKinds } from '../../../configuration/kinds.ts'
import { readFile } from '../../../configuration/read-file.ts'
import { makeTemplatePool } from '../../../notifications/template-pool.ts'

const server = useTestServer()

type Someone = Awaited<ReturnType<typeof someoneWith>>
let asha: Someone
let bina: Someone
let carl: Someone
let reader: Someone
beforeAll(async () => {
  const editor = () => someoneWith(server, ['approvals:read', 'approvals:write', 'pages:write'])
  ;[asha, bina, carl] = [await editor(), await editor(), await editor()]
  reader = await someoneWith(server, ['approvals:read'])
})

const gone = (of: Someone, isGone: boolean) =>
  server.db.execute(sql`update users set is_active = ${!isGone} where id = ${of.person.id}`)

/** A matrix for which a second person is asked, and a draft of Asha that gives the director more. */
async function guarded() {
  const given = await inOrder(server)
  const applicationId = given.matrix.application.id
  expect(await asha.visitor.call(calls.askSecondPerson, { applicationId })).toMatchObject({ status: 200 })
  const { draft, draftId, seen, counts } = await aWiderDraft(server, asha.visitor, given)
  const askWith = async (visitor: Visitor, reason = 'The board') =>
    visitor.call(calls.askToPublish, { draftId, ...(await seen()), reason })
  const request = async (visitor: Visitor) => (await visitor.call(drafts.readApprovalDraft, { draftId })).data.request
  const whatIsAsked = async (visitor: Visitor) => {
    const { _id = '', revision = null, version = null } = (await request(visitor)) ?? {}
    return { requestId: _id, revision, version }
  }
  const confirm = async (visitor: Visitor) => visitor.call(calls.confirmPublishing, await whatIsAsked(visitor))
  return { ...given, applicationId, draft, draftId, seen, askWith, request, whatIsAsked, confirm, counts }
}

test('what one asks for, another one confirms: once, as it was seen, and with both names', async () => {
  const { matrix, draft, draftId, seen, askWith, request, whatIsAsked, confirm, counts } = await guarded()
  expect(await draft.publish('Alone')).toMatchObject({ status: 409, msg: calls.ASK_INSTEAD })
  expect(await askWith(asha.visitor)).toMatchObject({ status: 200 })
  expect(await askWith(carl.visitor)).toMatchObject({ status: 409, msg: calls.ALREADY_ASKED })
  expect(await draft.read()).toMatchObject({
    ...{ asksSecondPerson: true, sentBack: null },
    request: { isMine: true, mayConfirm: false, voidBecause: null, reason: 'The board', ...(await seen()) },
  })
  // Another draft of the same application does not wait.
  const other = await aDraft(asha.visitor, matrix)
  const listed = await asha.visitor.call(drafts.listApprovalDrafts, { applicationId: matrix.application.id })
  expect(Object.fromEntries(listed.data.rows.map(({ _id, isAsked }) => [_id, isAsked]))).toEqual({
    ...{ [draftId]: true, [other.draftId]: false },
  })
  expect(await noticesOf(server, bina.person)).toContain('publishing-asked')
  const mailTo = async ({ person }: Someone, words: string) =>
    (await server.inbox(person.email)).find(({ text }) => text.includes(words))?.text
  expect(await mailTo(bina, 'asks for a second person')).toContain('The reason given: The board')
  expect(await mailTo(bina, 'asks for a second person')).toContain('It counts as soon as it is confirmed.')
  expect(await noticesOf(server, asha.person)).not.toContain('publishing-asked')
  expect(await noticesOf(server, reader.person)).not.toContain('publishing-asked')

  // Frozen, and not for the asker.
  const { revision } = await draft.read()
  const change = { draftId, revision, ...DEFAULT_ROUTING, mode: 'first-qualified' as const }
  expect(await carl.visitor.call(drafts.saveDraftRouting, change)).toMatchObject({
    status: 409,
    msg: calls.DRAFT_WAITS,
  })
  expect(await carl.visitor.call(drafts.deleteApprovalDraft, { draftId })).toMatchObject({ status: 409 })
  expect(await confirm(asha.visitor)).toMatchObject({ status: 409, msg: calls.MAY_NOT_CONFIRM })
  const requestId = (await request(bina.visitor))?._id ?? ''
  expect(await bina.visitor.call(calls.withdrawPublishing, { requestId })).toMatchObject({ status: 404 })
  expect(
    await bina.visitor.call(calls.confirmPublishing, { requestId, ...(await seen()), revision: revision - 1 }),
  ).toMatchObject({ status: 409 })
  expect(await counts()).toBe('deny')

  // All three have seen the request before one of them confirms it: then the draft is gone.
  const asked = await whatIsAsked(bina.visitor)
  const all = await Promise.all([bina, carl, bina].map(({ visitor }) => visitor.call(calls.confirmPublishing, asked)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await counts()).toBe('allow')
  const [version] = await versions(asha.visitor, matrix)
  const second = all[1]?.status === 200 ? carl : bina
  const lines = await auditOf(server, draftId)
  expect(lines.map(({ event, actorId }) => [event, actorId])).toEqual([
    ['approvalDrafts.created', asha.person.id],
    ['approvalDrafts.publishing-asked', asha.person.id],
    ['approvalDrafts.published', second.person.id],
  ])
  expect(lines.at(-1)?.detail).toMatchObject({ reason: 'The board', askedBy: version?.publishedBy })
  const { rows } = await server.db.execute(sql`
    select from approval_versions where application_id = ${matrix.application.id} and version = ${version?.version}
      and published_by = ${asha.person.id} and confirmed_by = ${second.person.id}`)
  expect(rows).toHaveLength(1)
  expect(version).toMatchObject({ reason: 'The board', confirmedBy: expect.stringMatching(/^Rohan/) })
  expect(await noticesOf(server, asha.person)).toContain('publishing-confirmed')
  expect(await mailTo(asha, 'has confirmed your change')).toContain('It counts from now on.')
})

test('a draft that a program has changed is not confirmed by who holds the program', async () => {
  const { draft, draftId, askWith, request } = await guarded()
  const program = await aProgram(server, ['approvals:read', 'approvals:write'])
  await server.db.execute(sql`
    update service_account_keys set created_by = ${bina.person.id}, revoked_at = null where id = ${program.keyId}`)
  const { revision } = await draft.read()
  const change = { draftId, revision, ...DEFAULT_ROUTING, mode: 'first-qualified' as const }
  expect((await program.visitor.call(drafts.saveDraftRouting, change)).status).toBe(200)
  await server.db.execute(sql`update service_account_keys set revoked_at = now() where id = ${program.keyId}`)
  await askWith(asha.visitor)
  expect(await request(bina.visitor)).toMatchObject({ mayConfirm: false })
  expect(await request(carl.visitor)).toMatchObject({ mayConfirm: true })
})

test('it is sent back with a sentence, or withdrawn; who has changed the draft does not confirm it', async () => {
  const { draft, draftId, low, askWith, request, confirm, counts } = await guarded()
  await askWith(asha.visitor)
  const requestId = (await request(bina.visitor))?._id ?? ''
  const back = { requestId, note: 'Leave Kerala out' }
  expect(await asha.visitor.call(calls.sendBackPublishing, back)).toMatchObject({ status: 409 })
  expect(await bina.visitor.call(calls.sendBackPublishing, back)).toMatchObject({ status: 200 })
  const sentBack = { what: 'sent-back', by: expect.stringMatching(/^Rohan/), note: 'Leave Kerala out' }
  const tooLate = { status: 409, data: { decided: sentBack } }
  expect(await carl.visitor.call(calls.sendBackPublishing, back)).toMatchObject(tooLate)
  expect(await carl.visitor.call(calls.confirmPublishing, { requestId, revision: 1, version: 1 })).toMatchObject(
    tooLate,
  )
  expect(await draft.read()).toMatchObject({ request: null, sentBack: { note: 'Leave Kerala out' } })
  expect(await noticesOf(server, asha.person)).toContain('publishing-sent-back')
  expect((await auditOf(server, draftId)).at(-1)).toMatchObject({
    ...{ event: 'approvalDrafts.publishing-sent-back', actorId: bina.person.id },
    detail: { name: 'April', reason: 'Leave Kerala out' },
  })

  // Bina changes it herself: then it takes Carl.
  const { revision } = await draft.read()
  const limits = { roleId: low.roleId, actionOfRole: 'Final Approval', sequence: 1, regions: ['All'] }
  const changed = { draftId, revision, ...limits, rangeFrom: 0, rangeTo: 500000, bounds: '[]' }
  expect(await bina.visitor.call(drafts.saveDraftRole, changed as never)).toMatchObject({ status: 200 })
  expect(await askWith(asha.visitor)).toMatchObject({ status: 200 })
  expect(await request(bina.visitor)).toMatchObject({ isMine: false, mayConfirm: false })
  expect(await confirm(bina.visitor)).toMatchObject({ status: 409, msg: calls.MAY_NOT_CONFIRM })
  const mine = (await request(asha.visitor))?._id ?? ''
  expect(await asha.visitor.call(calls.withdrawPublishing, { requestId: mine })).toMatchObject({ status: 200 })
  const late = { requestId: mine, revision: revision + 1, version: (await draft.read()).currentVersion }
  const withdrawn = { status: 409, data: { decided: { what: 'withdrawn', by: expect.stringMatching(/^Rohan/) } } }
  expect(await carl.visitor.call(calls.confirmPublishing, late)).toMatchObject(withdrawn)
  expect(await draft.read()).toMatchObject({ request: null, sentBack: null })
  await gone(carl, true)
  expect(await askWith(asha.visitor)).toMatchObject({ status: 400, msg: calls.NOBODY_CONFIRMS })
  await gone(carl, false)
  expect(await counts()).toBe('deny')
})

test('a request is void when what counts has changed, or the asker may not publish any more', async () => {
  const { matrix, draft, draftId, askWith, request, confirm, counts } = await guarded()
  await askWith(asha.visitor)
  await gone(asha, true)
  expect(await request(bina.visitor)).toMatchObject({ voidBecause: 'asker' })
  expect(await confirm(bina.visitor)).toMatchObject({ status: 409, msg: calls.VOID_TEXTS.asker })
  await gone(asha, false)
  // Another draft is published: what counts is not what the second person sees.
  const other = await aDraft(carl.visitor, matrix)
  const anyOne = { draftId: other.draftId, revision: 1, ...DEFAULT_ROUTING, parallel: 'one-of' as const }
  expect(await carl.visitor.call(drafts.saveDraftRouting, anyOne)).toMatchObject({ status: 200 })
  const { revision: otherRevision, version: otherVersion } = await other.compare()
  const otherAsked = { draftId: other.draftId, revision: otherRevision, version: otherVersion, reason: 'Later' }
  expect(await carl.visitor.call(calls.askToPublish, otherAsked)).toMatchObject({ status: 200 })
  const otherSeen = {
    requestId: (await other.read()).request?._id ?? '',
    revision: otherRevision,
    version: otherVersion,
  }
  expect(await bina.visitor.call(calls.confirmPublishing, otherSeen)).toMatchObject({ status: 200 })
  expect(await confirm(bina.visitor)).toMatchObject({ status: 409, msg: calls.VOID_TEXTS.matrix })
  expect(await counts()).toBe('deny')
  // A void request holds nothing: the draft can be changed, and asked for again.
  const routing = {
    draftId,
    revision: (await draft.read()).revision,
    ...DEFAULT_ROUTING,
    rejection: 'back-to-maker' as const,
  }
  expect(await asha.visitor.call(drafts.saveDraftRouting, routing)).toMatchObject({ status: 200 })
  expect(await request(bina.visitor)).toMatchObject({ voidBecause: 'draft' })
  expect(await askWith(asha.visitor)).toMatchObject({ status: 200 })
  expect(await confirm(bina.visitor)).toMatchObject({ status: 200 })
  expect(await counts()).toBe('allow')
  // A roll back is a draft, too, and the only way back.
  const [latest] = await versions(asha.visitor, matrix)
  const back = await aDraft(asha.visitor, matrix, { name: 'Back', version: Number(latest?.version) - 1 })
  expect(await back.publish('Withdrawn')).toMatchObject({ status: 409, msg: calls.ASK_INSTEAD })
  const { revision, version } = await back.compare()
  const asked = { draftId: back.draftId, revision, version, reason: 'Withdrawn' }
  expect(await carl.visitor.call(calls.askToPublish, asked)).toMatchObject({ status: 200 })
  const { _id: requestId } = (await back.read()).request as calls.PublishRequest
  const seen = { requestId, revision, version }
  expect(await asha.visitor.call(calls.confirmPublishing, seen)).toMatchObject({ status: 409 })
  expect(await bina.visitor.call(calls.confirmPublishing, seen)).toMatchObject({ status: 200 })
  expect(await counts()).toBe('deny')
})

test('what changes nothing that somebody may approve leaves a request as it is, unless the draft uses it', async () => {
  const { matrix, low, high, draft, draftId, applicationId, seen, askWith, request, counts } = await guarded()
  const spare = await aPage(server, applicationId, 'Spare')
  for (const { roleId } of [low, high]) expect(await draft.rule(roleId, spare)).toMatchObject({ status: 200 })
  expect(await askWith(asha.visitor)).toMatchObject({ status: 200 })
  const before = await seen()
  // A page and a role without a rule, and what a role with rules may open.
  await aPage(server, applicationId, 'Advice')
  const free = {
    ...{ applicationId, clientId: matrix.client.id, role: 'Clerk', roleId: 'C', regions: ['All'] },
    ...{ actionOfRole: 'Final Approval', sequence: 1, rangeFrom: null, rangeTo: null },
  }
  expect(await carl.visitor.call(applicationRoles.create, free as never)).toMatchObject({ status: 200 })
  await server.db.execute(sql`update application_roles set updated_at = now() where id = ${low.roleId}`)
  // Rules go by the id of the client.
  await server.db.execute(sql`update clients set display_name = 'Renamed' where id = ${matrix.client.id}`)
  expect((await seen()).version).toBeGreaterThan(before.version)
  expect(await request(bina.visitor)).toMatchObject({ voidBecause: null, version: before.version })
  expect((await draft.read()).isAsked).toBe(true)

  // The page of a new rule has another name: whoever confirms would see another thing.
  const name = (page: string) =>
    carl.visitor.call(pages.update, { applicationId, pageId: spare, page, description: '', status: 'ACTIVE' } as never)
  expect(await name('Everything')).toMatchObject({ status: 200 })
  expect(await request(bina.visitor)).toMatchObject({ voidBecause: 'matrix' })
  const meanwhile = await seen()
  expect(await name('Spare')).toMatchObject({ status: 200 })
  expect(await request(bina.visitor)).toMatchObject({ voidBecause: null })
  const requestId = (await request(bina.visitor))?._id ?? ''
  expect(await bina.visitor.call(calls.confirmPublishing, { requestId, ...meanwhile })).toMatchObject({ status: 409 })
  expect(await counts()).toBe('deny')
  const unseen = { ...before, version: (await seen()).version + 1 }
  for (const { version } of [unseen, { version: Number.MAX_SAFE_INTEGER }])
    expect(await bina.visitor.call(calls.confirmPublishing, { requestId, ...unseen, version })).toMatchObject({
      status: 409,
    })
  // What was seen before the free changes is what is published.
  expect(await bina.visitor.call(calls.confirmPublishing, { requestId, ...before })).toMatchObject({ status: 200 })
  expect(await counts()).toBe('allow')
  expect(await bina.visitor.call(drafts.readApprovalDraft, { draftId })).toMatchObject({ status: 404 })
})

/** The whole matrix, as it is stored. */
const rowsOf = async ({ application }: TestMatrix) =>
  (
    await server.db.execute(sql`
      select r.id, r.name, r.range_to, d.id as rule, d.deleted_at, d.first_day, p.name as page, p.status,
        (select mode from approval_routings g where g.application_id = r.application_id and g.deleted_at is null) as mode
      from application_roles r left join document_approvals d on d.application_role_id = r.id left join pages p on p.id = d.page_id
      where r.application_id = ${application.id} order by r.id, d.id`)
  ).rows

test('two people who confirm a draft and the end of asking at the same time do not wait for each other', async () => {
  const { applicationId, askWith, request, counts } = await guarded()
  await askWith(asha.visitor)
  await asha.visitor.call(calls.askToStopSecondPerson, { applicationId, reason: 'Too few of us' })
  const { _id: requestId } = (await bina.visitor.call(calls.readSecondPerson, { applicationId })).data
    .request as calls.PublishRequest
  const { _id: draftRequest, revision, version } = (await request(bina.visitor)) as calls.PublishRequest
  const stop = () => bina.visitor.call(calls.confirmPublishing, { requestId, revision: null, version: null })
  const publish = () => carl.visitor.call(calls.confirmPublishing, { requestId: draftRequest, revision, version })
  // Both arrive before the matrix is free: the one that stops first.
  const { answers } = await server.db.transaction(async (tx) => {
    await tx.execute(sql`select from approval_matrices where application_id = ${applicationId} for update`)
    const stopping = stop()
    await expect.poll(() => countWaiting(server)).toBe(1)
    const answers = [stopping, publish()]
    await expect.poll(() => countWaiting(server)).toBe(2)
    return { answers }
  })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 404])
  expect(await request(asha.visitor)).toBeNull()
  expect(await counts()).toBe('deny')
})

test('no other door changes what people may approve, and roles and pages without a rule stay free', async () => {
  const given = await inOrder(server)
  const { matrix, low, high } = given
  const applicationId = matrix.application.id
  const place = { clientId: matrix.client.id, regions: ['All'], actionOfRole: 'Final Approval', sequence: 1 }
  const director = {
    ...place,
    applicationRoleMasteId: low.roleId,
    applicationId,
    role: 'Director',
    roleId: 'Di',
    rangeFrom: 0,
  }
  const rule = { projectId: applicationId, clientId: matrix.client.id, pageId: matrix.pageId }
  const other = await aPage(server, applicationId, 'Advice')
  const free = { ...place, applicationId, role: 'Clerk', roleId: 'C', rangeFrom: null, rangeTo: null }
  const clerk = (await asha.visitor.call(applicationRoles.create, free as never)).data._id
  const days = { ...rule, roleId: high.roleId, documnetMasteId: high.id }
  const spare = await aPage(server, applicationId, 'Spare')
  await server.db.execute(sql`
    insert into application_role_pages (application_role_id, page_id) values (${low.roleId}, ${other}), (${clerk}, ${other})`)
  const removed = (
    await asha.visitor.call(documentApprovals.create, { ...rule, roleId: low.roleId, pageId: other } as never)
  ).data
  await asha.visitor.call(documentApprovals.remove, { documnetMasteId: removed._id })
  // Of another client, with the name that a row for all clients decides about once it has it.
  const elsewhereToo = await aClient(server)
  const handler = { ...free, clientId: elsewhereToo.id, role: 'Handler', roleId: 'H' }
  const handlerId = (await asha.visitor.call(applicationRoles.create, handler as never)).data._id
  await server.db.execute(sql`update document_approvals set all_clients = true where id = ${high.id}`)
  await asha.visitor.call(calls.askSecondPerson, { applicationId })
  const before = await rowsOf(matrix)

  const page = { pageId: matrix.pageId, applicationId, page: 'Claims', description: '' }
  const doors = {
    'limits of a role': () => asha.visitor.call(applicationRoles.update, { ...director, rangeTo: 900000 } as never),
    'a new rule': () => asha.visitor.call(documentApprovals.create, { ...rule, roleId: clerk, pageId: other } as never),
    'days of a rule': () => asha.visitor.call(documentApprovals.update, { ...days, lastDay: '2026-12-31' } as never),
    'a removed rule': () => asha.visitor.call(documentApprovals.remove, { documnetMasteId: high.id }),
    'a restored rule': () => asha.visitor.call(documentApprovals.restore, { id: removed._id }),
    'a routing': () => asha.visitor.call(approvalRoutings.create, { applicationId, mode: 'first-qualified' } as never),
  }
  for (const [door, change] of Object.entries(doors))
    expect(await change(), door).toMatchObject({ status: 409, msg: calls.ASKS_SECOND_PERSON })
  const names = {
    'the name of a role': () =>
      asha.visitor.call(applicationRoles.update, { ...director, rangeTo: 100000, role: 'Clerks' } as never),
    'the name of a role of another client': () =>
      asha.visitor.call(applicationRoles.update, {
        ...{ ...handler, applicationRoleMasteId: handlerId, role: 'CHAIRMAN' },
      } as never),
    'the name of a page': () =>
      asha.visitor.call(pages.update, { ...page, page: 'Payments', status: 'ACTIVE' } as never),
    'the status of a page': () => asha.visitor.call(pages.update, { ...page, status: 'INACTIVE' } as never),
    'a manifest from a file': async () => {
      const published = { id: 'claims', name: 'Claims' }
      await asha.visitor.call(publishManifest, { applicationId, pages: [published] })
      return asha.visitor.call(publishManifest, { applicationId, pages: [{ ...published, name: 'Bills' }] })
    },
  }
  for (const [door, change] of Object.entries(names))
    expect(await change(), door).toMatchObject({ status: 409, msg: calls.RULES_HOLD })
  const kinds = fileKinds({ ...server, templates: makeTemplatePool() })
  const text = `gatehouse: 1
documentApprovals:
  - application: ${matrix.application.name}
    client: ${matrix.client.actualName}
    role: Clerk
    page: Advice
`
  const way = {
    isDry: false,
    isDelete: false,
    secrets: new Map(),
    sealKeys: server.keys.seal,
    timeZone: server.config.timeZone,
  }
  await expect(applyFile(server.db, kinds, readFile(text, 'wanted.yaml', kinds), way)).rejects.toThrow(
    calls.ASKS_SECOND_PERSON,
  )
  expect(await rowsOf(matrix)).toEqual(before)

  // What decides nothing is free, and the application itself says what its pages are called.
  expect(
    await asha.visitor.call(applicationRoles.update, {
      ...{ ...handler, applicationRoleMasteId: handlerId, role: 'Helper' },
    } as never),
  ).toMatchObject({ status: 200 })
  expect(
    await asha.visitor.call(applicationRoles.update, {
      ...free,
      applicationRoleMasteId: clerk,
      role: 'Clerks',
      rangeTo: 5,
    } as never),
  ).toMatchObject({ status: 200 })
  expect(
    await asha.visitor.call(pages.update, { ...page, pageId: spare, page: 'Spare one', status: 'ACTIVE' } as never),
  ).toMatchObject({
    status: 200,
  })
  const own = { authorization: matrix.application.authorization }
  expect(
    await server.visitor({ web: false }).call(publishPages, { pages: [{ id: 'claims', name: 'Bills' }] }, own),
  ).toMatchObject({ status: 200, data: { changed: ['Bills'] } })
  // In the same transaction nothing else passes, and neither does another application.
  const elsewhere = await inOrder(server)
  await server.db.execute(sql`
    insert into approval_matrices as m (application_id, version, asks_second_person) values (${elsewhere.matrix.application.id}, 0, true)
    on conflict (application_id) do update set asks_second_person = true`)
  await expect(
    server.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('gatehouse.confirmed_matrix', ${applicationId}, true)`)
      await tx.execute(
        sql`update document_approvals set application_role_id = ${low.roleId} where id = ${elsewhere.low.id}`,
      )
    }),
  ).rejects.toThrow('a second person confirms')
})

test('asking a second person takes one who is there, and to stop it takes one, too', async () => {
  const { matrix } = await inOrder(server)
  const applicationId = matrix.application.id
  const read = async (visitor: Visitor) => (await visitor.call(calls.readSecondPerson, { applicationId })).data
  const stop = { applicationId, reason: 'Too few of us' }
  for (const one of [bina, carl]) await gone(one, true)
  expect(await asha.visitor.call(calls.askSecondPerson, { applicationId })).toMatchObject({
    ...{ status: 400, msg: calls.NOBODY_COULD_CONFIRM },
  })
  for (const one of [bina, carl]) await gone(one, false)
  expect(await asha.visitor.call(calls.askToStopSecondPerson, stop)).toMatchObject({
    status: 400,
    msg: calls.NOT_ASKED,
  })
  expect(await reader.visitor.call(calls.askSecondPerson, { applicationId })).toMatchObject({ status: 403 })
  expect(await asha.visitor.call(calls.askSecondPerson, { applicationId })).toMatchObject({ status: 200 })
  expect(await asha.visitor.call(calls.askToStopSecondPerson, stop)).toMatchObject({ status: 200 })
  expect(await asha.visitor.call(calls.askToStopSecondPerson, stop)).toMatchObject({ status: 409 })
  const { request } = await read(bina.visitor)
  expect(await read(bina.visitor)).toMatchObject({
    ...{
      asksSecondPerson: true,
      request: { reason: 'Too few of us', mayConfirm: true, revision: null, version: null },
    },
  })
  const confirm = { requestId: request?._id ?? '', revision: null, version: null }
  expect(await asha.visitor.call(calls.confirmPublishing, confirm)).toMatchObject({ status: 409 })
  expect(await reader.visitor.call(calls.confirmPublishing, confirm)).toMatchObject({ status: 403 })
  expect(await read(reader.visitor)).toMatchObject({ asksSecondPerson: true, request: { mayConfirm: false } })
  expect(await bina.visitor.call(calls.confirmPublishing, confirm)).toMatchObject({ status: 200 })
  expect(await read(asha.visitor)).toEqual({ asksSecondPerson: false, request: null })
  // Both messages say which protection it is about, and not that a change of approvals waits or counts.
  const mailTo = async ({ person }: Someone, words: string) =>
    (await server.inbox(person.email)).find(({ text }) => text.includes(words))
  const asked = await mailTo(bina, 'asks to end a protection')
  expect(asked?.subject).toMatch(/asks you to confirm that .* needs no second person any more/)
  const ended = await mailTo(asha, 'A protection has ended')
  expect(ended?.subject).toMatch(/^Approvals in .* need no second person any more$/)
  expect(ended?.text).toMatch(/You asked for it, and \w.* confirmed it/)
  expect(ended?.text).not.toContain('your change')
  expect((await auditOf(server, applicationId)).map(({ event, actorId }) => [event, actorId])).toEqual([
    ['applications.second-person-on', asha.person.id],
    ['approvalDrafts.publishing-asked', asha.person.id],
    ['applications.second-person-off', bina.person.id],
  ])
  // Drafts are published alone again.
  const draft = await aDraft(carl.visitor, matrix)
  await carl.visitor.call(drafts.saveDraftRouting, {
    draftId: draft.draftId,
    revision: 1,
    ...DEFAULT_ROUTING,
    mode: 'first-qualified',
  })
  expect(await draft.publish('Alone')).toMatchObject({ status: 200 })
  expect((await versions(carl.visitor, matrix))[0]).toMatchObject({ confirmedBy: '' })
})

test('an application renames its pages, but gives none the name of another one where a row is on either', async () => {
  const { matrix } = await guarded()
  const { authorization } = matrix.application
  const publish = (...listed: { id: string; name: string }[]) =>
    server.visitor({ web: false }).call(publishPages, { pages: listed as never }, { authorization })
  const [claims, notes] = [
    { id: 'claims', name: 'Claims' },
    { id: 'notes', name: 'Notes' },
  ]
  const refused = (name: string) => ({
    status: 400,
    msg: expect.stringContaining(`The name ${name} belonged to another page.`),
  })
  const bills = { ...claims, name: 'Bills' }
  expect(await publish(claims, notes)).toMatchObject({ status: 200 })
  expect(await publish({ ...claims, name: 'Notes' }, { ...notes, name: 'Claims' })).toMatchObject({ status: 400 })
  expect(await publish(bills, notes)).toMatchObject({ status: 200, data: { changed: ['Bills'] } })
  expect(await publish(bills, { ...notes, name: 'Claims' })).toMatchObject(refused('Claims'))
  expect(await publish(bills, notes, { id: 'more', name: 'CLAIMS' })).toMatchObject(refused('CLAIMS'))
  expect(await publish(claims, { ...notes, name: 'Memos' })).toMatchObject({ status: 200 })
  expect(await publish({ ...claims, name: 'Notes' }, { ...notes, name: 'Memos' })).toMatchObject(refused('Notes'))
  // The same decides about two pages without rows.
  const memos = { ...notes, name: 'Memos' }
  expect(await publish(claims, memos, { id: 'more', name: 'Notes' })).toMatchObject({ status: 200 })
  await server.db.execute(sql`
    update applications set request_rule = 'matrix' where id = ${matrix.application.id}`)
  await server.db.execute(sql`
    update approval_matrices set asks_second_person = false where application_id = ${matrix.application.id}`)
  expect(await publish(bills, memos, { id: 'more', name: 'Claims' })).toMatchObject(refused('Claims'))
  await server.db.execute(sql`update applications set request_rule = 'owners' where id = ${matrix.application.id}`)
  expect(await publish(bills, memos, { id: 'more', name: 'Claims' })).toMatchObject({ status: 200 })
})
