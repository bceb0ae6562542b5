import { decide, decideAll, decideOwn, whoMay } from '@gatehouse/contract/approvals.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { NO_CONTROL_CHARACTERS } from '@gatehouse/contract/hidden-characters.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../test/approvals.ts'
import { aPerson, someoneSignedIn } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'

const server = useTestServer()

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A copy for each text in it, with that one changed, and the path of it. */
function* changedTexts(value: Json, change: (text: string) => string, path = ''): Generator<[string, Json]> {
  if (typeof value === 'string') yield [path, change(value)]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value))
    for (const [at, changed] of changedTexts(inner, change, `${path}.${key}`)) {
      const copy = structuredClone(value) as Record<string, Json>
      copy[key] = changed
      yield [at, copy]
    }
}

const SPOILT: [what: string, change: (text: string) => string][] = [
  ['a NUL', (text) => `${text.slice(0, 1)}\u0000${text.slice(1)}`],
  ['a NUL at the end', (text) => `${text}\u0000`],
  ['an escape', (text) => `${text.slice(0, 1)}\u001b${text.slice(1)}`],
  ['a line break inside', (text) => `${text.slice(0, 1)}\n${text.slice(1)}`],
  ['half a character', (text) => `${text}\ud800`],
]

let matrix: TestMatrix
let question: Record<string, Json>
let evaluation: Record<string, Json>
beforeAll(async () => {
  matrix = await aMatrix(server)
  await matrix.row('Manager')
  const [{ id: person }, { id: lender }] = [await matrix.person('Manager'), await aPerson(server)]
  const about = { amount: '1000', region: 'IN-KL', currency: 'INR', document: 'CL-77' }
  question = {
    ...{ ...about, client: matrix.client.id, page: 'Claims', action: 'Approval', person, createdBy: lender },
    ...{ earlierAmount: '10', approvals: [{ by: lender, row: newId(), onBehalfOf: lender }] },
  }
  evaluation = {
    ...{ subject: { type: 'user', id: person }, action: { name: 'approval' } },
    resource: { type: 'page', id: 'Claims', properties: { ...about, client: matrix.client.id, created_by: lender } },
    context: { earlier_amount: '10', prior_approvals: [{ by: lender, row: newId(), on_behalf_of: lender }] },
  }
})

const without = (names: string[]) =>
  Object.fromEntries(Object.entries(question).filter(([name]) => !names.includes(name)))

const program = () => server.visitor({ web: false, headers: { authorization: matrix.application.authorization } })

test.each(SPOILT)(
  '%s in any text of a question is refused by each call, and nothing is logged',
  async (_what, change) => {
    const { visitor } = await someoneSignedIn(server)
    const refused = async (call: Endpoint, input: Json, path: string, caller = program()) =>
      expect(await caller.call(call, input as never), path).toMatchObject({ status: 400, msg: NO_CONTROL_CHARACTERS })
    const fields = [...changedTexts(question, change)]
    expect(fields).toHaveLength(13)
    for (const [path, spoilt] of fields) {
      await refused(decide, spoilt, path)
      await refused(decideAll, { questions: [question, spoilt] }, path)
    }
    const search = [...changedTexts({ ...without(['person', 'document']), after: newId() }, change)]
    expect(search).toHaveLength(12)
    for (const [path, spoilt] of search) await refused(whoMay, spoilt, path)
    const own = without(['person', 'document'])
    for (const [path, spoilt] of changedTexts(own, change))
      await refused(decideOwn, { ...(spoilt as object), applicationId: matrix.application.id }, path, visitor)
    await server.decisionLog.flush()
    expect((await server.db.execute(sql`select from approval_decisions`)).rows).toEqual([])
  },
)

test.each(SPOILT)(
  '%s in any text of an evaluation of AuthZEN is refused, alone and in a batch',
  async (_what, change) => {
    const post = async (path: string, payload: object) =>
      server.app.inject({
        ...{ method: 'POST', url: `/access/v1/${path}`, payload },
        headers: { host: 'localhost:3000', authorization: matrix.application.authorization },
      })
    const fields = [...changedTexts(evaluation, change)]
    expect(fields).toHaveLength(15)
    for (const [path, spoilt] of fields) {
      const alone = await post('evaluation', spoilt as object)
      expect([alone.statusCode, alone.body], path).toEqual([400, expect.stringContaining(NO_CONTROL_CHARACTERS)])
      const [first] = (await post('evaluations', { evaluations: [spoilt] })).json().evaluations
      const error = { status: 400, message: expect.stringContaining(NO_CONTROL_CHARACTERS) }
      expect(first, path).toMatchObject({ decision: false, context: { error } })
    }
  },
)

test('white space around a text is no part of it', async () => {
  const asked = { ...without(['approvals', 'earlierAmount']), page: ' Claims\n', amount: '1000\r\n', region: '\tIN-KL' }
  expect((await program().call(decide, asked as never)).data).toMatchObject({ decision: 'allow' })
})
