import { Readable } from 'node:stream'
import { BATCH_MAX_BYTES } from '@gatehouse/contract/approvals.ts'
import { EVALUATIONS_MAX_BYTES } from '@gatehouse/contract/authzen.ts'
import { describe, expect, test } from 'vitest'
import { anApplication } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const COMMON_MAX = 512 * 1024
const id = (length: number) => 'x'.repeat(length)
const name = (length: number) => 'क'.repeat(length)
const times = <T>(count: number, item: T) => Array<T>(count).fill(item)

const question = {
  ...{ person: name(100), client: name(100), page: name(100), action: name(100), amount: name(100) },
  ...{ earlierAmount: name(100), currency: name(10), region: name(100), createdBy: name(100), document: name(200) },
  approvals: times(50, { by: id(100), row: id(100), onBehalfOf: id(100) }),
  receipt: false,
}
const evaluation = {
  subject: { type: name(200), id: name(200) },
  action: { name: name(200) },
  resource: {
    ...{ type: name(200), id: name(200) },
    properties: {
      ...{ client: name(200), amount: name(100), currency: name(200), region: name(200) },
      ...{ created_by: name(200), document: name(200) },
    },
  },
  context: {
    prior_approvals: times(50, { by: id(200), row: id(200), on_behalf_of: id(200) }),
    ...{ earlier_amount: name(100), receipt: false },
  },
}

async function post(url: string, payload: string | Readable, headers: Record<string, string>) {
  const common = { host: 'localhost:3000', 'content-type': 'application/json' }
  return server.app.inject({ method: 'POST', url, headers: { ...common, ...headers }, payload })
}

describe.each([
  ['/api/approvals/decideAll', { questions: times(500, question) }, BATCH_MAX_BYTES],
  ['/access/v1/evaluations', { evaluations: times(500, evaluation) }, EVALUATIONS_MAX_BYTES],
])('POST %s', (url, full, maxBytes) => {
  test('500 questions with the greatest texts and 50 approvals each are answered', async () => {
    const { authorization } = await anApplication(server)
    const answer = await post(url, JSON.stringify(full), { authorization })
    expect(answer.statusCode).toBe(200)
    const { data, evaluations = data?.decisions } = answer.json()
    expect(evaluations).toHaveLength(500)
  })

  test('a longer body is refused', async () => {
    const { authorization } = await anApplication(server)
    const answer = await post(url, `{"more":"${id(maxBytes)}"}`, { authorization })
    expect(answer.statusCode).toBe(413)
    expect(answer.body).toContain('The request is too large.')
  })

  test('a long body is read only of who has proved to be an application', async () => {
    const long = `{"more":"${id(COMMON_MAX)}"}`
    const { id: application } = await anApplication(server)
    const authorization = `Basic ${Buffer.from(`${application}:wrong`).toString('base64')}`
    // Malformed, so that an answer about the credentials shows that it was not read.
    expect((await post(url, `${long}}`, { authorization })).statusCode).toBe(401)
    expect((await post(url, long, {})).statusCode).toBe(413)
    // Without a length, credentials may stand in the body, up to the limit of the other calls.
    expect((await post(url, Readable.from([long]), {})).statusCode).toBe(413)
    expect((await post(url, Readable.from(['{}']), {})).statusCode).toBe(401)
  })
})
