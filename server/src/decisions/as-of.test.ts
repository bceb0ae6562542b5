import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { decide, decideAll, decideOwn, whoMay } from '@gatehouse/contract/approvals.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../test/approvals.ts'
import { someoneSignedIn } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const ask = <E extends Endpoint>({ application }: TestMatrix, endpoint: E, input: unknown) =>
  server.visitor({ web: false }).call(endpoint, input, { authorization: application.authorization })

/** A matrix in which the limit of the head was raised, with moments before and after it. */
async function raisedLimit() {
  const matrix = await aMatrix(server)
  const before = await matrix.moment()
  const { id: row, roleId } = await matrix.row('Head', { action: 'Final Approval', range: [0, 100_00] })
  const head = await matrix.person('Head')
  const low = await matrix.moment()
  await server.db.execute(sql`update application_roles set range_to = 50000 where id = ${roleId}`)
  const question = matrix.question({ person: head.id, action: 'Final Approval', amount: 300 })
  return { matrix, head, row, roleId, question, before, low, high: await matrix.moment() }
}

test('the version of the moment answers, whatever came after it, and never with a receipt', async () => {
  const { matrix, head, row, roleId, question, before, low, high } = await raisedLimit()
  await server.db.execute(sql`delete from document_approvals where id = ${row}`)
  await server.db.execute(sql`update application_roles set name = 'Chief' where id = ${roleId}`)
  const answers = await Promise.all(
    [before, low, high, null].map(async (at) => (await ask(matrix, decide, { ...question, at, receipt: true })).data),
  )
  expect(answers).toMatchObject([
    { decision: 'deny', reasons: ['no-row', 'nobody-approves'], at: before },
    { decision: 'deny', reasons: ['amount-above-limit', 'nobody-approves'], rows: [{ rangeTo: 100 }], at: low },
    { decision: 'allow', rows: [{ _id: row, role: 'Head', rangeTo: 500 }], receipt: null, at: high },
    { decision: 'deny', reasons: ['no-row', 'nobody-approves'], at: null },
  ])
  const versions = answers.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(new Set(versions).size).toBe(4)
  const document = matrix.question({ action: 'Final Approval', amount: 300 })
  const who = await ask(matrix, whoMay, { ...document, at: high })
  expect(who.data).toMatchObject({ at: high, version: versions[2], people: [{ _id: head.id, role: 'Head' }] })
  expect((await ask(matrix, whoMay, document)).data).toMatchObject({ at: null, people: [] })
  const batch = await ask(matrix, decideAll, { at: low, questions: [question, { ...question, amount: 50 }] })
  expect(batch.data).toMatchObject({ at: low, version: versions[1] })
  expect(batch.data.decisions.map(({ decision, at }) => [decision, at])).toEqual([
    ['deny', low],
    ['allow', low],
  ])
})

test('several questions have one moment: one of their own is refused, and null is none', async () => {
  const { matrix, question, low, high } = await raisedLimit()
  const both = [question, { ...question, at: high }]
  const msg = 'All questions have one moment: send at beside questions'
  for (const at of [null, low])
    expect(await ask(matrix, decideAll, { at, questions: both })).toMatchObject({
      ...{ status: 400, msg, data: { fields: { 'questions.1.at': msg } } },
    })
  const { data } = await ask(matrix, decideAll, { at: low, questions: [{ ...question, at: null }] })
  expect(data).toMatchObject({ at: low, decisions: [{ at: low }] })
})

test('AuthZEN names the moment in the context, and each evaluation can have its own', async () => {
  const { matrix, head, question, low, high } = await raisedLimit()
  const post = async (path: string, payload: object) =>
    (
      await server.app.inject({
        ...{ method: 'POST', url: `/access/v1/${path}`, payload },
        headers: { host: 'localhost:3000', authorization: matrix.application.authorization },
      })
    ).json()
  const evaluation = {
    ...{ subject: { type: 'user', id: head.id }, action: { name: 'final_approval' } },
    resource: {
      ...{ type: 'page', id: 'Claims' },
      properties: { client: question.client, amount: 300, region: 'IN-KL', created_by: null },
    },
  }
  const evaluations = [low, high, low].map((at) => ({ context: { at, receipt: true } }))
  const answers = await post('evaluations', { ...evaluation, evaluations })
  expect(answers.evaluations).toMatchObject([
    { decision: false, context: { at: low } },
    { decision: true, context: { at: high, receipt: null } },
    { decision: false, context: { at: low } },
  ])
  for (const [index, context] of evaluations.entries())
    expect(await post('evaluation', { ...evaluation, ...context })).toEqual(answers.evaluations[index])
  const search = (at: string) =>
    post('search/resource', { ...evaluation, resource: { ...evaluation.resource, id: undefined }, context: { at } })
  expect((await search(low)).results).toEqual([])
  expect((await search(high)).results).toEqual([{ type: 'page', id: matrix.pageId }])
  expect(await post('evaluation', { ...evaluation, context: { at: 'yesterday' } })).toBe(
    'context.at is a moment with its time zone',
  )
})

test('a moment is one with its time zone', async () => {
  const { matrix, question } = await raisedLimit()
  for (const at of ['2026-03-03', '3 March', '2026-03-03T10:00:00', 5])
    expect(await ask(matrix, decide, { ...question, at })).toMatchObject({ status: 400 })
})

test('days of rows are those of the moment', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Head', { days: [null, 0] })
  const head = await matrix.person('Head')
  const question = matrix.question({ person: head.id, at: await matrix.moment() })
  expect((await ask(matrix, decide, question)).data).toMatchObject({ decision: 'allow' })
})

test('people ask about themselves, and what is lent does not count', async () => {
  const matrix = await aMatrix(server)
  await matrix.row('Head')
  const { person, visitor } = await someoneSignedIn(server)
  const lender = await matrix.person('Head')
  await server.db.execute(sql`
    insert into assignments (id, user_id, application_id, client_id, role)
    values (gen_random_uuid(), ${person.id}, ${matrix.application.id}, ${matrix.client.id}, 'User')`)
  await matrix.standIn(lender, person, 'Head')
  const own = (at: string | null) =>
    visitor.call(decideOwn, { ...matrix.question(), applicationId: matrix.application.id, at })
  expect((await own(null)).data).toMatchObject({ decision: 'allow', at: null })
  const at = await matrix.moment()
  expect((await own(at)).data).toMatchObject({ decision: 'deny', reasons: ['no-row'], at })
  expect((await own('2020-01-01T00:00:00Z')).data).toMatchObject({ decision: 'deny', reasons: ['moment-unknown'] })
})

test('a transaction is one version, with its author, and what it undid itself leaves no trace', async () => {
  const matrix = await aMatrix(server)
  const place = { applicationId: matrix.application.id, clientId: matrix.client.id }
  const versions = async () =>
    (
      await server.db.execute<{ version: number; by: string | null }>(sql`
        select version::float8 as version, published_by as by from approval_versions
        where application_id = ${matrix.application.id} order by version`)
    ).rows
  const first = (await versions()).at(-1)?.version ?? 0
  await matrix.row('Head')
  expect((await versions()).at(-1)?.version).toBe(first + 1)
  const form = { ...place, role: 'Clerk', roleId: 'C', regions: ['All'], actionOfRole: 'Creator' }
  expect(await admin.call(applicationRoles.create, form)).toMatchObject({ status: 200 })
  expect((await versions()).at(-1)).toEqual({ version: first + 2, by: expect.any(String) })
  await server.db.transaction(async (tx) => {
    for (const to of [1, 2, 3])
      await tx.execute(
        sql`update application_roles set range_to = ${to} where application_id = ${matrix.application.id}`,
      )
    await tx.execute(
      sql`insert into pages (id, application_id, name) values (gen_random_uuid(), ${matrix.application.id}, 'Gone')`,
    )
    await tx.execute(sql`delete from pages where application_id = ${matrix.application.id} and name = 'Gone'`)
  })
  const { rows: states } = await server.db.execute(sql`
    select kind, state->>'name' as name, state->>'range_to' as "to", until_version from approval_history
    where application_id = ${matrix.application.id} and from_version = ${first + 3} order by name`)
  expect(states).toEqual([
    { kind: 'application_roles', name: 'Clerk', to: '3', until_version: null },
    { kind: 'application_roles', name: 'Head', to: '3', until_version: null },
  ])
})

test('an application that is removed leaves no history', async () => {
  const { matrix } = await raisedLimit()
  const { id } = matrix.application
  await server.db.execute(sql`delete from applications where id = ${id}`)
  const { rows } = await server.db.execute(sql`
    select 1 from approval_versions where application_id = ${id} union all select 1 from approval_history where application_id = ${id}`)
  expect(rows).toEqual([])
})
