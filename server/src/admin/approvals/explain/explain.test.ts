import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { addUserApplicationClinetRole as assign } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aDraft } from '../../../../test/approval-drafts.ts'
import { aMatrix, type TestMatrix } from '../../../../test/approvals.ts'
import { aPerson } from '../../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let matrix: TestMatrix
let manager: string
let director: string
beforeAll(async () => {
  matrix = await aMatrix(server)
  const { row, person } = matrix
  await row('Clerk', { action: 'Creator', sequence: 0 })
  await row('Manager', { range: [0, 500_00] })
  await row('Director', { action: 'Final Approval', sequence: 2 })
  await row('Observer', { sequence: 9 })
  manager = (await person('Manager')).id
  director = (await person('Director')).id
  for (let count = 0; count < 6; count++) await person('manager')
})

const asked = (changes: object = {}) => ({
  ...{ applicationId: matrix.application.id, clientId: matrix.client.id, pageId: matrix.pageId },
  ...{ amount: '500', region: 'IN-KL', ...changes },
})
const placeOf = ({ application, client, pageId }: TestMatrix) => ({
  ...{ applicationId: application.id, clientId: client.id, pageId },
})
const explain = async (changes: object = {}) => (await admin.call(explainApproval, asked(changes))).data

test('the steps of a document, with their people, the first five by name', async () => {
  const { steps, creators, after, reasons, person, version } = await explain()
  expect({ reasons, person, version }).toEqual({ reasons: [], person: null, version: expect.any(Number) })
  expect(creators).toMatchObject([{ role: 'Clerk', count: 0, people: [] }])
  expect(steps).toMatchObject([
    { sequence: 1, rows: [{ role: 'Manager', rangeTo: 500, count: 7 }] },
    { sequence: 2, rows: [{ role: 'Director', count: 1, people: [{ _id: director, name: 'Asha Rao' }] }] },
  ])
  expect(steps[0]?.rows[0]?.people).toHaveLength(5)
  expect(after).toMatchObject([{ role: 'Observer' }])
})

describe('what a person may do', () => {
  test.each<[what: string, changes: () => object, expected: object]>([
    ['now', () => ({ userId: manager }), { decision: 'allow', action: 'Approval', rows: [{ role: 'Manager' }] }],
    ['later', () => ({ userId: director }), { decision: 'deny', action: 'Final Approval', reasons: ['not-your-step'] }],
    ['up to a limit', () => ({ userId: manager, amount: '500.01' }), { reasons: ['amount-above-limit'] }],
    [
      'with what was approved before',
      () => ({ userId: manager, earlierAmount: '0.01' }),
      { reasons: ['amount-above-limit'] },
    ],
    ['within it', () => ({ userId: manager, amount: '400', earlierAmount: '100' }), { decision: 'allow' }],
    ['in another region', () => ({ userId: manager, region: 'IN-XX' }), { reasons: ['region-unknown'] }],
  ])('%s', async (_what, changes, expected) => {
    expect((await explain(changes())).person).toMatchObject({ name: 'Asha Rao', ...expected })
  })

  test('by which assignment, role and row, and by whom a stand-in was added', async () => {
    const { amount, person } = await explain({ userId: manager, amount: '500.01' })
    expect({ amount, rows: person?.rows }).toMatchObject({ amount: 500.01, rows: [{ role: 'Manager', rangeTo: 500 }] })
    const moment = expect.stringMatching(/Z$/)
    const held = { role: 'Manager', since: moment, until: null, isCurrent: true, granted: { by: '', at: moment } }
    expect(person).toMatchObject({ assignment: held, standIn: null })
    const clerk = await matrix.person('Clerk')
    await matrix.standIn({ id: manager }, clerk, 'manager', { upTo: 400_00 })
    expect((await explain({ userId: clerk.id, amount: '400' })).person).toMatchObject({
      ...{ decision: 'allow', action: 'Creator', onBehalfOf: null, standIn: null },
    })
    const { id } = await matrix.person('Observer')
    await matrix.standIn({ id: manager }, { id }, 'manager', { upTo: 400_00 })
    expect((await explain({ userId: id, amount: '400' })).person).toMatchObject({
      ...{ decision: 'allow', assignment: { role: 'Observer' }, onBehalfOf: { _id: manager, name: 'Asha Rao' } },
      standIn: { role: 'manager', until: moment, createdBy: 'Asha Rao', createdAt: moment },
    })
  })

  test('who gave the role, the row and the limits of its role, and when; the audit is not for everybody', async () => {
    const own = await aMatrix(server, 'Health')
    const row = await own.row('Checker')
    const { id: userId } = await aPerson(server)
    const place = { applicationId: own.application.id, clientId: own.client.id }
    expect((await admin.call(assign, { userId, ...place, role: 'Checker' })).status).toBe(200)
    // A later change of its dates alone gives nothing.
    const longer = { userId, ...place, role: 'Checker', validUntil: '2090-01-01' }
    expect((await admin.call(assign, longer)).status).toBe(200)
    const draft = await aDraft(admin, own)
    await draft.limits(row.roleId, {})
    expect((await draft.publish()).status).toBe(200)
    const asking = asked({ ...placeOf(own), userId })
    const { person } = (await admin.call(explainApproval, asking)).data
    const { rows } = await server.db.execute<{ first: string }>(sql`
      select to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as first from audit_events
      where subject_id = ${userId} and event = 'users.application-assigned'`)
    const by = 'Asha Rao'
    expect(person).toMatchObject({
      ...{ decision: 'allow', assignment: { granted: { by, at: rows[0]?.first } } },
      rows: [{ granted: { by: '' }, roleGranted: { by, at: expect.stringMatching(/Z$/) } }],
    })
    const { visitor } = await someoneWith(server, ['approvals:read', 'users:read'])
    const seen = (await visitor.call(explainApproval, asking)).data.person
    expect(seen?.assignment?.granted).toEqual({ by: '', at: rows[0]?.first })
  })

  test('who is not assigned, or does not exist', async () => {
    const { id } = await aPerson(server)
    expect((await explain({ userId: id })).person).toMatchObject({
      ...{ decision: 'deny', reasons: ['not-assigned'], assignment: null, standIn: null },
    })
    expect((await admin.call(explainApproval, asked({ userId: newId() }))).status).toBe(404)
  })
})

test('a question that cannot be answered says why', async () => {
  expect(await explain({ amount: '-1' })).toMatchObject({ reasons: ['amount-negative'], steps: [], creators: [] })
  expect(await explain({ pageId: newId() })).toMatchObject({ reasons: ['page-unknown'] })
  expect((await admin.call(explainApproval, asked({ applicationId: newId() }))).status).toBe(404)
})

test('people are for those who may see them; others learn how many there are', async () => {
  const { visitor } = await someoneWith(server, ['approvals:read'])
  const { data } = await visitor.call(explainApproval, asked())
  expect(data.steps[0]?.rows[0]).toMatchObject({ count: 7, people: [] })
  expect((await visitor.call(explainApproval, asked({ userId: manager }))).status).toBe(403)
})

describe('a case by another matrix than the one that counts', () => {
  const stepsOf = async (changes: object) => {
    const { steps, ...rest } = await explain(changes)
    return { ...rest, roles: steps.map(({ rows }) => rows.map(({ role }) => role)) }
  }

  test('by a draft, a version and a day; people are those of now', async () => {
    const own = await aMatrix(server, 'Motor')
    const low = await own.row('Surveyor', { action: 'Final Approval', range: [0, 500_00] })
    const { version } = await stepsOf(placeOf(own))
    await own.row('Auditor', { action: 'Authorised', sequence: 3 })
    await own.person('Surveyor')
    const draft = await aDraft(admin, own)
    await draft.limits(low.roleId, { rangeTo: 1000 })

    const above = { ...placeOf(own), amount: '900' }
    expect(await stepsOf(above)).toMatchObject({ draft: null, at: null, roles: [['Auditor']] })
    expect(await stepsOf({ ...above, draftId: draft.draftId })).toMatchObject({
      ...{ draft: { _id: draft.draftId, name: 'April' }, at: null, roles: [['Surveyor']] },
    })
    const former = await explain({ ...placeOf(own), version: String(version) })
    expect(former).toMatchObject({
      ...{ version, draft: null, at: expect.stringMatching(/Z$/), after: [] },
      steps: [{ rows: [{ role: 'Surveyor', count: 1, people: [{ name: 'Asha Rao' }], standIns: [] }] }],
    })
    const { rows } = await server.db.execute<{ today: string }>(sql`
      select d::text as today from (select (now() at time zone ${server.config.timeZone})::date as d) t`)
    const [days] = rows
    expect(await stepsOf({ ...above, day: days?.today })).toMatchObject({ at: null, roles: [['Auditor']] })
  })

  test('refused: two at once, and drafts or versions of others', async () => {
    const { draftId } = await aDraft(admin, matrix)
    const other = await aMatrix(server, 'Fire')
    const statusOf = async (changes: object) => (await admin.call(explainApproval, asked(changes))).status
    expect(await statusOf({ draftId, day: '2026-01-01' })).toBe(400)
    expect(await statusOf({ ...placeOf(other), draftId })).toBe(404)
    expect(await statusOf({ draftId: newId() })).toBe(404)
    expect(await statusOf({ version: '999999' })).toBe(404)
  })
})
