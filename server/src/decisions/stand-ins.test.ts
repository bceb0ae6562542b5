import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import { decide, decideAll, decideOwn, whoMay } from '@gatehouse/contract/approvals.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { pagesOfPerson } from '@gatehouse/contract/pages.ts'
import sql, { type Sql } from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aMatrix, aPage, type NewStandIn, type TestMatrix } from '../../test/approvals.ts'
import { aClient, anAssignment, aPerson, someoneSignedIn } from '../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { subjectOf } from '../access/subject.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const LAKH = 100_000_00

type Person = Awaited<ReturnType<typeof aPerson>>
let matrix: TestMatrix
let [manager, clerk]: Person[] = []
let row: { id: string }
let id: string

beforeAll(async () => {
  matrix = await aMatrix(server)
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  row = await matrix.row('Manager', { range: [0, LAKH], regions: ['IN-KL', 'IN-TN'] })
  await matrix.row('Head', { sequence: 2, action: 'Final Approval' })
})
/** The manager lends to the clerk. */
const lend = async (lent: NewStandIn = {}) => {
  await server.db.execute(sql`delete from stand_ins where application_id = ${matrix.application.id}`)
  manager = await matrix.person('Manager')
  clerk = await matrix.person('Clerk')
  id = await matrix.standIn(manager, clerk, 'Manager', lent)
}
beforeEach(() => lend())

const ask = async <E extends Endpoint>(endpoint: E, input: unknown) => {
  const { authorization } = matrix.application
  return (await server.visitor({ web: false }).call(endpoint, input, { authorization })).data
}
const decided = (changes: object = {}) => ask(decide, matrix.question({ person: clerk?.id, ...changes }))
const mayAct = async (changes: object = {}) =>
  (await ask(whoMay, matrix.question({ pageSize: 100, ...changes }))).people.map(({ _id }) => _id)

test('a stand-in may do what the lender may do, and every answer names the lender', async () => {
  const onBehalfOf = { _id: manager?.id, firstName: 'Asha', lastName: 'Rao', standIn: id }
  expect(await decided()).toMatchObject({ decision: 'allow', rows: [{ _id: row.id, role: 'Manager' }], onBehalfOf })
  expect(await decided({ person: manager?.id })).toMatchObject({ decision: 'allow', onBehalfOf: null })
  const { people } = await ask(whoMay, matrix.question({ pageSize: 100 }))
  expect(people).toContainEqual({
    ...{ _id: clerk?.id, firstName: 'Asha', lastName: 'Rao', role: 'Manager', onBehalfOf },
  })
  expect(people).toContainEqual(expect.objectContaining({ _id: manager?.id, onBehalfOf: null }))
  const question = matrix.question({ person: clerk?.id })
  const { decisions } = await ask(decideAll, { questions: [question, question] })
  expect(decisions).toMatchObject([{ onBehalfOf }, { onBehalfOf }])
})

test('a suspension counts from its first moment, before any server has dealt with it, for lender, stand-in and own authority', async () => {
  const suspend = (person: Person | undefined, from: Sql) =>
    server.db.execute(sql`update users set suspended_from = ${from} where id = ${person?.id}`)
  const later = sql`now() + interval '1 hour'`
  expect(await decided({ person: manager?.id })).toMatchObject({ decision: 'allow' })
  await suspend(manager, later)
  expect((await decided()).decision).toBe('allow')
  await suspend(manager, sql`now()`)
  expect((await decided()).decision).toBe('deny')
  expect(await decided({ person: manager?.id })).toMatchObject({ decision: 'deny', reasons: ['person-inactive'] })
  expect(await mayAct()).not.toContain(manager?.id)
  const pages = { person: manager?.id, client: matrix.client.id }
  expect((await ask(pagesOfPerson, pages)).reason).toBe('person-inactive')
  await suspend(manager, sql`null`)
  await suspend(clerk, sql`now()`)
  expect(await decided()).toMatchObject({ decision: 'deny', reasons: ['person-inactive'] })
  expect(await mayAct()).not.toContain(clerk?.id)
})

describe('it allows nothing', () => {
  test.each<[string, Sql]>([
    ['before it begins', sql`update stand_ins set valid_from = now() + interval '1 hour'`],
    ['from its end on', sql`update stand_ins set valid_until = now()`],
    ['after it was ended', sql`update stand_ins set ended_at = now()`],
    [
      'while the assignment of the lender has not begun',
      sql`update assignments set valid_from = now() + interval '1 hour' where role = 'Manager'`,
    ],
    [
      'after the assignment of the lender is over',
      sql`update assignments set valid_until = now() where role = 'Manager'`,
    ],
    ['when the lender loses the assignment', sql`delete from assignments where role = 'Manager'`],
    [
      'when the lender gets another role, also a higher one',
      sql`update assignments set role = 'Head' where role = 'Manager'`,
    ],
  ])('%s', async (_what, change) => {
    expect((await decided()).decision).toBe('allow')
    await server.db.execute(change)
    expect(await decided()).toMatchObject({ decision: 'deny', reasons: ['action-not-held'], onBehalfOf: null })
    expect(await mayAct()).not.toContain(clerk?.id)
  })

  test.each<[string, Sql, Sql]>([
    ['deactivated', sql`is_active = false`, sql`is_active = true`],
    ['deleted', sql`deleted_at = now()`, sql`deleted_at = null`],
    ['locked', sql`locks = locks + 1`, sql`locks = locks`],
  ])('when the lender is %s, and it does not come back with the lender', async (_what, change, back) => {
    await server.db.execute(sql`update users set ${change} where id = ${manager?.id}`)
    expect((await decided()).decision).toBe('deny')
    await server.db.execute(sql`update users set ${back} where id = ${manager?.id}`)
    expect((await decided()).decision).toBe('deny')
    expect(await mayAct()).not.toContain(clerk?.id)
  })

  test('that somebody was lent', async () => {
    const third = await matrix.person('Clerk')
    await matrix.standIn(clerk as Person, third, 'Manager')
    expect((await decided({ person: third.id })).decision).toBe('deny')
    expect(await mayAct()).not.toContain(third.id)
  })

  test('to somebody without the application for this client', async () => {
    const stranger = await aPerson(server)
    await matrix.standIn(manager as Person, stranger, 'Manager')
    expect((await decided({ person: stranger.id })).reasons).toEqual(['not-assigned'])
    expect(await mayAct()).not.toContain(stranger.id)
  })

  test('on a document of either of the two, or that either has approved', async () => {
    expect((await decided({ createdBy: manager?.id })).reasons).toEqual(['lenders-document'])
    expect((await decided({ createdBy: clerk?.id })).reasons).toEqual(['own-document'])
    expect(await mayAct({ createdBy: manager?.id })).not.toContain(clerk?.id)
    expect(await mayAct({ createdBy: clerk?.id })).toContain(manager?.id)
    const approvals = [{ by: clerk?.id, row: row.id, onBehalfOf: manager?.id }]
    const final = { action: 'Final Approval', approvals }
    await server.db.execute(sql`update assignments set role = 'Head' where user_id = ${clerk?.id}`)
    expect((await decided(final)).reasons).toEqual(['same-person-twice'])
    const head = await matrix.person('Head')
    await matrix.standIn(manager as Person, head, 'Manager')
    expect((await decided({ ...final, person: head.id })).decision).toBe('allow')
    expect(await mayAct(final)).toContain(head.id)
    expect(await mayAct(final)).not.toContain(clerk?.id)
  })
})

test('it reaches as far as its client, pages, amount and regions, and whoMay finds what decide allows', async () => {
  const other = await aClient(server)
  const pageId = await aPage(server, matrix.application.id, 'Refunds')
  const scopes: NewStandIn[] = [
    {},
    { clientId: null },
    { clientId: other.id },
    { pageIds: [pageId] },
    { pageIds: [matrix.pageId, pageId] },
    { upTo: 500_00 },
    { regions: ['IN-KL'] },
    { regions: [] },
  ]
  const cases = [
    {},
    { amount: 500 },
    { amount: '500.01' },
    { amount: '100000.01' },
    { region: 'IN-TN' },
    { region: 'IN-GA' },
  ]
  const answers: boolean[][] = []
  for (const scope of scopes) {
    await lend(scope)
    const answered: boolean[] = []
    for (const one of cases) {
      const isAllowed = (await decided(one)).decision === 'allow'
      expect((await mayAct(one)).includes(clerk?.id ?? '')).toBe(isAllowed)
      answered.push(isAllowed)
    }
    answers.push(answered)
  }
  const [all, none] = [[true, true, true, false, true, false], cases.map(() => false)]
  expect(answers).toEqual([
    ...[all, all, none, none, all],
    [false, true, false, false, false, false],
    [true, true, true, false, false, false],
    none,
  ])
})

test('a role that is renamed stays lent', async () => {
  const own = await aMatrix(server)
  const { roleId } = await own.row('Manager')
  const [lender, person] = [await own.person('Manager'), await own.person('User')]
  await own.standIn(lender, person, 'Manager', { clientId: null })
  const { applicationRoles } = await import('@gatehouse/contract/admin/approvals/application-roles.ts')
  const form = { applicationId: own.application.id, role: 'Head', roleId: 'H', regions: ['All'], sequence: 1 }
  const renamed = await admin.call(applicationRoles.update, {
    ...{ ...form, applicationRoleMasteId: roleId, actionOfRole: 'Approval' },
  })
  expect(renamed).toMatchObject({ status: 200 })
  const { authorization } = own.application
  const { data } = await server
    .visitor({ web: false })
    .call(decide, own.question({ person: person.id }), { authorization })
  expect(data).toMatchObject({ decision: 'allow', rows: [{ role: 'Head' }], onBehalfOf: { _id: lender.id } })
})

test('pages of whoMay hold everybody once, whether by their own role or by several that are lent', async () => {
  const own = await aMatrix(server)
  await own.row('Manager')
  const managers = [await own.person('Manager'), await own.person('Manager'), await own.person('Manager')]
  const clerks = [await own.person('User'), await own.person('User')]
  for (const lender of managers)
    for (const one of [...clerks, ...managers]) if (one !== lender) await own.standIn(lender, one, 'Manager')
  const found: { _id: string; onBehalfOf: unknown }[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const { data } = await server
      .visitor({ web: false })
      .call(whoMay, own.question({ pageSize: 2, ...(after && { after }) }), {
        authorization: own.application.authorization,
      })
    found.push(...data.people)
    after = data.next
  }
  expect(found.map(({ _id }) => _id)).toEqual([...managers, ...clerks].map((one) => one.id).toSorted())
  expect(found.filter(({ onBehalfOf }) => onBehalfOf !== null).map(({ _id }) => _id)).toEqual(
    clerks.map((one) => one.id).toSorted(),
  )
})

test('an application with pairwise ids, which may not know names, gets the id of the lender in its own form', async () => {
  const own = await aMatrix(server)
  await own.row('Manager')
  const [lender, person] = [await own.person('Manager'), await own.person('User')]
  await own.standIn(lender, person, 'Manager')
  await server.db.execute(
    sql`update applications set subject_type = 'pairwise', is_first_party = false where id = ${own.application.id}`,
  )
  const rule = { id: own.application.id, subjectType: 'pairwise', subjectSector: '' }
  const sub = (one: Person) => subjectOf(server.keys.subject, rule, one.id)
  const { authorization } = own.application
  const answer = async (changes: object) =>
    (
      await server
        .visitor({ web: false })
        .call(decide, own.question({ person: sub(person), ...changes }), { authorization })
    ).data
  expect(await answer({})).toMatchObject({ onBehalfOf: { _id: sub(lender), firstName: '', lastName: '' } })
  expect((await answer({ createdBy: sub(lender) })).reasons).toEqual(['lenders-document'])
})

test('people see for whom they act, and the console explains it', async () => {
  const { visitor, person } = await someoneSignedIn(server)
  await anAssignment(server, person.id, matrix.application.id, matrix.client.id, 'User')
  const lent = await matrix.standIn(manager as Person, person, 'Manager')
  const applicationId = matrix.application.id
  const own = await visitor.call(decideOwn, { applicationId, ...matrix.question() })
  expect(own.data).toMatchObject({
    decision: 'allow',
    onBehalfOf: { _id: manager?.id, lastName: 'Rao', standIn: lent },
  })
  const asked = { applicationId, clientId: matrix.client.id, pageId: matrix.pageId, amount: '1000', region: 'IN-KL' }
  const { data } = await admin.call(explainApproval, { ...asked, userId: person.id })
  expect(data.person).toMatchObject({ decision: 'allow', onBehalfOf: { _id: manager?.id, name: 'Asha Rao' } })
  const [first] = data.steps
  expect(first?.rows[0]?.standIns).toContainEqual({
    ...{ _id: clerk?.id, name: 'Asha Rao', lender: { _id: manager?.id, name: 'Asha Rao' } },
  })
  const reader = await someoneWith(server, ['approvals:read'])
  const seen = await reader.visitor.call(explainApproval, asked)
  expect(seen.data.steps[0]?.rows[0]).toMatchObject({ people: [], standIns: [] })
})
