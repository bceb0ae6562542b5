import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import * as drafts from '@gatehouse/contract/admin/approvals/drafts.ts'
import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { listWhoCan } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import { approvalMends } from '@gatehouse/contract/admin/approvals/mends.ts'
import { approvalCoverage, approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { approvalRoutings, NO_CATCH_ALL_ROLE } from '@gatehouse/contract/admin/approvals/routing.ts'
import { DEFAULT_ROUTING, type Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { decide, decideAll, decideOwn, whoMay } from '@gatehouse/contract/approvals.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { lendOwnAuthority, listOwnStandIns } from '@gatehouse/contract/stand-ins.ts'
import * as fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aDraft, versions } from '../../test/approval-drafts.ts'
import { aMatrix, aPage, type TestMatrix } from '../../test/approvals.ts'
import { aClient, anAssignment, someoneSignedIn } from '../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const LAKH = 1_00_000_00
const ALLOWS = ['row-allows', 'catch-all-allows']

const ask = <E extends Endpoint>({ application }: TestMatrix, endpoint: E, input: unknown) =>
  server.visitor({ web: false }).call(endpoint, input, { authorization: application.authorization })
const placeOf = ({ application, client }: TestMatrix) => ({ applicationId: application.id, clientId: client.id })

const route = ({ application }: TestMatrix, routing: Partial<Routing>) =>
  admin.call(approvalRoutings.create, { applicationId: application.id, ...DEFAULT_ROUTING, ...routing } as never)

/** A manager approves up to a lakh, and the chairman what no row covers. */
async function caught() {
  const matrix = await aMatrix(server)
  const row = await matrix.row('Manager', { action: 'Final Approval', range: [0, LAKH], regions: ['IN-KL'] })
  const roleId = await matrix.role('Chairman')
  expect(await route(matrix, { catchAllRole: 'Chairman' })).toMatchObject({ status: 200 })
  const people = { manager: await matrix.person('Manager'), chairman: await matrix.person('CHAIRMAN') }
  const decided = async (person: { id: string }, changes: object = {}) =>
    (await ask(matrix, decide, matrix.question({ person: person.id, action: 'Final Approval', ...changes }))).data
  return { matrix, row, roleId, people, decided }
}

test('what no row covers is approved by the catch-all role, and by nobody else', async () => {
  const { matrix, roleId, people, decided } = await caught()
  const { chairman, manager } = people
  expect(await decided(manager)).toMatchObject({ decision: 'allow', reasons: ['row-allows'] })
  expect(await decided(chairman)).toMatchObject({ decision: 'deny', reasons: ['no-row'] })
  for (const outside of [{ amount: '100000.01' }, { region: 'IN-GA' }]) {
    const answer = await decided(chairman, outside)
    expect(answer).toMatchObject({ decision: 'allow', reasons: ALLOWS, rejection: { to: 'end' } })
    expect(answer.rows).toEqual([
      {
        ...{ _id: roleId, role: 'Chairman', roleId: 'Ch', action: 'Final Approval', sequence: null },
        ...{ rangeFrom: null, rangeTo: null, bounds: '[]', validFrom: null, validUntil: null },
        ...{ regions: ['All'], catchAll: true },
      },
    ])
    expect(answer.next).toEqual(answer.rows)
    const denied = await decided(manager, outside)
    expect(denied).toMatchObject({ decision: 'deny', next: [{ role: 'Chairman', catchAll: true }] })
    expect(denied.reasons).toContain('catch-all-only')
    const approvals = [{ by: chairman.id, row: roleId }]
    expect(await decided(manager, { ...outside, approvals })).toMatchObject({ stillNeeded: [], next: [] })
  }
  expect(await decided(chairman, { amount: '100000.01', action: 'Creator' })).toMatchObject({ decision: 'deny' })
  const who = await ask(matrix, whoMay, matrix.question({ amount: 200000 }))
  expect(who.data).toMatchObject({ reasons: ALLOWS.slice(0, 1), rows: [{ catchAll: true }] })
  expect(who.data.people.map(({ _id }) => _id)).toEqual([chairman.id])
  // A page without any row, too.
  await aPage(server, matrix.application.id, 'Refunds')
  expect(await decided(chairman, { page: 'Refunds' })).toMatchObject({ reasons: ALLOWS })
  expect(await decided(manager, { page: 'Refunds' })).toMatchObject({ reasons: ['no-row', 'catch-all-only'] })
})

test('off by default, and a question that cannot be read is never caught', async () => {
  const { matrix, people, decided } = await caught()
  await aPage(server, matrix.application.id, 'Wages', 'INACTIVE')
  const outside = { amount: 200000 }
  for (const [changes, reason] of [
    [{ amount: -1 }, 'amount-negative'],
    [{ amount: '200000.001' }, 'amount-too-precise'],
    [{ amount: '9999999999999999' }, 'amount-too-large'],
    [{ region: 'IN-XX' }, 'region-unknown'],
    [{ region: '' }, 'region-missing'],
    [{ page: 'Nowhere' }, 'page-unknown'],
    [{ page: 'Wages' }, 'page-inactive'],
    [{ client: newId() }, 'client-unknown'],
    [{ currency: 'USD' }, 'currency-unknown'],
    [{ action: 'Boss' }, 'action-unknown'],
    [{ createdBy: people.chairman.id }, 'own-document'],
  ] as const) {
    const answer = await decided(people.chairman, { ...outside, ...changes })
    expect([changes, answer.decision]).toEqual([changes, 'deny'])
    expect(answer.reasons).not.toContain('row-allows')
    if (reason !== 'own-document')
      expect([changes, answer.reasons]).toEqual([changes, expect.arrayContaining([reason])])
  }
  const plain = await aMatrix(server)
  await plain.role('Chairman')
  const chairman = await plain.person('Chairman')
  const asked = plain.question({ person: chairman.id, action: 'Final Approval' })
  expect((await ask(plain, decide, asked)).data).toMatchObject({
    decision: 'deny',
    reasons: ['no-row', 'nobody-approves'],
  })
})

test('for one client it counts there alone, and for all wherever a role has its name', async () => {
  const { matrix, decided } = await caught()
  const [other, third] = [await aClient(server), await aClient(server)]
  await matrix.role('chairman', other.id)
  const people = await Promise.all(
    [other, third].map(async (client) => {
      const { person, visitor } = await someoneSignedIn(server)
      await anAssignment(server, person.id, matrix.application.id, client.id, 'Chairman')
      return { ...person, client: client.id, visitor }
    }),
  )
  const reasons = async () =>
    Promise.all(people.map(async (one) => (await decided(one, { client: one.client, amount: 5 })).reasons[0]))
  expect(await reasons()).toEqual(['row-allows', 'no-row'])
  const [{ visitor } = people[0] as never] = people
  const own = matrix.question({ client: other.id, amount: 5, applicationId: matrix.application.id })
  expect((await visitor.call(decideOwn, own)).data).toMatchObject({ reasons: ALLOWS })

  const { rows } = (await admin.call(approvalRoutings.list, { applicationId: matrix.application.id, page: 0 }))
    .data as {
    rows: { _id: string }[]
  }
  const routingId = rows[0]?._id ?? ''
  const update = (changes: object) => admin.call(approvalRoutings.update, { routingId, ...changes } as never)
  expect(await update({ catchAllClientId: matrix.client.id })).toMatchObject({
    ...{ status: 200, data: { catchAllRole: 'Chairman', catchAllClient: matrix.client.actualName } },
  })
  expect(await reasons()).toEqual(['no-row', 'no-row'])
  expect(await update({ catchAllClientId: third.id })).toMatchObject({ status: 400, msg: NO_CATCH_ALL_ROLE })
  expect(await update({ catchAllRole: 'Nobody' })).toMatchObject({ status: 400, msg: NO_CATCH_ALL_ROLE })
  expect(await update({ catchAllRole: '', catchAllClientId: null })).toMatchObject({ status: 200 })
  expect(await reasons()).toEqual(['no-row', 'no-row'])
})

test('a draft names it, says who gains, and publishes and restores it with its version', async () => {
  const { matrix, people, decided } = await caught()
  const { rows } = (await admin.call(approvalRoutings.list, { applicationId: matrix.application.id, page: 0 }))
    .data as {
    rows: { _id: string }[]
  }
  await admin.call(approvalRoutings.remove, { routingId: rows[0]?._id ?? '' })
  const outside = { amount: 200000 }
  expect((await decided(people.chairman, outside)).reasons).toEqual(['no-row', 'nobody-approves'])
  const draft = await aDraft(admin, matrix)
  const save = async (changes: object) =>
    admin.call(drafts.saveDraftRouting, {
      ...{ draftId: draft.draftId, revision: (await draft.read()).revision, ...DEFAULT_ROUTING, ...changes },
    } as never)
  expect(await save({ catchAllRole: 'Nobody' })).toMatchObject({ status: 400, msg: NO_CATCH_ALL_ROLE })
  expect(await save({ catchAllRole: 'Chairman', catchAllClientId: matrix.client.id })).toMatchObject({ status: 200 })
  expect(await draft.read()).toMatchObject({
    routing: { state: 'changed', draft: { catchAllRole: 'Chairman', catchAllClient: matrix.client.actualName } },
  })
  expect(await draft.compare()).toMatchObject({
    ...{ people: { gain: 1, lose: 0 }, errors: [], warnings: [] },
    routing: { before: { catchAllRole: '' }, after: { catchAllRole: 'Chairman' }, fewer: [], more: [] },
  })
  expect(await draft.people()).toMatchObject({
    rows: [{ role: 'Chairman', gains: true, pages: [], pageCount: 0 }],
  })
  const explained = await admin.call(explainApproval, {
    ...{ ...placeOf(matrix), pageId: matrix.pageId, amount: '200000', region: 'IN-KL', draftId: draft.draftId },
  })
  expect(explained.data.steps).toMatchObject([{ rows: [{ role: 'Chairman', catchAll: true, count: 1 }] }])
  expect(await draft.publish('As the board decided')).toMatchObject({ status: 200 })
  expect((await decided(people.chairman, outside)).reasons).toEqual(ALLOWS)

  const person = await admin.call(explainApproval, {
    ...{ ...placeOf(matrix), pageId: matrix.pageId, amount: '200000', region: 'IN-KL', userId: people.chairman.id },
  })
  expect(person.data.person).toMatchObject({
    ...{ decision: 'allow', reasons: ALLOWS },
    rows: [{ role: 'Chairman', granted: { by: 'Asha Rao' }, roleGranted: null }],
  })
  const list = { ...placeOf(matrix), pageId: matrix.pageId, amount: '200000', region: 'IN-KL' }
  for (const action of [undefined, 'Approval', 'Final Approval'])
    expect((await admin.call(listWhoCan, { ...list, ...(action && { action }) } as never)).data.rows).toMatchObject([
      { person: { _id: people.chairman.id } },
    ])
  expect((await admin.call(listWhoCan, { ...list, action: 'Creator' } as never)).data.rows).toEqual([])

  const [version] = await versions(admin, matrix)
  const former = await aDraft(admin, matrix, { version: (version?.version ?? 0) - 1 })
  expect(await former.compare()).toMatchObject({ people: { gain: 0, lose: 1 } })
  expect(await former.publish('Back')).toMatchObject({ status: 200 })
  expect((await decided(people.chairman, outside)).reasons).toEqual(['no-row', 'nobody-approves'])
})

test('the check says what it catches, and that nobody has it; picture and coverage draw it', async () => {
  const { matrix, people } = await caught()
  const check = async () => (await admin.call(approvalCheck, placeOf(matrix))).data
  const first = await check()
  expect(first.counts.error).toBe(0)
  expect(first.findings.map(({ code, text }) => [code, text])).toEqual([
    ['caught', 'No row covers any amount everywhere but Kerala: the catch-all role approves it.'],
    ['caught', 'No row covers ₹1,00,000.01 and more in Kerala: the catch-all role approves it.'],
  ])
  await server.db.execute(sql`update users set is_active = false where id = ${people.chairman.id}`)
  const { findings, counts } = await check()
  expect(counts.error).toBe(1)
  expect(findings[0]).toMatchObject({
    ...{ code: 'catch-all-without-people', roles: [{ name: 'Chairman' }], pages: [] },
    text: 'No active person has the catch-all role Chairman, so nobody approves what no row covers.',
  })
  const { lanes } = (await admin.call(approvalPicture, { ...placeOf(matrix), region: 'IN-KL' })).data
  expect(lanes).toMatchObject([
    { isCatchAll: false, sequence: 1, bars: [{ role: 'Manager' }] },
    { isCatchAll: true, sequence: null, bars: [{ role: 'Chairman', rangeFrom: 100000.01, rangeTo: null, count: 0 }] },
  ])
  const { steps, areas } = (await admin.call(approvalCoverage, placeOf(matrix))).data
  expect(steps).toMatchObject([{ isCatchAll: false }, { isCatchAll: true, roles: ['Chairman'] }])
  const cells = (region: string) =>
    areas.find(({ regions }) => regions.includes(region))?.cells.map(({ asked }) => asked)
  expect(cells('IN-KL')).toEqual([[{ from: 0, to: 100000 }], [{ from: 100000.01, to: null }]])
  expect(cells('IN-GA')).toEqual([[], [{ from: 0, to: null }]])
})

test('a mend is offered beside a catch-all role as it is without one', async () => {
  const { matrix } = await caught()
  await matrix.row('Old', { sequence: 2, days: [null, -1] })
  const { findings } = (await admin.call(approvalCheck, placeOf(matrix))).data
  const expired = findings.find(({ code }) => code === 'expired')
  const found = await admin.call(approvalMends, { ...placeOf(matrix), finding: expired?.key ?? '' } as never)
  expect(found.data).toMatchObject({ mends: [{ kind: 'remove-rows' }] })
})

test('who has it may lend it, and the stand-in approves for them', async () => {
  const { matrix, decided } = await caught()
  const { person, visitor } = await someoneSignedIn(server)
  await anAssignment(server, person.id, matrix.application.id, matrix.client.id, 'Chairman')
  const standIn = await matrix.person('User')
  expect((await visitor.call(listOwnStandIns)).data.lendable).toMatchObject([
    { role: 'Chairman', clients: [{ _id: matrix.client.id }], pages: [{ name: 'Claims' }] },
  ])
  const lent = { applicationId: matrix.application.id, role: 'Chairman', standIn: standIn.email, upTo: '300000' }
  const until = new Date(Date.now() + 86_400_000).toISOString()
  expect(await visitor.call(lendOwnAuthority, { ...lent, validUntil: until } as never)).toMatchObject({ status: 200 })
  expect(await decided(standIn, { amount: 200000 })).toMatchObject({ reasons: ALLOWS, onBehalfOf: { _id: person.id } })
  expect(await decided(standIn, { amount: 300001 })).toMatchObject({ decision: 'deny' })
  expect(await decided(standIn, { amount: 200000, createdBy: person.id })).toMatchObject({ decision: 'deny' })
})

test('the role is not deleted while it is named, and its new name is that of the matrix', async () => {
  const { matrix, people, roleId, decided } = await caught()
  expect(await admin.call(applicationRoles.remove, { applicationRoleMasteId: roleId })).toMatchObject({ status: 409 })
  const update = {
    applicationId: matrix.application.id,
    role: 'President',
    roleId: 'P',
    applicationRoleMasteId: roleId,
  }
  expect(await admin.call(applicationRoles.update, update as never)).toMatchObject({ status: 200 })
  expect(await decided(people.chairman, { amount: 200000 })).toMatchObject({ rows: [{ role: 'President' }] })
})

test('a rule of separation of duties keeps a role from becoming the catch-all', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Clerk', { action: 'Creator' })
  const person = await matrix.person('Clerk')
  const other = await aClient(server)
  await matrix.role('Chairman', other.id)
  await anAssignment(server, person.id, matrix.application.id, other.id, 'Chairman')
  const rule = { name: 'Four eyes', effect: 'prevent', scope: 'application', roles: [] }
  const duties = ['/Creator', '/Final Approval']
  expect(
    await admin.call(roleConflicts.create, { applicationId: matrix.application.id, ...rule, duties } as never),
  ).toMatchObject({ status: 200 })
  const refused = await route(matrix, { catchAllRole: 'Chairman' })
  // The people are named to those who may read people.
  expect(refused).toMatchObject({
    ...{ status: 400, msg: /Four eyes .*\. People concerned \(1\): Asha Rao$/ },
    data: { people: { count: 1, names: ['Asha Rao'] } },
  })
  const { visitor: blind } = await someoneWith(server, ['approvals:read', 'approvals:write'])
  const form = { applicationId: matrix.application.id, ...DEFAULT_ROUTING, catchAllRole: 'Chairman' }
  expect(await blind.call(approvalRoutings.create, form as never)).toMatchObject({
    ...{ status: 400, msg: /People concerned \(1\)$/, data: { people: { count: 1, names: [] } } },
  })
  const draft = await aDraft(admin, matrix)
  await admin.call(drafts.saveDraftRouting, {
    ...{ draftId: draft.draftId, revision: 1, ...DEFAULT_ROUTING, catchAllRole: 'Chairman' },
  })
  expect(await draft.publish('Because')).toMatchObject({ status: 400 })
})

test('a batch answers like its single questions, and AuthZEN evaluations like evaluation', async () => {
  const { matrix, people } = await caught()
  const who = fc.constantFrom(people.manager.id, people.chairman.id)
  const asked = fc.record({
    person: who,
    action: fc.constantFrom('Creator', 'Approval', 'Final Approval'),
    amount: fc.constantFrom('-1', '0', '0.001', '100000', '100000.01', '9'),
    region: fc.constantFrom('IN-KL', 'IN-GA', 'IN-XX', 'Panindia'),
  })
  const post = async (path: string, payload: object) => {
    const { authorization } = matrix.application
    const headers = { host: 'localhost:3000', authorization }
    return (await server.app.inject({ method: 'POST', url: `/access/v1/${path}`, headers, payload })).json()
  }
  const evaluation = ({
    person,
    action,
    amount,
    region,
  }: {
    person: string
    action: string
    amount: string
    region: string
  }) => ({
    subject: { type: 'user', id: person },
    action: { name: action.toLowerCase().replace(' ', '_') },
    resource: {
      ...{ type: 'page', id: 'Claims' },
      properties: { client: matrix.client.id, amount, region, created_by: null },
    },
  })
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 8 }), async (all) => {
      const questions = all.map((one) => matrix.question(one))
      const batch = (await ask(matrix, decideAll, { questions })).data.decisions
      const single = await Promise.all(questions.map(async (one) => (await ask(matrix, decide, one)).data))
      expect(batch).toEqual(single.map((one) => ({ ...one, _id: expect.any(String) })))
      const { evaluations } = await post('evaluations', { evaluations: all.map(evaluation) })
      const evaluated = await Promise.all(all.map((one) => post('evaluation', evaluation(one))))
      expect(evaluations).toEqual(
        evaluated.map(({ decision, context }) => ({ decision, context: { ...context, id: expect.any(String) } })),
      )
      expect(evaluations.map(({ decision }: { decision: boolean }) => decision)).toEqual(
        batch.map(({ decision }) => decision === 'allow'),
      )
    }),
    { numRuns: 25 },
  )
})

test('each change of it is in the audit', async () => {
  const { matrix } = await caught()
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select id from approval_routings where application_id = ${matrix.application.id}`)
  expect((await auditOf(server, rows[0]?.id ?? ''))[0]).toMatchObject({
    ...{ event: 'approvalRoutings.created' },
    detail: { changes: expect.arrayContaining([{ field: 'catchAllRole', before: null, after: 'Chairman' }]) },
  })
})
