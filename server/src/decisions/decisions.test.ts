import { readFile } from 'node:fs/promises'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { endConflictException, exceptFromRule } from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { APPROVAL_REASON_CODES, APPROVAL_REASONS } from '@gatehouse/contract/approval-reasons.ts'
import { type ApprovalDecision, decide, decideAll, decideOwn, whoMay } from '@gatehouse/contract/approvals.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aMatrix, aPage, type NewStandIn, type TestMatrix } from '../../test/approvals.ts'
import { aClient, anApplication, anAssignment, aPerson, someoneSignedIn } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const server = useTestServer()
const admin = useAdministrator(server)
const program = (): Visitor => server.visitor({ web: false })
const ask = <E extends Endpoint>({ application }: Pick<TestMatrix, 'application'>, endpoint: E, input: unknown) =>
  program().call(endpoint, input, { authorization: application.authorization })

type Person = Awaited<ReturnType<typeof aPerson>>
let matrix: TestMatrix
let people: Record<'clerk' | 'manager' | 'auditor' | 'treasurer' | 'director' | 'observer' | 'stranger', Person>
let rows: Record<'manager' | 'auditor' | 'treasurer' | 'director', { id: string; roleId: string }>

const LAKH = 100_000_00
beforeAll(async () => {
  matrix = await aMatrix(server)
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  rows = {
    manager: await matrix.row('Manager', { sequence: 1, range: [100_00, LAKH], regions: ['IN-KL', 'IN-TN'] }),
    auditor: await matrix.row('Auditor', { sequence: 1 }),
    treasurer: await matrix.row('Treasurer', { sequence: 2, action: 'Authorised' }),
    director: await matrix.row('Director', { sequence: 3, action: 'Final Approval', regions: ['Panindia'] }),
  }
  await matrix.row('Observer', { sequence: 9 })
  const { person } = matrix
  people = {
    ...{ clerk: await person('Clerk'), manager: await person('MANAGER'), auditor: await person('Auditor') },
    ...{ treasurer: await person('Treasurer'), director: await person('Director'), observer: await person('Observer') },
    stranger: await aPerson(server),
  }
})

/** Somebody with another role, to whom somebody with this one lends it. */
async function standInOf(role: string, lent: NewStandIn = {}) {
  const [person, lender] = [await matrix.person('User'), await matrix.person(role)]
  await matrix.standIn(lender, person, role, lent)
  return { ...person, lender }
}

/** The same answer, in another decision. What is not logged has no id. */
const likeIt = (data: ApprovalDecision) => ({ ...data, _id: data._id === null ? null : expect.any(String) })

describe('a document', () => {
  test('walks from its creator to the final approval, by five people', async () => {
    const { clerk, manager, auditor, treasurer, director } = people
    const about = { createdBy: clerk.id, amount: '50000.50' }
    const approvals: { by: string; row: string }[] = []
    const step = async (person: Person, action: string) => {
      const { data } = await ask(matrix, decide, matrix.question({ ...about, person: person.id, action, approvals }))
      expect(data).toMatchObject({ decision: 'allow', reasons: ['row-allows'] })
      if (action !== 'Creator') approvals.push({ by: person.id, row: data.rows[0]?._id ?? '' })
      return data.stillNeeded.map((one) => one.rows.map(({ role }) => role).toSorted())
    }
    expect(await step(clerk, 'Creator')).toEqual([['Auditor', 'Manager'], ['Treasurer'], ['Director']])
    expect(await step(auditor, 'Approval')).toHaveLength(3)
    expect(await step(manager, 'Approval')).toEqual([['Manager'], ['Treasurer'], ['Director']])
    expect(await step(treasurer, 'Authorised')).toEqual([['Treasurer'], ['Director']])
    expect(await step(director, 'Final Approval')).toEqual([['Director']])
    const asked = matrix.question({ ...about, person: director.id, action: 'Final Approval', approvals })
    const { data } = await ask(matrix, decide, asked)
    expect(data).toMatchObject({ decision: 'deny', reasons: ['already-approved'], stillNeeded: [], next: [] })
  })

  test('is answered with the row, its amounts in rupees, and the version', async () => {
    const { status, data } = await ask(matrix, decide, matrix.question({ person: people.manager.id }))
    expect(status).toBe(200)
    expect(data).toMatchObject({ version: expect.any(Number), rows: [{ _id: rows.manager.id }] })
    const { id, ...shown } = { id: 0, role: 'Manager', roleId: 'Ma', action: 'Approval', sequence: 1 }
    expect(data.rows[0]).toEqual({
      ...{ _id: rows.manager.id, ...shown, rangeFrom: 100, rangeTo: 100_000, regions: ['IN-KL', 'IN-TN'] },
      ...{ bounds: '[]', validFrom: null, validUntil: null, catchAll: false },
    })
    expect(data.next.map(({ _id }) => _id).toSorted()).toEqual([rows.manager.id, rows.auditor.id].toSorted())
  })

  test('with what was approved before of the same case, alone, in a batch, about oneself and for all who may', async () => {
    const own = await aMatrix(server)
    await own.row('Manager', { range: [null, 200_00] })
    await own.row('Director', { range: [200_01, 500_00] })
    const [manager, director] = [await own.person('Manager'), await own.person('Director')]
    const asked = (person: string, amount: string, earlierAmount: unknown) =>
      own.question({ person, amount, earlierAmount })
    const questions = [
      ...[asked(manager.id, '150', undefined), asked(manager.id, '150', '50'), asked(manager.id, '150', 50.01)],
      ...[asked(director.id, '150', 50.01), asked(director.id, '150', '-1'), asked(director.id, '450', 50.01)],
    ]
    const expected = [
      ...['row-allows', 'row-allows', 'amount-above-limit'],
      ...['row-allows', 'amount-negative', 'amount-above-limit'],
    ]
    const batch = (await ask(own, decideAll, { questions })).data.decisions
    expect(batch.map(({ reasons }) => reasons[0])).toEqual(expected)
    for (const [index, one] of questions.entries())
      expect((await ask(own, decide, one)).data).toEqual(likeIt(batch[index] as ApprovalDecision))
    const about = own.question({ amount: '150', earlierAmount: '50.01' })
    expect((await ask(own, whoMay, about)).data).toMatchObject({ people: [{ _id: director.id }] })
    expect(await ask(own, decide, asked(manager.id, '1', {}))).toMatchObject({ status: 400 })
    // What would be ignored would let the limit be passed.
    const { visitor } = await someoneSignedIn(server)
    for (const name of [
      'earlier_amount',
      'EarlierAmount',
      'earlieramount',
      'Earlier-Amount',
      'Approvals',
      'priorApprovals',
      'onBehalfOf',
      'Currency',
      'AT',
    ]) {
      const misspelt = { ...own.question({ person: manager.id }), [name]: '1' } as never
      expect((await ask(own, decide, misspelt)).status, name).toBe(400)
      expect((await ask(own, whoMay, misspelt)).status, name).toBe(400)
      expect((await ask(own, decideAll, { questions: [misspelt] })).status, name).toBe(400)
      const ofCaller = { ...own.question(), applicationId: own.application.id, [name]: '1' } as never
      expect((await visitor.call(decideOwn, ofCaller)).status, name).toBe(400)
    }
    for (const name of ['on_behalf_of', 'OnBehalfOf', 'onbehalfof']) {
      const approvals = [{ by: director.id, row: newId(), [name]: manager.id }]
      const misspelt = own.question({ person: manager.id, approvals } as never)
      expect(await ask(own, decide, misspelt)).toMatchObject({
        status: 400,
        msg: `There is no ${name} here: the name is approvals[].onBehalfOf`,
      })
      expect((await ask(own, decideAll, { questions: [misspelt] })).status, name).toBe(400)
    }
    // Beside several questions they would be of none.
    for (const name of ['earlierAmount', 'approvals', 'currency', 'At'])
      expect(
        await ask(own, decideAll, { questions: [own.question({ person: manager.id })], [name]: '1' } as never),
        name,
      ).toMatchObject({ status: 400, msg: expect.stringContaining(`There is no ${name} here`) })
  })

  test('never by a draft: to name one is refused, not ignored', async () => {
    const asked = { ...matrix.question({ person: people.manager.id }), draftId: rows.manager.id } as never
    const msg = 'Drafts do not answer here. Publish the draft, or ask it in the console under "Check a case".'
    expect(await ask(matrix, decide, asked)).toMatchObject({ status: 400, msg })
    expect(await ask(matrix, decideAll, { questions: [asked] })).toMatchObject({ status: 400, msg })
  })
})

test('a row counts from its first day up to and with its last, and only within the bounds that it includes', async () => {
  const own = await aMatrix(server)
  await own.row('Head', { action: 'Final Approval', days: [0, 0], range: [100_00, 200_00], bounds: '(]' })
  const head = await own.person('Head')
  const asked = (amount: string) => own.question({ person: head.id, action: 'Final Approval', amount })
  const { data } = await ask(own, decideAll, { questions: ['100', '100.01', '200', '200.01'].map(asked) })
  expect(data.decisions.map(({ reasons }) => reasons[0])).toEqual([
    ...['amount-below-range', 'row-allows', 'row-allows', 'amount-above-limit'],
  ])
  const { rows: days } = await server.db.execute<{ from: Date; until: Date }>(sql`
    select today::timestamp at time zone 'Asia/Kolkata' as from, (today + 1)::timestamp at time zone 'Asia/Kolkata' as until
    from (select (now() at time zone 'Asia/Kolkata')::date as today) day`)
  expect(data.decisions[1]?.rows).toMatchObject([
    {
      ...{ rangeFrom: 100, rangeTo: 200, bounds: '(]' },
      ...{ validFrom: days[0]?.from.toISOString(), validUntil: days[0]?.until.toISOString() },
    },
  ])
})

describe('each reason', () => {
  const by = (person: Person, row: { id: string }) => ({ by: person.id, row: row.id })
  type Changes = Record<string, unknown>
  /** Other routings have four more: admin/approvals/drafts/draft-routing.test.ts and catch-all.test.ts. */
  const OF_ROUTINGS = ['lower-level-asked', 'approver-is-enough', 'catch-all-allows', 'catch-all-only'] as const
  type OfRouting = (typeof OF_ROUTINGS)[number]
  const codes = APPROVAL_REASON_CODES.filter(
    (code): code is Exclude<typeof code, OfRouting> => !OF_ROUTINGS.includes(code as OfRouting),
  )
  const CASES: Record<(typeof codes)[number], () => Changes | Promise<Changes>> = {
    'row-allows': () => ({ person: people.manager.id }),
    'conflict-reported': async () => {
      const { id } = await matrix.person('Archivist')
      return { person: id, action: 'Creator', approvals: [{ by: id, row: rows.manager.id }] }
    },
    'conflict-excepted': async () => {
      const { id } = await matrix.person('Recorder')
      await except('Records', id)
      return { person: id, action: 'Creator', approvals: [{ by: id, row: rows.manager.id }] }
    },
    'action-unknown': () => ({ action: 'Boss' }),
    'amount-malformed': () => ({ amount: 'ten' }),
    'amount-negative': () => ({ amount: -1 }),
    'amount-too-precise': () => ({ amount: 10.505 }),
    'amount-too-large': () => ({ amount: 1e300 }),
    'currency-unknown': () => ({ currency: 'USD' }),
    'region-missing': () => ({ region: undefined }),
    'region-unknown': () => ({ region: 'All' }),
    'creator-missing': () => ({ createdBy: undefined }),
    'creator-unknown': () => ({ createdBy: 'asha' }),
    'approver-unknown': () => ({ approvals: [{ by: 'asha', row: rows.manager.id }] }),
    'moment-unknown': () => ({ at: '2020-01-01T00:00:00Z' }),
    'moment-to-come': () => ({ at: '2999-01-01T00:00:00Z' }),
    'application-inactive': () => ({}),
    'client-unknown': () => ({ client: 'Kerala Office' }),
    'client-inactive': async () => ({ client: (await aClient(server, { status: 'INACTIVE' })).id }),
    'page-unknown': () => ({ page: 'Refunds' }),
    'page-inactive': async () => {
      await aPage(server, matrix.application.id, 'Payments', 'INACTIVE')
      return { page: 'payments' }
    },
    'not-assigned': () => ({ person: people.stranger.id }),
    'assignment-not-current': async () => {
      const { id } = await matrix.person('Manager')
      await server.db.execute(sql`update assignments set valid_until = now() where user_id = ${id}`)
      return { person: id }
    },
    'person-inactive': async () => {
      const { id } = await matrix.person('Manager')
      await server.db.execute(sql`update users set is_active = false where id = ${id}`)
      return { person: id }
    },
    'no-row': async () => ({ person: (await matrix.person('User')).id }),
    'action-not-held': () => ({ person: people.clerk.id }),
    'amount-below-range': () => ({ amount: '99.99' }),
    'amount-above-limit': () => ({ amount: '100000.01' }),
    'row-not-yet-valid': async () => {
      await matrix.row('Next Head', { days: [1, null] })
      return { person: (await matrix.person('Next Head')).id }
    },
    'row-expired': async () => {
      await matrix.row('Former Head', { days: [null, -1] })
      return { person: (await matrix.person('Former Head')).id }
    },
    'row-inactive': async () => {
      const { id } = await matrix.row('Paused Head')
      await server.db.execute(sql`update document_approvals set status = 'INACTIVE' where id = ${id}`)
      return { person: (await matrix.person('Paused Head')).id }
    },
    'region-not-covered': () => ({ region: 'IN-GA' }),
    'outside-stand-in': async () => ({ person: (await standInOf('Manager', { upTo: 999_99 })).id }),
    'nobody-approves': () => ({ action: 'Authorised Approval' }),
    'own-document': () => ({ createdBy: people.manager.id.toUpperCase() }),
    'lenders-document': async () => {
      const { id, lender } = await standInOf('Manager')
      return { person: id, createdBy: lender.id }
    },
    'same-person-twice': () => ({ approvals: [by(people.manager, rows.auditor)] }),
    'conflicting-roles': async () => {
      const { id } = await matrix.person('Recorder')
      return { person: id, action: 'Creator', approvals: [{ by: id, row: rows.manager.id }] }
    },
    'conflict-asks': async () => {
      const { id } = await matrix.person('Registrar')
      return { person: id, action: 'Creator', approvals: [{ by: id, row: rows.manager.id }] }
    },
    'already-approved': () => ({ approvals: [by(people.auditor, rows.manager)] }),
    'not-your-step': () => ({ person: people.director.id, action: 'Final Approval' }),
    'after-final': () => ({ person: people.observer.id }),
  }

  const isOfAllow = (code: string) => ['row-allows', 'conflict-reported', 'conflict-excepted'].includes(code)
  const rules = new Map<string, string>()
  const except = (rule: string, userId: string) =>
    admin.call(exceptFromRule, {
      ...{ userId, ruleId: rules.get(rule) ?? '', reason: 'A small branch', validUntil: inDays(30) },
    })

  beforeAll(async () => {
    for (const [name, role, effect] of [
      ['Records', 'Recorder', 'prevent'],
      ['Archives', 'Archivist', 'report'],
      ['Register', 'Registrar', 'ask'],
    ] as const) {
      await matrix.row(role, { action: 'Creator', sequence: 0 })
      const { data } = await admin.call(roleConflicts.create, {
        ...{ applicationId: matrix.application.id, name, roles: [role, 'Manager'], scope: 'client', effect },
      })
      rules.set(name, data._id)
    }
  })

  test('is one of these', () => expect(Object.keys(CASES)).toEqual(codes))

  // Only active applications authenticate; their people learn it from their own question, below.
  test.each(codes.filter((code) => code !== 'application-inactive'))('%s', async (code) => {
    const question = matrix.question({ person: people.manager.id, ...(await CASES[code]()) })
    const { status, data } = await ask(matrix, decide, question)
    expect(status).toBe(200)
    expect(data.reasons).toContain(code)
    expect(data.decision).toBe(isOfAllow(code) ? 'allow' : 'deny')
    const oneOfMany = { ...question, at: null }
    const { data: batch } = await ask(matrix, decideAll, { at: data.at, questions: [oneOfMany, oneOfMany] })
    expect(batch).toEqual({ version: data.version, at: data.at, decisions: [likeIt(data), likeIt(data)] })
    const ids = [data, ...batch.decisions].map(({ _id }) => _id)
    expect(new Set(ids).size).toBe(data.at === null ? 3 : 1)
  })
})

test('who has approved a document in a role does not act in one that a rule keeps apart, and is not listed as somebody who may', async () => {
  const own = await aMatrix(server)
  await own.row('Clerk', { action: 'Creator', sequence: 0 })
  const manager = await own.row('Manager')
  const [clerk, other] = [await own.person('Clerk'), await own.person('Clerk')]
  const rule = { name: 'Payments', roles: ['Clerk', 'Manager'], scope: 'client' }
  const { data: kept } = await admin.call(roleConflicts.create, { applicationId: own.application.id, ...rule })
  const about = { action: 'Creator', approvals: [{ by: clerk.id.toUpperCase(), row: manager.id.toUpperCase() }] }
  const refused = {
    ...{ decision: 'deny', reasons: ['conflicting-roles'] },
    conflicts: [{ _id: kept._id, name: 'Payments', effect: 'prevent', exception: null }],
  }
  expect((await ask(own, decide, own.question({ ...about, person: clerk.id }))).data).toMatchObject(refused)
  const allowed = (await ask(own, decide, own.question({ ...about, person: other.id }))).data
  expect(allowed).toMatchObject({ decision: 'allow', conflicts: [] })
  const listed = async () => (await ask(own, whoMay, own.question(about))).data.people.map(({ _id }) => _id)
  expect(await listed()).toEqual([other.id])
  // The answers of a batch and of AuthZEN are the same.
  const { data: batch } = await ask(own, decideAll, {
    questions: [clerk, other].map(({ id }) => own.question({ ...about, person: id })),
  })
  expect(batch.decisions).toMatchObject([refused, { decision: 'allow' }])
  const evaluation = await server.app.inject({
    ...{ method: 'POST', url: '/access/v1/evaluation' },
    headers: { host: 'localhost:3000', authorization: own.application.authorization },
    payload: {
      ...{ subject: { type: 'user', id: clerk.id }, action: { name: 'creator' } },
      resource: { type: 'page', id: 'Claims', properties: { client: own.client.id, amount: 10, region: 'IN-KL' } },
      context: { prior_approvals: about.approvals },
    },
  })
  expect(evaluation.json()).toMatchObject({
    decision: false,
    context: { reasons: ['conflicting-roles'], conflicts: [{ id: kept._id, name: 'Payments', effect: 'prevent' }] },
  })
  // For whom is excepted, it does not count: until somebody ends the exception, or its end has come.
  const { _id: ruleId } = kept
  const excepted = { ruleId, userId: clerk.id, reason: 'A branch with one clerk', validUntil: inDays(30) }
  const { data: exception } = await admin.call(exceptFromRule, excepted)
  expect((await ask(own, decide, own.question({ ...about, person: clerk.id }))).data).toMatchObject({
    ...{ decision: 'allow', reasons: ['row-allows', 'conflict-excepted'] },
    conflicts: [{ _id: ruleId, name: 'Payments', effect: 'prevent', exception: exception._id }],
  })
  expect((await listed()).toSorted()).toEqual([clerk.id, other.id].toSorted())
  await admin.call(endConflictException, { exceptionId: exception._id })
  expect((await ask(own, decide, own.question({ ...about, person: clerk.id }))).data).toMatchObject(refused)
  await admin.call(exceptFromRule, excepted)
  await server.db.execute(sql`update conflict_exceptions set valid_until = now() where ended_at is null`)
  expect((await ask(own, decide, own.question({ ...about, person: clerk.id }))).data).toMatchObject(refused)
  expect(await listed()).toEqual([other.id])
  // One that asks refuses with a reason of its own: what is said at an assignment excepts nobody on a document.
  const change = { ruleId, applicationId: own.application.id, ...rule }
  await admin.call(roleConflicts.update, { ...change, effect: 'ask' } as never)
  expect((await ask(own, decide, own.question({ ...about, person: clerk.id }))).data).toMatchObject({
    ...{ decision: 'deny', reasons: ['conflict-asks'], conflicts: [{ effect: 'ask', exception: null }] },
  })
  expect(await listed()).toEqual([other.id])
  // A rule that only reports allows it at the next question already.
  await admin.call(roleConflicts.update, { ...change, effect: 'report' } as never)
  expect((await ask(own, decide, own.question({ ...about, person: clerk.id }))).data).toMatchObject({
    ...{ decision: 'allow', reasons: ['row-allows', 'conflict-reported'], conflicts: [{ effect: 'report' }] },
  })
  expect((await listed()).toSorted()).toEqual([clerk.id, other.id].toSorted())
  await admin.call(roleConflicts.remove, { ruleId })
  expect((await ask(own, decide, own.question({ ...about, person: clerk.id }))).data).toMatchObject({
    ...{ decision: 'allow', reasons: ['row-allows'], conflicts: [] },
  })
})

test('the guide names each reason, and its question is answered', async () => {
  const guide = await readFile(new URL('../../../docs/integrating.md', import.meta.url), 'utf8')
  for (const [code, text] of Object.entries(APPROVAL_REASONS)) expect(guide).toContain(`| \`${code}\` | ${text} |`)
  const own = await aMatrix(server)
  const first = await own.row('Manager')
  await own.row('Head', { sequence: 2 })
  const [manager, head] = [await own.person('Manager'), await own.person('Head')]
  const named: Record<string, string> = {
    ...{ PERSON: head.id, CLIENT: own.client.id, CREATOR: people.clerk.id },
    ...{ FIRST_APPROVER: manager.id, FIRST_ROW: first.id },
  }
  const [, body = ''] = /approvals\/decide --data @- <<JSON\n(.*?)\nJSON/s.exec(guide) ?? []
  const question = JSON.parse(body.replace(/\$(\w+)/g, (_, name) => named[name] ?? ''))
  expect((await ask(own, decide, question)).data).toMatchObject({ decision: 'allow', rows: [{ role: 'Head' }] })
})

describe('a malformed question is refused', () => {
  test.each<[string, object, string]>([
    ['without a person', { person: undefined }, 'Person is required'],
    ['with an empty person', { person: ' ' }, 'Person is required'],
    ['without a client', { client: undefined }, 'Client is required'],
    ['without a page', { page: null }, 'Page is required'],
    ['without an action', { action: 7 }, 'Action is required'],
    ['without an amount', { amount: undefined }, 'Amount is required'],
    ['with an amount of another type', { amount: { $gt: 0 } }, 'Amount is required'],
    ['with an approval without a row', { approvals: [{ by: 'x' }] }, 'Row is required'],
    ['with too many approvals', { approvals: Array(51).fill({ by: 'x', row: 'y' }) }, 'At most 50 approvals'],
  ])('%s', async (_what, changes, msg) => {
    const question = matrix.question({ person: people.manager.id, ...changes })
    expect(await ask(matrix, decide, question)).toMatchObject({ status: 400, msg, data: { fields: expect.anything() } })
    expect(await ask(matrix, decideAll, { questions: [question] })).toMatchObject({ status: 400, msg })
  })

  test('with more than 500 others', async () => {
    const questions = Array(501).fill(matrix.question({ person: people.manager.id }))
    expect(await ask(matrix, decideAll, { questions })).toMatchObject({ status: 400, msg: 'At most 500 questions' })
  })
})

test('five hundred questions are answered in their order', async () => {
  const some = Object.values(people)
  const questions = Array.from({ length: 500 }, (_, index) =>
    matrix.question({ person: some[index % some.length]?.id, amount: index * 300 }),
  )
  const { data } = await ask(matrix, decideAll, { questions })
  for (const index of [0, 1, 2, 3, 4, 5, 6, 499])
    expect(data.decisions[index]).toEqual(likeIt((await ask(matrix, decide, questions[index])).data))
  expect(data.decisions).toHaveLength(500)
  const { version } = data
  expect((await ask(matrix, decideAll, { questions: [] })).data).toEqual({ version, at: null, decisions: [] })
})

describe('an application', () => {
  test('asks with its own credentials only, and about its own matrix only', async () => {
    const question = matrix.question({ person: people.manager.id })
    for (const [call, input] of [
      [decide, question],
      [decideAll, { questions: [question] }],
      [whoMay, question],
    ] as const) {
      expect(await program().call(call, input)).toMatchObject({ status: 401 })
      expect(await admin.call(call, input)).toMatchObject({ status: 401 })
    }
    const other = { application: await anApplication(server) }
    const { data } = await ask(other, decide, question)
    expect(data).toMatchObject({ decision: 'deny', version: 0, rows: [], stillNeeded: [] })
    expect(data.reasons).toEqual(['page-unknown', 'not-assigned'])
    expect((await ask(other, whoMay, question)).data).toMatchObject({ people: [], rows: [], reasons: ['page-unknown'] })
  })

  test('is never delayed by others who guess its secret from its address', async () => {
    const visitor = server.visitor({ web: false, ip: '198.51.100.77' })
    const { id } = matrix.application
    const wrong = `Basic ${Buffer.from(`${id}:wrong`).toString('base64')}`
    for (let tries = 0; tries < 25; tries++) await visitor.call(decide, {}, { authorization: wrong })
    expect((await visitor.call(decide, {}, { authorization: wrong })).status).toBe(429)
    const { authorization } = matrix.application
    const answer = await visitor.call(decide, matrix.question({ person: people.manager.id }), { authorization })
    expect(answer).toMatchObject({ status: 200, data: { decision: 'allow' } })
  })

  test('with pairwise ids uses these, also of people assigned later', async () => {
    const own = await aMatrix(server)
    await own.row('Manager')
    await server.db.execute(sql`update applications set subject_type = 'pairwise' where id = ${own.application.id}`)
    const { subjectOf } = await import('../access/subject.ts')
    const rule = { id: own.application.id, subjectType: 'pairwise', subjectSector: '' }
    const first = await own.person('Manager')
    const subject = subjectOf(server.keys.subject, rule, first.id)
    const decided = async (person: string, createdBy: string | null = null) =>
      (await ask(own, decide, own.question({ person, createdBy }))).data.reasons
    expect(await decided(subject)).toEqual(['row-allows'])
    expect(await decided(subject, subject)).toEqual(['own-document'])
    expect(await decided(first.id)).toEqual(['not-assigned'])
    const { data } = await ask(own, whoMay, own.question({ createdBy: null }))
    expect(data.people.map(({ _id }) => _id)).toEqual([subject])
    expect((await ask(own, whoMay, own.question({ createdBy: subject }))).data.people).toEqual([])
    const second = subjectOf(server.keys.subject, rule, (await own.person('Manager')).id)
    await expect.poll(() => decided(second), { timeout: 60_000 }).toEqual(['row-allows'])
  })
})

describe('somebody signed in', () => {
  test('asks about themselves, and learns nothing of applications that are not assigned to them', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const asked = { applicationId: matrix.application.id, ...matrix.question() }
    const nothing = {
      _id: null,
      decision: 'deny',
      reasons: ['not-assigned'],
      version: 0,
      rows: [],
      stillNeeded: [],
      rejection: null,
      next: [],
      onBehalfOf: null,
      conflicts: [],
      at: null,
      receipt: null,
    }
    expect((await visitor.call(decideOwn, asked)).data).toEqual(nothing)
    expect((await visitor.call(decideOwn, { ...asked, applicationId: newId() })).data).toEqual(nothing)
    await anAssignment(server, person.id, matrix.application.id, matrix.client.id, 'Manager')
    expect((await visitor.call(decideOwn, asked)).data).toMatchObject({
      decision: 'allow',
      rows: [{ _id: rows.manager.id }],
    })
    const own = { ...asked, createdBy: person.id }
    expect((await visitor.call(decideOwn, own)).data).toMatchObject({ reasons: ['own-document'] })
    await server.db.execute(sql`update applications set status = 'INACTIVE' where id = ${matrix.application.id}`)
    expect((await visitor.call(decideOwn, asked)).data.reasons).toEqual(['application-inactive'])
    await server.db.execute(sql`update applications set status = 'ACTIVE' where id = ${matrix.application.id}`)
    expect((await server.visitor().call(decideOwn, asked)).status).toBe(401)
  })
})

describe('who may act', () => {
  test('are the active people of the open roles, in pages, without those who are involved', async () => {
    const own = await aMatrix(server)
    const [manager, head] = [await own.row('Manager'), await own.row('Head'), await own.row('Chief', { sequence: 2 })]
    const managers = await Promise.all(Array.from({ length: 4 }, () => own.person('manager')))
    const chief = await own.person('Chief')
    const heads = await Promise.all(Array.from({ length: 3 }, () => own.person('Head')))
    await server.db.execute(sql`update users set is_active = false where id = ${managers[3]?.id}`)
    const later = await own.person('Head')
    await server.db.execute(
      sql`update assignments set valid_from = now() + interval '1 day' where user_id = ${later.id}`,
    )
    const ids: string[] = []
    let after: string | null = null
    do {
      const { data }: { data: Awaited<ReturnType<typeof pageAfter>> } = { data: await pageAfter(own, after) }
      expect(data.people.length).toBeLessThanOrEqual(2)
      ids.push(...data.people.map(({ _id }) => _id))
      after = data.next
    } while (after !== null)
    expect(ids).toEqual([...managers.slice(0, 3), ...heads].map(({ id }) => id).toSorted())

    expect(await ask(own, whoMay, own.question({ after: 'x' }))).toMatchObject({
      status: 400,
      msg: 'There is no such page.',
    })

    const approvals = [{ by: managers[0]?.id, row: manager?.id }]
    const { data } = await ask(own, whoMay, own.question({ createdBy: heads[0]?.id, approvals }))
    expect(data).toMatchObject({ reasons: ['row-allows'], rows: [{ _id: head?.id }], next: null })
    expect(data.people).toEqual(
      heads
        .slice(1)
        .map(({ id }) => ({ _id: id, firstName: 'Asha', lastName: 'Rao', role: 'Head', onBehalfOf: null }))
        .toSorted((a, b) => (a._id < b._id ? -1 : 1)),
    )
    for (const { _id } of data.people) {
      const asked = own.question({ createdBy: heads[0]?.id, approvals, person: _id })
      expect((await ask(own, decide, asked)).data.decision).toBe('allow')
    }
    const done = [...approvals, { by: heads[1]?.id, row: head?.id }]
    const last = await ask(own, whoMay, own.question({ approvals: done }))
    expect(last.data.people.map(({ _id }) => _id)).toEqual([chief.id])
  })

  const pageAfter = async (own: TestMatrix, after: string | null) =>
    (await ask(own, whoMay, own.question({ pageSize: 2, ...(after === null ? {} : { after }) }))).data

  test('come in pages whose size is refused in words', async () => {
    for (const pageSize of [0, 101, 'many'])
      expect(await ask(matrix, whoMay, matrix.question({ pageSize }))).toMatchObject({
        ...{ status: 400, msg: 'pageSize is a whole number from 1 to 100' },
      })
  })

  test('are nobody, with the reason', async () => {
    const reasons = async (changes: object) => (await ask(matrix, whoMay, matrix.question(changes))).data.reasons
    expect(await reasons({ action: 'Final Approval' })).toEqual(['not-your-step'])
    expect(await reasons({ action: 'Authorised Approval' })).toEqual(['nobody-approves'])
    expect(await reasons({ amount: -1, region: '' })).toEqual(['amount-negative', 'region-missing'])
    const approvals = [
      { by: people.manager.id, row: rows.manager.id },
      { by: people.auditor.id, row: rows.auditor.id },
    ]
    expect(await reasons({ approvals })).toEqual(['already-approved'])
  })

  test('have no names for an application that people must consent to', async () => {
    const own = await aMatrix(server)
    await own.row('Manager')
    const { id } = await own.person('Manager')
    await server.db.execute(sql`update applications set is_first_party = false where id = ${own.application.id}`)
    const { data } = await ask(own, whoMay, own.question())
    expect(data.people).toEqual([{ _id: id, firstName: '', lastName: '', role: 'Manager', onBehalfOf: null }])
  })
})

describe('the version', () => {
  test('rises with each change in the console that matters, and the next answer knows it', async () => {
    const own = await aMatrix(server)
    const { id: person } = await own.person('Manager')
    const answer = async () => (await ask(own, decide, own.question({ person }))).data
    let last = await answer()
    expect(last.reasons).toEqual(['no-row', 'nobody-approves'])
    const changes = async (call: Endpoint, input: object, reasons: string[]) => {
      const { status, data } = await admin.call(call, input)
      expect(status).toBe(200)
      const now = await answer()
      expect(now.version).toBeGreaterThan(last.version)
      expect(now.reasons).toEqual(reasons)
      last = now
      return data as { _id: string }
    }
    const role = { applicationId: own.application.id, clientId: own.client.id, role: 'Manager', roleId: 'M' }
    const form = { ...role, regions: ['All'], sequence: 1, actionOfRole: 'Approval', rangeFrom: 0, rangeTo: 500 }
    const { _id: roleId } = await changes(applicationRoles.create, form, ['no-row', 'nobody-approves'])
    await server.db.execute(sql`
      insert into application_role_pages (application_role_id, page_id) values (${roleId}, ${own.pageId})`)
    const approval = { projectId: own.application.id, clientId: own.client.id, roleId, pageId: own.pageId }
    const { _id: rowId } = await changes(documentApprovals.create, approval, ['amount-above-limit', 'nobody-approves'])
    await changes(applicationRoles.update, { ...form, rangeTo: 1000, applicationRoleMasteId: roleId }, ['row-allows'])
    await changes(applicationRoles.update, { ...form, role: 'Head', rangeTo: 1000, applicationRoleMasteId: roleId }, [
      'row-allows',
    ])
    const page = { page: 'Claims', applicationId: own.application.id, pageId: own.pageId }
    await changes(pages.update, { ...page, status: 'INACTIVE' }, ['page-inactive'])
    await changes(pages.update, { ...page, status: 'ACTIVE' }, ['row-allows'])
    await changes(documentApprovals.remove, { documnetMasteId: rowId }, ['no-row', 'nobody-approves'])
  })

  test('is one for all questions of a call, also while the matrix changes during a thousand', async () => {
    const own = await aMatrix(server)
    const { id: roleId } = { id: (await own.row('Manager', { range: [0, 100_00] })).roleId }
    const { id: person } = await own.person('Manager')
    await server.db.execute(sql`
      insert into approval_routings (id, application_id, mode, parallel, rejection)
      values (gen_random_uuid(), ${own.application.id}, 'ladder', 'all-of', 'stop')`)
    const ROUNDS = 50
    // Even versions allow 100 rupees and not 200, and a rejection ends a document; odd ones are the other way round.
    const first = (await ask(own, decide, own.question({ person, amount: 100 }))).data.version
    const change = async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        const isEven = round % 2 === 0
        await server.db.transaction(async (tx) => {
          await tx.execute(sql`
            update application_roles set range_from = ${isEven ? 0 : 200_00}, range_to = ${isEven ? 100_00 : 200_00}
            where id = ${roleId}`)
          await tx.execute(sql`
            update approval_routings set rejection = ${isEven ? 'stop' : 'back-to-maker'}
            where application_id = ${own.application.id}`)
        })
      }
    }
    const questions = [100, 200].flatMap((amount) => Array(10).fill(own.question({ person, amount })))
    const asking = Array.from({ length: ROUNDS }, async () => (await ask(own, decideAll, { questions })).data)
    const at = await own.moment()
    const asFormer = Array.from({ length: ROUNDS }, async () => (await ask(own, decideAll, { at, questions })).data)
    const [answers, former] = await Promise.all([Promise.all(asking), Promise.all(asFormer), change()])
    for (const { version, decisions } of answers) {
      const isFirstForm = decisions[0]?.decision === 'allow'
      expect(new Set(decisions.map((one) => one.version))).toEqual(new Set([version]))
      expect(decisions.map((one) => one.decision)).toEqual([
        ...Array(10).fill(isFirstForm ? 'allow' : 'deny'),
        ...Array(10).fill(isFirstForm ? 'deny' : 'allow'),
      ])
      const rules = decisions.flatMap(({ rejection }) => rejection?.rule ?? [])
      expect(rules).toEqual(Array(10).fill(isFirstForm ? 'stop' : 'back-to-maker'))
      expect(isFirstForm).toBe((version - first) % 2 === 0)
    }
    for (const { version, decisions } of former) {
      expect(version).toBe(first)
      expect(decisions.map((one) => one.decision)).toEqual([...Array(10).fill('allow'), ...Array(10).fill('deny')])
    }
    const last = (await ask(own, decide, own.question({ person, amount: 100 }))).data
    expect(last).toMatchObject({ version: first + ROUNDS, decision: 'allow' })
  })

  test('ends with its application', async () => {
    const own = await aMatrix(server)
    await own.row('Manager')
    await server.db.execute(sql`delete from applications where id = ${own.application.id}`)
    const { rows: left } = await server.db.execute(
      sql`select 1 from approval_matrices where application_id = ${own.application.id}`,
    )
    expect(left).toEqual([])
  })
})
