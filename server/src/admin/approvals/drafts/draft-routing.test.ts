import * as calls from '@gatehouse/contract/admin/approvals/drafts.ts'
import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import * as publishing from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import * as replays from '@gatehouse/contract/admin/approvals/replays.ts'
import { approvalRoutings, ROUTING_STAYS } from '@gatehouse/contract/admin/approvals/routing.ts'
import { DEFAULT_ROUTING, type Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { decide, whoMay } from '@gatehouse/contract/approvals.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft, versions } from '../../../../test/approval-drafts.ts'
import { aMatrix, type TestMatrix } from '../../../../test/approvals.ts'
import { auditOf, useAdministrator } from '../../../../test/console.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const FIRST: Routing = {
  ...{ mode: 'first-qualified', parallel: 'one-of', rejection: 'back-one-step' },
  ...{ catchAllRole: '', catchAllClientId: null },
}

/** Levels with larger and larger limits, of which the second has two equals. */
async function levels() {
  const matrix = await aMatrix(server)
  const rows = {
    manager: await matrix.row('Manager', { range: [0, 1000_00] }),
    head: await matrix.row('Head', { sequence: 2, range: [0, 10_000_00] }),
    auditor: await matrix.row('Auditor', { sequence: 2, range: [0, 10_000_00] }),
    director: await matrix.row('Director', { sequence: 3, action: 'Final Approval' }),
  }
  const people = {
    ...{ manager: await matrix.person('Manager'), head: await matrix.person('Head') },
    ...{ auditor: await matrix.person('Auditor'), director: await matrix.person('Director') },
  }
  return { matrix, rows, people }
}
type Person = { id: string }

const ask = <E extends Endpoint>({ application }: TestMatrix, endpoint: E, input: unknown) =>
  server.visitor({ web: false }).call(endpoint, input, { authorization: application.authorization })
const decided = async (matrix: TestMatrix, person: Person, changes: object = {}) =>
  (await ask(matrix, decide, matrix.question({ person: person.id, ...changes }))).data
const rolesOf = (steps: { needs: string; rows: { role: string }[] }[]) =>
  steps.map(
    ({ needs, rows }) =>
      `${needs}: ${rows
        .map(({ role }) => role)
        .toSorted()
        .join(', ')}`,
  )

async function draftOf(matrix: TestMatrix, routing: Routing, more: object = {}) {
  const draft = await aDraft(admin, matrix, more)
  const change = async (by: Partial<Routing>) =>
    admin.call(calls.saveDraftRouting, {
      ...{ draftId: draft.draftId, revision: (await draft.read()).revision, ...routing, ...by },
    })
  await change({})
  return { ...draft, change }
}

test('a routing is published with a draft that says what it changes, and answers by it from then on', async () => {
  const { matrix, rows, people } = await levels()
  const { head, manager, director } = people
  const before = await matrix.moment()
  expect(await decided(matrix, head, { amount: 900 })).toMatchObject({
    ...{ decision: 'deny', reasons: ['not-your-step'] },
    rejection: { rule: 'stop', to: 'end', step: null, keptRows: [] },
  })
  const draft = await draftOf(matrix, FIRST)
  expect(await draft.read()).toMatchObject({
    ...{ changes: 1, clashes: 0 },
    routing: { state: 'changed', draft: FIRST, current: DEFAULT_ROUTING },
  })
  const comparison = await draft.compare()
  expect(comparison).toMatchObject({
    routing: { before: DEFAULT_ROUTING, after: FIRST, fewer: ['Auditor', 'Director', 'Head'], more: [] },
    ...{ rows: { added: 0, changed: 0, removed: 0 } },
    ...{ people: { gain: 0, lose: 0 }, errors: [], warnings: [] },
  })
  expect(await decided(matrix, head, { amount: 900 })).toMatchObject({ reasons: ['not-your-step'] })
  expect(await draft.publish('Signed by the board')).toMatchObject({ status: 200 })

  const [version] = await versions(admin, matrix)
  expect(version).toMatchObject({ draftName: 'April', changesRouting: true, changes: 0, names: [], isCurrent: true })
  const now = await decided(matrix, head, { amount: 900 })
  expect(now).toMatchObject({ decision: 'deny', reasons: ['lower-level-asked'], version: version?.version })
  expect(rolesOf(now.stillNeeded)).toEqual(['one-of: Manager'])
  expect(now.rejection).toMatchObject({ rule: 'back-one-step', to: 'maker', keptRows: [] })
  expect(await decided(matrix, manager, { amount: 900 })).toMatchObject({ decision: 'allow' })
  const two = await decided(matrix, head, { amount: 5000 })
  expect([two.decision, ...rolesOf(two.stillNeeded)]).toEqual(['allow', 'one-of: Auditor, Head'])
  const approvals = [{ by: head.id, row: rows.head.id }]
  expect(await decided(matrix, people.auditor, { amount: 5000, approvals })).toMatchObject({
    ...{ reasons: ['already-approved'], stillNeeded: [], next: [], rejection: null },
  })
  // A level that is higher than needed has approved while the amount was larger.
  expect(
    (await decided(matrix, manager, { amount: 900, approvals: [{ by: director.id, row: rows.director.id }] }))
      .stillNeeded,
  ).toEqual([])
  const who = await ask(matrix, whoMay, matrix.question({ amount: 5000 }))
  expect(who.data.people.map(({ _id }) => _id).toSorted()).toEqual([head.id, people.auditor.id].toSorted())
  expect(who.data).toMatchObject({ rejection: { to: 'maker' }, stillNeeded: [{ needs: 'one-of' }] })
  expect((await ask(matrix, whoMay, matrix.question({ action: 'Final Approval', amount: 900 }))).data).toMatchObject({
    ...{ reasons: ['lower-level-asked'], people: [], stillNeeded: [{ sequence: 1 }] },
  })
  // What applied then?
  const then = await decided(matrix, head, { amount: 900, at: before })
  expect(then).toMatchObject({ reasons: ['not-your-step'], rejection: { rule: 'stop' } })
  expect(rolesOf(then.stillNeeded)).toEqual(['all-of: Manager', 'all-of: Auditor, Head', 'all-of: Director'])

  const { rows: set } = (await admin.call(approvalRoutings.list, { applicationId: matrix.application.id, page: 0 }))
    .data as { rows: { _id: string }[] }
  expect(set).toMatchObject([{ applicationName: matrix.application.name, ...FIRST }])
  expect(await auditOf(server, set[0]?._id ?? '')).toMatchObject([
    {
      event: 'approvalRoutings.created',
      detail: { changes: expect.arrayContaining([{ field: 'mode', before: null, after: 'first-qualified' }]) },
    },
  ])

  // The version before is brought back, with its routing.
  const former = await aDraft(admin, matrix, { version: (version?.version ?? 0) - 1 })
  expect((await former.compare()).routing).toMatchObject({ fewer: [], more: ['Auditor', 'Director', 'Head'] })
  expect(await former.read()).toMatchObject({ changes: 1, routing: { state: 'changed', draft: DEFAULT_ROUTING } })
  expect(await former.publish('Withdrawn')).toMatchObject({ status: 200 })
  expect(await decided(matrix, head, { amount: 900 })).toMatchObject({ reasons: ['not-your-step'] })
})

async function replayed({ application }: TestMatrix, { draftId }: { draftId: string }) {
  const { rows } = await server.db.execute<{ day: string }>(sql`
    select (now() at time zone ${server.config.timeZone})::date::text as day`)
  const [{ day } = { day: '' }] = rows
  const asked = { applicationId: application.id, draftId, firstDay: day, lastDay: day }
  const started = await admin.call(replays.startApprovalReplay, asked)
  expect(started).toMatchObject({ status: 200 })
  await runJobs(server)
  return (await admin.call(replays.readApprovalReplay, { replayId: started.data._id })).data
}

test('a draft is asked, drawn and replayed by its own routing', async () => {
  const { matrix, rows, people } = await levels()
  const approvals = [{ by: people.manager.id, row: rows.manager.id }]
  await decided(matrix, people.manager, { amount: 900 })
  expect(await decided(matrix, people.head, { amount: 900, approvals })).toMatchObject({ decision: 'allow' })
  await server.db.execute(
    sql`update users set is_active = false where id in (${people.auditor.id}, ${people.director.id})`,
  )
  const draft = await draftOf(matrix, { ...FIRST, mode: 'ladder' })
  const place = { applicationId: matrix.application.id, clientId: matrix.client.id, pageId: matrix.pageId }
  const explain = async (more: object) =>
    (await admin.call(explainApproval, { ...place, amount: '900', region: 'IN-KL', ...more })).data
  expect(await explain({})).toMatchObject({ routing: DEFAULT_ROUTING, steps: [{ needs: 'all-of' }, {}, {}], after: [] })
  expect(await explain({ draftId: draft.draftId })).toMatchObject({
    ...{ routing: { parallel: 'one-of' }, steps: [{ needs: 'one-of' }, { needs: 'one-of' }, { needs: 'one-of' }] },
  })
  await draft.change(FIRST)
  const { routing, steps, after } = await explain({ draftId: draft.draftId, userId: people.head.id })
  expect([routing, steps.length, after.map(({ role }) => role).toSorted()]).toEqual([
    ...[{ ...FIRST, catchAllClient: '' }, 1, ['Auditor', 'Director', 'Head']],
  ])

  expect(await replayed(matrix, draft)).toMatchObject({ state: 'done', replayed: 2, allowToDeny: 1, unapprovable: 0 })

  await draft.publish('Because')
  // Auditor and director are gone: no document comes to the end of the ladder, but one of equals is enough.
  const back = await draftOf(matrix, DEFAULT_ROUTING)
  expect(await replayed(matrix, back)).toMatchObject({ replayed: 2, allowToDeny: 0, unapprovable: 2 })
  await back.change({ mode: 'first-qualified' })
  expect(await replayed(matrix, back)).toMatchObject({ replayed: 2, allowToDeny: 1, unapprovable: 0 })
  const picture = (await admin.call(approvalPicture, { ...place, region: 'IN-KL' })).data
  expect(picture).toMatchObject({ routing: FIRST, lanes: [{ bars: [{ role: 'Manager', neverAsked: [] }] }, {}, {}] })
  expect(picture.lanes[1]?.bars[0]?.neverAsked).toEqual([{ from: 0, to: 1000 }])
  expect(picture.lanes[2]?.bars[0]?.neverAsked).toEqual([{ from: 0, to: 10_000 }])
})

test('a role that only releases never completes a document alone', async () => {
  const matrix = await aMatrix(server)
  const treasurer = await matrix.row('Treasurer', { action: 'Authorised' })
  const registrar = await matrix.row('Registrar', { action: 'Authorised', sequence: 2 })
  await matrix.row('Head', { sequence: 2 })
  await matrix.row('Director', { sequence: 3, action: 'Final Approval' })
  const people = { treasurer: await matrix.person('Treasurer'), registrar: await matrix.person('Registrar') }
  const form = { applicationId: matrix.application.id, ...FIRST }
  expect(await admin.call(approvalRoutings.create, form as never)).toMatchObject({ status: 200 })
  const approvals = [{ by: people.treasurer.id, row: treasurer.id }]
  expect(rolesOf((await decided(matrix, people.treasurer, { action: 'Authorised' })).stillNeeded)).toEqual([
    ...['one-of: Treasurer', 'one-of: Head'],
  ])
  expect(await decided(matrix, people.registrar, { action: 'Authorised', approvals })).toMatchObject({
    ...{ decision: 'deny', reasons: ['approver-is-enough'], stillNeeded: [{ rows: [{ role: 'Head' }] }] },
  })
  const both = [...approvals, { by: people.registrar.id, row: registrar.id }]
  expect(rolesOf((await decided(matrix, people.registrar, { approvals: both })).stillNeeded)).toEqual(['one-of: Head'])
  const place = { applicationId: matrix.application.id, clientId: matrix.client.id, pageId: matrix.pageId }
  const explained = (await admin.call(explainApproval, { ...place, amount: '900', region: 'IN-KL' })).data
  expect(rolesOf(explained.steps)).toEqual(['one-of: Treasurer', 'one-of: Head'])
  expect(explained.after.map(({ role }) => role)).toEqual(['Registrar', 'Director'])
  const { lanes } = (await admin.call(approvalPicture, { ...place, region: 'IN-KL' })).data
  const never = lanes.flatMap(({ bars }) => bars.filter(({ neverAsked }) => neverAsked.length > 0))
  expect(never.map(({ role }) => role)).toEqual(['Registrar', 'Director'])
})

test('a routing keeps what an update leaves out, and stays with its application', async () => {
  const [matrix, other] = [await aMatrix(server), await aMatrix(server)]
  const form = { applicationId: matrix.application.id, ...FIRST }
  const { data } = await admin.call(approvalRoutings.create, form as never)
  const routingId = (data as { _id: string })._id
  const update = (changes: object) => admin.call(approvalRoutings.update, { routingId, ...changes } as never)
  const counted = async () => [await versions(admin, matrix), await versions(admin, other)].map(({ length }) => length)
  const before = await counted()

  const moved = { ...FIRST, applicationId: other.application.id }
  expect(await update(moved)).toMatchObject({ status: 400, msg: ROUTING_STAYS })
  expect(await counted()).toEqual(before)
  expect(await update({ rejection: 'stop' })).toMatchObject({ status: 200, data: { ...form, rejection: 'stop' } })
  const named = { applicationId: matrix.application.id, parallel: 'all-of' }
  expect(await update(named)).toMatchObject({
    ...{ status: 200, data: { ...form, parallel: 'all-of', rejection: 'stop' } },
  })
})

test('a change of the routing is undone, kept or refused like any other, and publishing compares it', async () => {
  const { matrix } = await levels()
  const draft = await draftOf(matrix, FIRST)
  const target = { draftId: draft.draftId, roleId: null, pageId: null }
  const of = async () => ({ ...target, revision: (await draft.read()).revision })
  const stale = { ...target, revision: 1, ...FIRST }
  expect(await admin.call(calls.saveDraftRouting, stale)).toMatchObject({ status: 409, msg: calls.RECORD_CHANGED })
  expect(
    await admin.call(calls.saveDraftRouting, { ...(await of()), ...FIRST, mode: 'sideways' } as never),
  ).toMatchObject({
    status: 400,
  })
  // What is as it counts is no change.
  await draft.change(DEFAULT_ROUTING)
  expect(await draft.read()).toMatchObject({ changes: 0, routing: { state: 'same', draft: DEFAULT_ROUTING } })
  expect(await draft.publish()).toMatchObject({ status: 400, msg: publishing.DRAFT_IS_EMPTY })
  expect(await admin.call(calls.undoDraftChange, await of())).toMatchObject({ status: 404 })

  await draft.change(FIRST)
  expect(await admin.call(calls.keepDraftChange, await of())).toMatchObject({ status: 404 })
  const { revision, version } = await draft.compare()
  const form = { applicationId: matrix.application.id, ...DEFAULT_ROUTING, rejection: 'back-to-maker' }
  const { data: set } = await admin.call(approvalRoutings.create, form as never)
  expect(await admin.call(approvalRoutings.create, form as never)).toMatchObject({
    ...{ status: 409, msg: 'This application has a routing already.' },
  })
  const seen = { draftId: draft.draftId, revision, version, reason: 'x' }
  expect(await admin.call(publishing.publishApprovalDraft, seen)).toMatchObject({ msg: publishing.MATRIX_CHANGED })
  expect(await draft.read()).toMatchObject({ clashes: 1, routing: { state: 'clash', draft: FIRST } })
  expect(await draft.publish('x')).toMatchObject({ status: 400, msg: publishing.DRAFT_HAS_CLASHES })
  expect(await admin.call(calls.keepDraftChange, await of())).toMatchObject({ status: 200 })
  expect(await draft.publish('x')).toMatchObject({ status: 200 })
  expect(await auditOf(server, (set as { _id: string })._id)).toMatchObject([
    { event: 'approvalRoutings.created' },
    { event: 'approvalRoutings.updated' },
  ])
  const again = await draftOf(matrix, DEFAULT_ROUTING)
  expect(
    await admin.call(calls.undoDraftChange, {
      ...{ draftId: again.draftId, roleId: null, pageId: null, revision: (await again.read()).revision },
    }),
  ).toMatchObject({ status: 200 })
  expect(await again.read()).toMatchObject({ changes: 0, routing: { state: 'same', draft: FIRST } })

  // Without the record it is the ladder again.
  await admin.call(approvalRoutings.remove, { routingId: (set as { _id: string })._id })
  expect((await again.read()).routing.current).toEqual({ ...DEFAULT_ROUTING, catchAllClient: '' })
})
