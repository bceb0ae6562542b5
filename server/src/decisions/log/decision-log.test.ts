import { decide, decideAll, whoMay } from '@gatehouse/contract/approvals.ts'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../../test/approvals.ts'
import { aPerson } from '../../../test/builders.ts'
import { startTestServer, useTestServer } from '../../../test/server.ts'
import { erasePeople } from '../../audit/chain/erase-person.ts'
import { newId } from '../../crypto/ids.ts'
import { prune } from '../../db/prune.ts'
import { removeOldDecisions } from './remove-old-decisions.ts'

const server = useTestServer()

let matrix: TestMatrix
let manager: string
beforeAll(async () => {
  matrix = await aMatrix(server)
  await matrix.row('Manager', { range: [0, 1000_00] })
  await matrix.row('Director', { action: 'Final Approval', sequence: 2 })
  manager = (await matrix.person('Manager')).id
})
beforeEach(async () => {
  await server.decisionLog.flush()
  await server.db.execute(sql`truncate approval_decisions`)
})

const application = (on = server) =>
  on.visitor({ web: false, headers: { authorization: matrix.application.authorization } })
const question = (changes: object = {}) => ({ ...matrix.question(), person: manager, ...changes })

type Logged = { userId: string | null; page: string; document: object; role: string | null; isAllowed: boolean }
async function logged(): Promise<(Logged & Record<string, unknown>)[]> {
  await server.decisionLog.flush()
  const { rows } = await server.db.execute<Logged & Record<string, unknown>>(sql`
    select decision_id as "decisionId", user_id as "userId", client_id as "clientId", page, action, amount, currency, region, document, role,
      stand_in_id as "standInId", is_allowed as "isAllowed", reasons, version::float8 as version,
      at between now() - interval '1 minute' and now() as "isOfNow"
    from approval_decisions where application_id = ${matrix.application.id} order by id`)
  return rows
}

describe('what applications ask', () => {
  test('is logged with the answer, its version and the moment of the database', async () => {
    const { data } = await application().call(decide, question({ amount: '999.50', page: 'CLAIMS' }))
    expect(await logged()).toEqual([
      {
        decisionId: data._id,
        ...{ userId: manager, clientId: matrix.client.id, page: matrix.pageId, action: 'Approval', amount: '999.50' },
        ...{ currency: 'INR', region: 'IN-KL', document: { createdBy: null, approvals: [] }, role: 'Manager' },
        ...{ standInId: null, isAllowed: true, reasons: ['row-allows'], version: data.version, isOfNow: true },
      },
    ])
  })

  test('also when it cannot be answered, or names nobody', async () => {
    const questions = [
      question({ person: newId() }),
      question({ person: 'nobody', page: 'Nowhere', amount: '1,000', client: 'Acme' }),
      { ...question(), createdBy: undefined },
      question({ earlierAmount: 999_000 }),
      question({ earlierAmount: 'Nothing' }),
    ]
    expect((await application().call(decideAll, { questions })).status).toBe(200)
    expect(await logged()).toMatchObject([
      { userId: null, role: null, reasons: ['not-assigned'] },
      { userId: null, clientId: null, page: 'Nowhere', amount: '1,000', isAllowed: false },
      { document: { approvals: [] }, reasons: ['creator-missing'] },
      { amount: '1000', document: { createdBy: null, approvals: [], earlierAmount: '999000' } },
      { document: { earlierAmount: 'Nothing' }, reasons: ['amount-malformed'] },
    ])
  })

  test('of creators and earlier approvers only who is the same as whom, and by whose stand-in', async () => {
    const [creator, lender] = [(await aPerson(server)).id, await matrix.person('Manager')]
    const standIn = await matrix.person('Clerk')
    const standInId = await matrix.standIn(lender, standIn, 'Manager')
    await application().call(decide, question({ person: standIn.id, createdBy: creator }))
    const approvals = [
      { by: creator, row: newId() },
      { by: standIn.id.toUpperCase(), row: newId(), onBehalfOf: lender.id },
      { by: 'nobody', row: newId() },
    ]
    await application().call(decide, question({ person: standIn.id, createdBy: creator, approvals }))
    const [first, second] = await logged()
    expect(first).toMatchObject({ standInId, role: 'Clerk', isAllowed: true, document: { createdBy: '2' } })
    expect(second?.document).toMatchObject({
      createdBy: '2',
      approvals: [
        { by: '2', onBehalfOf: null },
        { by: 'self', onBehalfOf: standInId },
        { by: '?', onBehalfOf: null },
      ],
    })
    expect(JSON.stringify(second?.document)).not.toContain(creator)
  })

  test('AuthZEN is logged, its searches are not; nor are questions about another moment and searches for people', async () => {
    const send = (path: string, body: object) =>
      server.app.inject({
        ...{ method: 'POST', url: `/access/v1/${path}`, payload: body },
        headers: { host: 'localhost:3000', authorization: matrix.application.authorization },
      })
    const properties = { client: matrix.client.id, amount: 10, region: 'IN-KL', created_by: null }
    const asked = { subject: { type: 'user', id: manager }, action: { name: 'approval' } }
    const evaluation = { ...asked, resource: { type: 'page', id: 'Claims', properties } }
    expect((await send('evaluation', evaluation)).json()).toMatchObject({ decision: true })
    expect((await send('search/resource', { ...asked, resource: { type: 'page', properties } })).statusCode).toBe(200)
    expect((await send('search/action', { ...evaluation, action: undefined })).statusCode).toBe(200)
    await application().call(decide, question({ at: await matrix.moment() }))
    const { person: _, ...others } = question()
    await application().call(whoMay, others)
    expect(await logged()).toHaveLength(1)
  })
})

test('what is logged goes with the person, after its days, and is not kept at all when the setting is 0', async () => {
  const leaver = (await matrix.person('Manager')).id
  await application().call(decideAll, { questions: [question(), question(), question({ person: leaver })] })
  expect(await logged()).toHaveLength(3)
  await server.db.execute(sql`update users set deleted_at = now() - interval '31 days' where id = ${leaver}`)
  await prune(server.db, (people) => erasePeople(server.db, people))
  expect((await logged()).map(({ userId }) => userId)).toEqual([manager, manager])

  await server.db.execute(sql`
    update approval_decisions set at = now() - interval '35 days 1 minute' where id = (select min(id) from approval_decisions)`)
  await removeOldDecisions(server.db, server.config.decisionsKeepDays)
  expect(await logged()).toHaveLength(1)
  await removeOldDecisions(server.db, 0)
  expect(await logged()).toEqual([])

  const off = await startTestServer({ config: { decisionsKeepDays: 0 } })
  const own = await aMatrix(off)
  const visitor = off.visitor({ web: false, headers: { authorization: own.application.authorization } })
  await own.row('Manager')
  const asked = { ...own.question(), person: (await own.person('Manager')).id, receipt: true }
  // An id that nothing is found by is none; a receipt proves its decision by itself.
  const { data } = await visitor.call(decide, asked)
  expect(data).toMatchObject({ decision: 'allow', _id: null, receipt: expect.stringContaining('.') })
  expect((await visitor.call(decideAll, { questions: [asked] })).data.decisions).toMatchObject([{ _id: null }])
  expect(await idsOfAuthzen(off, own, asked.person)).toEqual([null, null])
  await off.decisionLog.stop()
  expect((await off.db.execute(sql`select from approval_decisions`)).rows).toEqual([])
  await off.close()
})

test('of more decisions than the log can hold, the answers are right and the rest is left out', async () => {
  const questions = Array.from({ length: 500 }, () => question())
  for (let call = 0; call < 41; call++)
    expect((await application().call(decideAll, { questions })).data.decisions).toHaveLength(500)
  expect(await logged()).toHaveLength(20_000)
})

test('evaluations of AuthZEN name their decisions, and what a search finds has none', async () => {
  const ids = await idsOfAuthzen(server, matrix, manager)
  expect(await logged()).toMatchObject(ids.map((decisionId) => ({ decisionId })))
})

/** The ids that one evaluation and one of several answer, after searches that answer none. */
async function idsOfAuthzen(on: typeof server, { application, client }: TestMatrix, person: string) {
  const { authorization } = application
  const ask = async (path: string, payload: object): Promise<object> => {
    const headers = { host: 'localhost:3000', authorization }
    return (await on.app.inject({ method: 'POST', url: `/access/v1/${path}`, headers, payload })).json()
  }
  const properties = { client: client.id, amount: 100, region: 'IN-KL', created_by: null }
  const asked = {
    ...{ subject: { type: 'user', id: person }, action: { name: 'approval' } },
    resource: { type: 'page', id: 'Claims', properties },
  }
  const { action: _, ...anyAction } = asked
  const searches = [
    await ask('search/subject', { ...asked, subject: { type: 'user' } }),
    await ask('search/resource', { ...asked, resource: { type: 'page', properties } }),
    await ask('search/action', anyAction),
  ]
  expect(searches.map((found) => JSON.stringify(found))).toEqual([
    expect.stringContaining(person),
    expect.stringContaining('"type":"page"'),
    expect.stringContaining('approval'),
  ])
  for (const found of searches) expect(found).not.toHaveProperty('context.id')
  const single = await ask('evaluation', asked)
  const several = await ask('evaluations', { evaluations: [asked] })
  return [single, ...(several as { evaluations: object[] }).evaluations].map((one) => {
    expect(one).toMatchObject({ decision: true })
    return (one as { context: { id: unknown } }).context.id
  })
}
