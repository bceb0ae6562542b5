import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import * as drafts from '@gatehouse/contract/admin/approvals/drafts.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import * as calls from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { DEFAULT_ROUTING } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import * as second from '@gatehouse/contract/admin/approvals/second-person.ts'
import { decide } from '@gatehouse/contract/approvals.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { aDraft, aWiderDraft, inOrder, versions } from '../../../../test/approval-drafts.ts'
import { aPage } from '../../../../test/approvals.ts'
import { aPerson } from '../../../../test/builders.ts'
import { auditOf, someoneWith } from '../../../../test/console.ts'
import { noticesOf } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { publishDue } from './publish-due.ts'

const server = useTestServer()

type Someone = Awaited<ReturnType<typeof someoneWith>>
let asha: Someone
let bina: Someone
beforeAll(async () => {
  const editor = () => someoneWith(server, ['approvals:read', 'approvals:write', 'pages:write'])
  ;[asha, bina] = [await editor(), await editor()]
})

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

/** A draft of Asha that gives the director more, and how it gets a date. */
async function dated() {
  const given = await inOrder(server)
  const { matrix } = given
  const owner = await aPerson(server)
  await server.db.execute(sql`
    insert into application_owners (application_id, user_id) values (${matrix.application.id}, ${owner.id})`)
  const { draft, draftId, counts, ...wider } = await aWiderDraft(server, asha.visitor, given)
  const seen = async () => ({ draftId, ...(await wider.seen()), reason: 'The board' })
  const setDate = async (publishAt = TOMORROW) =>
    asha.visitor.call(calls.datePublishing, { ...(await seen()), publishAt })
  /** The moment comes, for two servers at once. */
  const come = async () => {
    await server.db.execute(sql`
      update approval_publish_dates set publish_at = now() - interval '1 second' where draft_id = ${draftId}`)
    await Promise.all([publishDue(server), publishDue(server)])
  }
  const events = async () => (await auditOf(server, draftId)).map(({ event, actorId }) => [event, actorId])
  return { ...given, owner, draft, draftId, seen, setDate, come, counts, events }
}

test('a draft with a date stays as it is, counts from the moment on as one version, and then answers for that moment', async () => {
  const { matrix, people, draft, draftId, seen, setDate, come, counts, events, low } = await dated()
  for (const wrong of [
    new Date(Date.now() - 1000).toISOString(),
    new Date(Date.now() + 400 * 86_400_000).toISOString(),
  ])
    expect(await setDate(wrong)).toMatchObject({ status: 400, data: { fields: { publishAt: calls.DATE_IS_OUT } } })
  const unseen = { ...(await seen()), version: Number.MAX_SAFE_INTEGER, publishAt: TOMORROW }
  expect(await asha.visitor.call(calls.datePublishing, unseen)).toMatchObject({ status: 409 })
  expect(await setDate()).toMatchObject({ status: 200 })
  const date = { publishAt: TOMORROW, reason: 'The board', confirmedBy: '', refusedAt: null, refusal: null }
  expect(await draft.read()).toMatchObject({ publishesAt: TOMORROW, date })
  expect(
    (await asha.visitor.call(drafts.listApprovalDrafts, { applicationId: matrix.application.id })).data.rows,
  ).toMatchObject([{ _id: draftId, publishesAt: TOMORROW, isAsked: false }])
  const frozen = { status: 400, msg: calls.DRAFT_HAS_DATE }
  expect(await draft.limits(low.roleId, { rangeTo: 1 })).toMatchObject(frozen)
  expect(await draft.publish()).toMatchObject(frozen)
  expect(await setDate()).toMatchObject(frozen)
  expect(await bina.visitor.call(drafts.deleteApprovalDraft, { draftId })).toMatchObject(frozen)
  await publishDue(server)
  expect(await counts()).toBe('deny')

  const { version } = await seen()
  const at = await matrix.moment()
  await come()
  expect(await counts()).toBe('allow')
  const all = await versions(asha.visitor, matrix)
  expect(all[0]).toMatchObject({ version: version + 1, draftName: 'April', reason: 'The board', confirmedBy: '' })
  expect(await events()).toEqual(
    ['created', 'publishing-dated', 'published'].map((event) => [`approvalDrafts.${event}`, asha.person.id]),
  )
  const then = { ...matrix.question({ action: 'Final Approval', amount: '300000', at }), person: people.director.id }
  const own = { authorization: matrix.application.authorization }
  expect((await server.visitor({ web: false }).call(decide, then, own)).data.decision).toBe('deny')
  expect(await draft.read()).toBeNull()
})

test('a date is called off by anybody who may publish, and whoever set it hears of that', async () => {
  const { draft, draftId, setDate, come, counts, events, low } = await dated()
  await setDate()
  expect(await bina.visitor.call(calls.callOffPublishing, { draftId })).toMatchObject({ status: 200 })
  expect(await asha.visitor.call(calls.callOffPublishing, { draftId })).toMatchObject({
    ...{ status: 404, msg: calls.DATE_IS_GONE },
  })
  await come()
  expect(await counts()).toBe('deny')
  expect(await draft.read()).toMatchObject({ publishesAt: null, date: null })
  expect(await draft.limits(low.roleId, { rangeFrom: 0, rangeTo: 400000 })).toMatchObject({ status: 200 })
  expect(await noticesOf(server, asha.person)).toContain('publishing-not-done')
  expect((await events()).at(-1)).toEqual(['approvalDrafts.publishing-called-off', bina.person.id])
})

test('at its moment a draft is judged again; if it cannot be published it stays a draft, and people hear why', async () => {
  const more = async ({ matrix, high }: Awaited<ReturnType<typeof dated>>) =>
    asha.visitor.call(applicationRoles.update, {
      ...{ applicationRoleMasteId: high.roleId, applicationId: matrix.application.id, role: 'Chairman', roleId: 'Ch' },
      ...{ actionOfRole: 'Final Approval', sequence: 1, regions: ['All'], rangeFrom: 100000.01, rangeTo: 900000 },
    } as never)
  const isGone = (gone: boolean) =>
    server.db.execute(sql`update users set is_active = ${!gone} where id = ${asha.person.id}`)
  const cases: Record<
    'changed' | 'errors' | 'unconfirmed' | 'person',
    (of: Awaited<ReturnType<typeof dated>>) => unknown
  > = {
    changed: more,
    // On the page that the draft adds, nobody is left who could approve up to five lakh.
    errors: ({ people }) => server.db.execute(sql`update users set is_active = false where id = ${people.director.id}`),
    unconfirmed: ({ matrix: { application } }) =>
      bina.visitor.call(second.askSecondPerson, { applicationId: application.id }),
    person: () => isGone(true),
  }
  for (const [refusal, change] of Object.entries(cases)) {
    const given = await dated()
    const { draft, matrix, low, high } = given
    const pageId = await aPage(server, matrix.application.id, 'Payments')
    for (const { roleId } of [low, high]) expect((await draft.rule(roleId, pageId)).status, refusal).toBe(200)
    expect((await given.setDate()).status, refusal).toBe(200)
    await change(given)
    // It is seen before, where that is known.
    if (refusal !== 'errors') {
      const { data } = await bina.visitor.call(drafts.readApprovalDraft, { draftId: given.draftId })
      expect(data.date, refusal).toMatchObject({ refusal, refusedAt: null })
    }
    await given.come()
    await isGone(false)
    expect(await given.counts(), refusal).toBe('deny')
    expect(await given.draft.read(), refusal).toMatchObject({
      publishesAt: null,
      date: { refusal, refusedAt: expect.any(String) },
    })
    expect(await noticesOf(server, given.owner), refusal).toEqual(['publishing-not-done'])
    expect((await auditOf(server, given.draftId)).at(-1), refusal).toMatchObject({
      ...{ event: 'approvalDrafts.publishing-refused', actorId: null },
      detail: { reason: calls.NOT_PUBLISHED[refusal as calls.NotPublished] },
    })
    // What was refused is not tried again, and a new date takes its place.
    await publishDue(server)
    expect(await noticesOf(server, given.owner), refusal).toHaveLength(1)
  }
  // What does not touch the draft is no reason.
  const given = await dated()
  await given.setDate()
  await given.matrix.row('Clerk', { action: 'Approval', sequence: 0, range: [0, null] })
  await given.matrix.person('Clerk')
  await given.come()
  expect(await given.draft.read()).toBeNull()
})

test('a date holds while the pages on which the draft changes something are what they were, also by their rules', async () => {
  const change = async (applicationId: string, pageId: string, page: string, status = 'ACTIVE') =>
    expect(
      await bina.visitor.call(pages.update, { applicationId, pageId, page, description: '', status } as never),
    ).toMatchObject({ status: 200 })
  const refusal = async (draftId: string) =>
    (await bina.visitor.call(drafts.readApprovalDraft, { draftId })).data.date?.refusal
  for (const statusThen of ['ACTIVE', 'INACTIVE']) {
    const { matrix, low, high, draft, draftId, setDate, come } = await dated()
    const { application, pageId: claims } = matrix
    const [payments, advice] = [
      await aPage(server, application.id, 'Payments', statusThen),
      await aPage(server, application.id, 'Advice'),
    ]
    const clerk = await matrix.row('Clerk', { action: 'Approval', sequence: 0 })
    for (const [roleId, pageId] of [
      [low.roleId, payments],
      [high.roleId, payments],
      [clerk.roleId, advice],
    ])
      await server.db.execute(sql`
        insert into document_approvals (id, application_role_id, page_id) values (gen_random_uuid(), ${roleId}, ${pageId})`)
    expect(await setDate()).toMatchObject({ status: 200 })
    await change(application.id, advice, 'Advices')
    expect(await refusal(draftId)).toBeNull()
    await change(application.id, payments, 'Other')
    if (statusThen === 'ACTIVE') {
      await change(application.id, claims, 'Payments')
      await change(application.id, payments, 'Claims')
    }
    expect(await refusal(draftId)).toBe('changed')
    await come()
    expect(await draft.read()).toMatchObject({ publishesAt: null, date: { refusal: 'changed' } })
  }
  // A routing is about every page with rules.
  const { matrix } = await inOrder(server)
  const { draftId, compare } = await aDraft(asha.visitor, matrix)
  const routing = { draftId, revision: 1, ...DEFAULT_ROUTING, parallel: 'one-of' as const }
  expect(await asha.visitor.call(drafts.saveDraftRouting, routing)).toMatchObject({ status: 200 })
  const { revision, version } = await compare()
  const asked = { draftId, revision, version, reason: 'The board', publishAt: TOMORROW }
  expect(await asha.visitor.call(calls.datePublishing, asked)).toMatchObject({ status: 200 })
  await aPage(server, matrix.application.id, 'Advice')
  expect(await refusal(draftId)).toBeNull()
  await change(matrix.application.id, matrix.pageId, 'Bills')
  expect(await refusal(draftId)).toBe('changed')
})

test('a second person confirms a draft with its date, and both names stand in the version', async () => {
  const { matrix, draft, draftId, seen, setDate, come, counts, events } = await dated()
  await asha.visitor.call(second.askSecondPerson, { applicationId: matrix.application.id })
  expect(await setDate()).toMatchObject({ status: 409, msg: second.ASK_INSTEAD })
  const asking = async () => asha.visitor.call(second.askToPublish, { ...(await seen()), publishAt: TOMORROW })
  expect(await asking()).toMatchObject({ status: 200 })
  // A date that passes before somebody confirms makes the request void.
  await server.db.execute(sql`update approval_publish_requests set publish_at = now() where draft_id = ${draftId}`)
  const confirm = async () => {
    const { _id = '' } = (await draft.read()).request ?? {}
    const { revision, version } = await seen()
    return bina.visitor.call(second.confirmPublishing, { requestId: _id, revision, version })
  }
  expect(await confirm()).toMatchObject({ status: 409, msg: second.VOID_TEXTS.date })
  expect(await asking()).toMatchObject({ status: 200 })
  expect((await draft.read()).request).toMatchObject({ publishAt: TOMORROW, voidBecause: null })
  expect(await confirm()).toMatchObject({ status: 200 })
  expect(await draft.read()).toMatchObject({ request: null, publishesAt: TOMORROW, date: { refusal: null } })
  expect(await counts()).toBe('deny')
  await come()
  expect(await counts()).toBe('allow')
  const [version] = await versions(asha.visitor, matrix)
  const { rows } = await server.db.execute(sql`
    select from approval_versions where application_id = ${matrix.application.id} and version = ${version?.version}
      and published_by = ${asha.person.id} and confirmed_by = ${bina.person.id}`)
  expect(rows).toHaveLength(1)
  expect((await events()).slice(-2)).toEqual([
    ['approvalDrafts.publishing-dated', bina.person.id],
    ['approvalDrafts.published', bina.person.id],
  ])
})

test('a draft whose page was deleted is not published at its date, and people hear of it', async () => {
  const given = await dated()
  const { matrix, draft, draftId, low, high } = given
  const pageId = await aPage(server, matrix.application.id, 'Going')
  for (const { roleId } of [low, high]) expect((await draft.rule(roleId, pageId)).status).toBe(200)
  expect((await given.setDate()).status).toBe(200)
  expect(await bina.visitor.call(pages.remove, { pageId })).toMatchObject({ status: 200 })
  const lost = [
    { roleId: high.roleId, pageId, name: 'Going: Chairman' },
    { roleId: low.roleId, pageId, name: 'Going: Director' },
  ]
  expect(await draft.read()).toMatchObject({ lost, date: { refusal: 'changed', refusedAt: null } })
  await given.come()
  expect(await given.counts()).toBe('deny')
  expect(await draft.read()).toMatchObject({
    _id: draftId,
    date: { refusal: 'changed', refusedAt: expect.any(String) },
  })
  expect(await noticesOf(server, given.owner)).toEqual(['publishing-not-done'])
})
