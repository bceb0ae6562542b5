import { readFile } from 'node:fs/promises'
import { decide, decideAll } from '@gatehouse/contract/approvals.ts'
import * as fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aMatrix, aPage, type TestMatrix } from '../../test/approvals.ts'
import { anApplication, aPerson } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'
import { ACTION_NAMES } from './authzen-questions.ts'

const server = useTestServer()

let matrix: TestMatrix
let people: Record<'clerk' | 'manager' | 'head' | 'stranger', string>
let managerRow: string
let refunds: string
beforeAll(async () => {
  matrix = await aMatrix(server)
  refunds = await aPage(server, matrix.application.id, 'Refunds')
  const { row, person } = matrix
  await row('Clerk', { action: 'Creator', sequence: 0 })
  const manager = await row('Manager', { range: [0, 500_00] })
  managerRow = manager.id
  await row('Head', { action: 'Final Approval', sequence: 2 })
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id) values (gen_random_uuid(), ${manager.roleId}, ${refunds})`)
  const [clerk, one, head] = [await person('Clerk'), await person('Manager'), await person('Head')]
  people = { clerk: clerk.id, manager: one.id, head: head.id, stranger: (await aPerson(server)).id }
})

type Body = Record<string, unknown>
async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const { authorization } = matrix.application
  const answer = await server.app.inject({
    method: 'POST',
    url: `/access/v1/${path}`,
    headers: { host: 'localhost:3000', authorization, ...headers },
    payload: body as object,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

const properties = (changes: Body = {}) => ({
  client: matrix.client.id,
  amount: 100,
  region: 'IN-KL',
  created_by: people.clerk,
  ...changes,
})
const user = (id: string) => ({ type: 'user', id })
const request = (changes: Body = {}): Body => ({
  subject: user(people.manager),
  action: { name: 'approval' },
  resource: { type: 'page', id: 'Claims', properties: properties() },
  ...changes,
})

/** The same answer, in another decision. */
const likeIt = ({ decision, context }: { decision: boolean; context: object }) => ({
  decision,
  context: { ...context, id: expect.any(String) },
})

test('the metadata name the decision point and its addresses', async () => {
  const headers = { host: 'localhost:3000' }
  const answer = await server.app.inject({ url: '/.well-known/authzen-configuration', headers })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.json()).toEqual({
    policy_decision_point: 'http://localhost:3000',
    access_evaluation_endpoint: 'http://localhost:3000/access/v1/evaluation',
    access_evaluations_endpoint: 'http://localhost:3000/access/v1/evaluations',
    search_subject_endpoint: 'http://localhost:3000/access/v1/search/subject',
    search_resource_endpoint: 'http://localhost:3000/access/v1/search/resource',
    search_action_endpoint: 'http://localhost:3000/access/v1/search/action',
  })
})

test('the request of the guide is answered', async () => {
  const guide = await readFile(new URL('../../../docs/integrating.md', import.meta.url), 'utf8')
  const named: Record<string, string> = {
    ...{ PERSON: people.manager, CLIENT: matrix.client.id, CREATOR: people.clerk, FIRST_APPROVER: people.head },
  }
  const [, body = ''] = /v1\/evaluation --data @- <<JSON\n(.*?)\nJSON/s.exec(guide) ?? []
  const asked = JSON.parse(body.replace(/\$(\w+)/g, (_, name) => named[name] ?? newId()))
  expect((await post('evaluation', asked)).body).toMatchObject({
    decision: false,
    context: { reasons: ['amount-above-limit', 'nobody-approves'] },
  })
  for (const name of ACTION_NAMES) expect(guide).toContain(`\`${name}\``)
})

describe('an evaluation', () => {
  test('is allowed with its row, or denied with its reasons, and echoes the id of the request', async () => {
    const allowed = await post('evaluation', request(), { 'x-request-id': 'bfe9eb29' })
    expect(allowed).toMatchObject({
      status: 200,
      headers: { 'x-request-id': 'bfe9eb29' },
      body: {
        decision: true,
        context: { reasons: ['row-allows'], rows: [{ id: managerRow, action: 'approval', range_to: 500 }] },
      },
    })
    expect(allowed.body.context.still_needed).toMatchObject([
      { needs: 'all-of', rows: [{ role: 'Manager' }] },
      { needs: 'all-of', rows: [{ role: 'Head' }] },
    ])
    expect(allowed.body.context.rejection).toEqual({ rule: 'stop', to: 'end', step: null, kept_rows: [] })
    const prior_approvals = [{ by: people.manager, row: managerRow }]
    const final = { subject: user(people.head), action: { name: 'final_approval' } }
    expect((await post('evaluation', request(final))).body).toMatchObject({
      decision: false,
      context: { reasons: ['not-your-step'] },
    })
    expect(
      (await post('evaluation', request({ ...final, context: { prior_approvals, time: 'x' } }))).body.decision,
    ).toBe(true)
  })

  test('counts what was approved before of the same case', async () => {
    const after = async (earlier_amount: unknown) =>
      (await post('evaluation', request({ context: { earlier_amount } }))).body
    expect(await after(400)).toMatchObject({ decision: true })
    expect(await after('400.01')).toMatchObject({
      decision: false,
      context: { reasons: ['amount-above-limit', 'nobody-approves'] },
    })
    expect(await after(-1)).toMatchObject({ decision: false, context: { reasons: ['amount-negative'] } })
    const evaluations = [{ context: { earlier_amount: 400 } }, { context: { earlier_amount: 400.01 } }]
    const { body } = await post('evaluations', { ...request(), evaluations })
    expect(body.evaluations.map(({ decision }: { decision: boolean }) => decision)).toEqual([true, false])
    const { context: _, subject: __, ...search } = request()
    const found = async (earlier_amount: number) =>
      (await post('search/subject', { ...search, subject: { type: 'user' }, context: { earlier_amount } })).body.results
    expect(await found(400)).toContainEqual(user(people.manager as string))
    expect(await found(401)).toEqual([])
    // What would be ignored would let the limit be passed.
    const resource = request().resource as { properties: object }
    for (const wrong of [
      { context: { earlierAmount: 400 } },
      { context: { EarlierAmount: 400 } },
      { context: { 'Earlier-Amount': 400 } },
      { context: { approvals: [] } },
      { context: { Prior_Approvals: [] } },
      { earlier_amount: 400 },
      { prior_approvals: [] },
      { resource: { ...resource, earlier_amount: 400 } },
      { subject: { ...user(people.manager as string), properties: { earlier_amount: 400 } } },
      { resource: { ...resource, properties: { ...resource.properties, earlier_amount: 400 } } },
      { resource: { ...resource, properties: { ...resource.properties, Currency: 'USD' } } },
      { resource: { ...resource, currency: 'USD' } },
      { context: { currency: 'USD' } },
      { currency: 'USD' },
      { context: { At: '2026-03-03T10:00:00Z' } },
      { context: { prior_approvals: [{ by: people.manager, row: 'x', onBehalfOf: people.manager }] } },
    ])
      for (const to of ['evaluation', 'evaluations', 'search/subject', 'search/resource', 'search/action'])
        expect((await post(to, request(wrong))).status, `${to} with ${JSON.stringify(wrong)}`).toBe(400)
    const alone = await post('evaluations', { ...request(), evaluations: [{ context: { EARLIER_AMOUNT: 400 } }, {}] })
    expect(alone.body.evaluations).toMatchObject([
      {
        decision: false,
        context: { error: { status: 400, message: expect.stringContaining('context.earlier_amount') } },
      },
      { decision: true },
    ])
  })

  test.each<[what: string, changes: () => Body, reason: string]>([
    ['another type of subject', () => ({ subject: { type: 'group', id: people.manager } }), 'subject-type-unknown'],
    ['another type of resource', () => ({ resource: { type: 'file', id: 'Claims' } }), 'resource-type-unknown'],
    ['no properties', () => ({ resource: { type: 'page', id: 'Claims' } }), 'amount-malformed'],
    [
      'no client',
      () => ({ resource: { type: 'page', id: 'Claims', properties: properties({ client: undefined }) } }),
      'client-unknown',
    ],
    [
      'no creator',
      () => ({ resource: { type: 'page', id: 'Claims', properties: properties({ created_by: undefined }) } }),
      'creator-missing',
    ],
    ['somebody else', () => ({ subject: user('alice@example.com') }), 'not-assigned'],
    ['another action', () => ({ action: { name: 'can_read' } }), 'action-unknown'],
    ['another page', () => ({ resource: { type: 'page', id: 'record-1', properties: properties() } }), 'page-unknown'],
  ])('with %s is denied', async (_what, changes, reason) => {
    const { status, body } = await post('evaluation', request(changes()))
    expect({ status, decision: body.decision }).toEqual({ status: 200, decision: false })
    expect(body.context.reasons).toContain(reason)
  })

  test.each<[what: string, body: unknown, message: string]>([
    ['without a subject', { action: { name: 'x' }, resource: { type: 'page', id: 'x' } }, 'subject is required'],
    [
      'without an id',
      { subject: { type: 'user' }, action: { name: 'x' }, resource: { type: 'page', id: 'x' } },
      'subject.id is required',
    ],
    [
      'without an action',
      { subject: { type: 'user', id: 'x' }, resource: { type: 'page', id: 'x' } },
      'action is required',
    ],
    ['without a resource', { subject: { type: 'user', id: 'x' }, action: { name: 'x' } }, 'resource is required'],
  ])('%s is refused with a message', async (_what, body, message) => {
    expect(await post('evaluation', body)).toMatchObject({ status: 400, body: message })
  })

  test('needs the credentials of an application, whose own matrix answers', async () => {
    const refused = await post('evaluation', request(), { authorization: 'Basic x' })
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': expect.stringMatching(/^Basic/) } })
    expect(typeof refused.body).toBe('string')
    const { authorization } = await anApplication(server)
    expect((await post('evaluation', request(), { authorization })).body).toMatchObject({
      decision: false,
      context: { version: 0 },
    })
    expect((await post('evaluation', 'no JSON', { 'content-type': 'application/json' })).status).toBe(400)
    expect((await post('evaluation', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
  })
})

describe('evaluations', () => {
  const amounts = (...some: unknown[]) =>
    some.map((amount) => ({ resource: { type: 'page', id: 'Claims', properties: properties({ amount }) } }))
  const decisionsOf = async (body: Body) =>
    (await post('evaluations', body)).body.evaluations?.map(({ decision }: { decision: boolean }) => decision)

  test('take what they leave out from the request around them', async () => {
    expect(await decisionsOf(request({ evaluations: amounts(1, 501, 500) }))).toEqual([true, false, true])
    const others = [{ subject: user(people.stranger) }, {}, { action: { name: 'final_approval' } }]
    expect(await decisionsOf(request({ evaluations: others }))).toEqual([false, true, false])
  })

  test.each<[semantic: string, decisions: boolean[]]>([
    ['execute_all', [true, false, true]],
    ['deny_on_first_deny', [true, false]],
    ['permit_on_first_permit', [true]],
  ])('with %s', async (evaluations_semantic, decisions) => {
    const body = request({ evaluations: amounts(1, 501, 500), options: { evaluations_semantic } })
    expect(await decisionsOf(body)).toEqual(decisions)
  })

  test('without a list are one evaluation; a malformed one is denied alone', async () => {
    const single = (await post('evaluation', request())).body
    for (const body of [request(), request({ evaluations: [] })])
      expect((await post('evaluations', body)).body).toEqual(likeIt(single))
    const { subject: _, ...shared } = request()
    const { body } = await post('evaluations', { ...shared, evaluations: [{ subject: user(people.manager) }, {}] })
    expect(body.evaluations).toMatchObject([
      { decision: true },
      { decision: false, context: { error: { status: 400, message: 'subject is required' } } },
    ])
    for (const wrong of [
      { evaluations: Array(501).fill({}) },
      { evaluations: [7] },
      { evaluations: [{}], options: { evaluations_semantic: 'x' } },
    ])
      expect((await post('evaluations', request(wrong))).status).toBe(400)
  })

  test('are answered like single ones, and like our own calls, of one question or of many', async () => {
    const asked = fc.record({
      person: fc.constantFrom('clerk' as const, 'manager' as const, 'head' as const, 'stranger' as const),
      name: fc.constantFrom('Creator', 'Approval', 'Final Approval', 'Boss'),
      amount: fc.constantFrom<(number | string)[]>(0, 500, '500.01', -1, 'ten'),
      region: fc.constantFrom('IN-KL', 'Panindia', '', 'IN-XX'),
      createdBy: fc.constantFrom('clerk' as const, 'manager' as const),
    })
    for (const some of fc.sample(fc.array(asked, { minLength: 3, maxLength: 6 }), 15)) {
      const bodies = some.map(({ person, name, amount, region, createdBy }) => ({
        subject: user(people[person]),
        action: { name },
        resource: {
          type: 'page',
          id: 'Claims',
          properties: properties({ amount, region, created_by: people[createdBy] }),
        },
      }))
      const { body } = await post('evaluations', { evaluations: bodies })
      const questions = some.map(({ person, name: action, createdBy, ...rest }) =>
        matrix.question({ ...rest, action, person: people[person], createdBy: people[createdBy] }),
      )
      const ask = server.visitor({ web: false, headers: { authorization: matrix.application.authorization } })
      const batch = await ask.call(decideAll, { questions })
      for (const [index, one] of bodies.entries()) {
        expect(body.evaluations[index]).toEqual(likeIt((await post('evaluation', one)).body))
        const { data } = await ask.call(decide, questions[index])
        expect(batch.data.decisions[index]).toEqual({ ...data, _id: expect.any(String) })
        expect(body.evaluations[index].context.reasons).toEqual(data.reasons)
        expect(body.evaluations[index].decision).toBe(data.decision === 'allow')
      }
    }
  })
})

describe('a search finds just what an evaluation allows:', () => {
  test('subjects, in pages', async () => {
    const more = await Promise.all([matrix.person('Manager'), matrix.person('Manager')])
    const expected = [people.manager, ...more.map(({ id }) => id)].toSorted()
    const found: string[] = []
    let token = ''
    do {
      const { body } = await post('search/subject', {
        ...request({ subject: { type: 'user' } }),
        page: { limit: 2, token },
      })
      found.push(...body.results.map(({ type, id }: { type: string; id: string }) => type === 'user' && id))
      expect(body.page.count).toBe(body.results.length)
      token = body.page.next_token
    } while (token !== '')
    expect(found).toEqual(expected)
    for (const id of found) expect((await post('evaluation', request({ subject: user(id) }))).body.decision).toBe(true)
    const nobody = await post('search/subject', request({ subject: { type: 'group' } }))
    expect(nobody.body).toMatchObject({
      results: [],
      page: { next_token: '' },
      context: { reasons: ['subject-type-unknown'] },
    })
  })

  test('resources, in pages', async () => {
    const body = request({ resource: { type: 'page', properties: properties() } })
    const claims = { type: 'page', id: matrix.pageId }
    const all = [claims, { type: 'page', id: refunds }].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect((await post('search/resource', body)).body).toEqual({ results: all, page: { next_token: '', count: 2 } })
    const first = (await post('search/resource', { ...body, page: { limit: 1 } })).body
    expect(first.results).toEqual(all.slice(0, 1))
    const token = first.page.next_token
    expect((await post('search/resource', { ...body, page: { limit: 1, token } })).body.results).toEqual(all.slice(1))
    expect((await post('search/resource', request({ subject: user(people.stranger) }))).body.results).toEqual([])
  })

  test('actions', async () => {
    const actionsOf = async (id: string) => {
      const { action: _, ...body } = request({ subject: user(id) })
      return (await post('search/action', body)).body.results
    }
    expect(await actionsOf(people.manager)).toEqual([{ name: 'approval' }])
    expect(await actionsOf(people.clerk)).toEqual([{ name: 'creator' }])
    expect(await actionsOf(people.head)).toEqual([])
    expect(await actionsOf(people.stranger)).toEqual([])
  })
})
