import { approvalRoutings } from '@gatehouse/contract/admin/approvals/routing.ts'
import { DEFAULT_ROUTING } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { decide, decideAll } from '@gatehouse/contract/approvals.ts'
import { WEBHOOK_EVENTS } from '@gatehouse/contract/webhook-events.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../../test/approvals.ts'
import { auditOf, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import type { Question } from '../../approvals/read-question.ts'
import type { Config } from '../../config.ts'
import { newId } from '../../crypto/ids.ts'
import { questionUncovered } from '../../signals.ts'
import { answerQuestions } from '../answer-questions.ts'
import { makeDecisionLog } from './decision-log.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const LAKH = 1_00_000_00

/** A manager approves up to a lakh in Kerala, and nobody above or elsewhere. */
async function aSituation() {
  const matrix = await aMatrix(server)
  await matrix.row('Manager', { action: 'Final Approval', range: [0, LAKH], regions: ['IN-KL'] })
  const manager = await matrix.person('Manager')
  const question = (changes: object = {}) =>
    matrix.question({ person: manager.id, action: 'Final Approval', amount: '750000', ...changes })
  return { matrix, manager, question }
}
const application = ({ application: { authorization } }: TestMatrix) =>
  server.visitor({ web: false, headers: { authorization } })

/** The same question to another server of the same database. */
async function elsewhere({ application: { id } }: TestMatrix, asked: object, config: Partial<Config> = {}) {
  const decisionLog = makeDecisionLog({ ...server, config: { ...server.config, ...config } })
  await answerQuestions({ ...server, decisionLog }, id, [
    { currency: 'INR', approvals: [], ...asked } as unknown as Question,
  ])
  await decisionLog.flush()
}

async function events({ application: { id } }: TestMatrix) {
  await server.decisionLog.flush()
  return (await auditOf(server, id))
    .filter(({ event }) => event === 'applications.question-uncovered')
    .map(({ detail }) => detail)
}

test('a question that nobody may approve raises one event a day for its page, client and action', async () => {
  const { matrix, question } = await aSituation()
  const webhookId = newId()
  await server.db.execute(sql`
    insert into webhooks (id, name, url, events)
    values (${webhookId}, 'Gaps', 'https://example.com', ${['approval.uncovered']}::text[])`)
  let counted = 0
  const stop = questionUncovered.watch(() => counted++)
  const questions = [question(), question({ amount: '750001' }), question({ region: 'IN-GA', amount: 1 })]
  const { data } = await application(matrix).call(decideAll, { questions })
  expect(data.decisions.map(({ decision }) => decision)).toEqual(['deny', 'deny', 'deny'])
  const { name } = matrix.application
  const first = {
    ...{ name, clientId: matrix.client.id, client: matrix.client.actualName, pageId: matrix.pageId, page: 'Claims' },
    ...{ action: 'Final Approval', amount: '750000', region: 'IN-KL' },
  }
  expect(await events(matrix)).toEqual([first])
  expect(counted).toBe(3)
  stop()
  const { rows } = await server.db.execute<{ body: string }>(sql`
    select d.body from webhook_deliveries d join outbox o on o.id = d.id where d.webhook_id = ${webhookId}`)
  const { name: _, ...details } = first
  expect(rows.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'approval.uncovered', data: { actor: null, subject: { id: matrix.application.id, name }, details } },
  ])
  expect(Object.keys(details)).toEqual(Object.keys(WEBHOOK_EVENTS['approval.uncovered'].details))

  // Another server does not know of it, and finds that it was raised; another action has one of its own.
  await elsewhere(matrix, question())
  expect(await events(matrix)).toHaveLength(1)
  await elsewhere(matrix, question({ action: 'Approval', earlierAmount: 5 }))
  expect(await events(matrix)).toHaveLength(2)
  await server.db.execute(sql`update uncovered_questions set last_day = last_day - 1`)
  await elsewhere(matrix, question())
  expect(await events(matrix)).toHaveLength(3)
})

test('an action is one and the same in all spellings in which it may be asked about', async () => {
  const { matrix, question } = await aSituation()
  for (const action of ['final_approval', 'FINAL-APPROVAL', 'Final Approval', ' fInAl approval '])
    await elsewhere(matrix, question({ action }))
  expect(await events(matrix)).toMatchObject([{ action: 'Final Approval' }])
})

test('of many servers that are asked at once, one raises it', async () => {
  const { matrix, question } = await aSituation()
  await Promise.all([1, 2, 3, 4].map(() => elsewhere(matrix, question())))
  expect(await events(matrix)).toHaveLength(1)
})

test('none is raised where somebody approves it, for creations, and for questions that cannot be read', async () => {
  const { matrix, question } = await aSituation()
  const clerk = await matrix.person('Clerk')
  for (const changes of [
    { amount: 1000 },
    { amount: 1000, person: clerk.id },
    { action: 'Creator' },
    { amount: '-1' },
    { region: 'IN-XX' },
    { page: 'Unknown' },
    { person: newId() },
  ])
    await application(matrix).call(decide, question(changes))
  expect(await events(matrix)).toEqual([])
  await matrix.role('Chairman')
  await admin.call(approvalRoutings.create, {
    ...{ applicationId: matrix.application.id, ...DEFAULT_ROUTING, catchAllRole: 'Chairman' },
  } as never)
  await application(matrix).call(decide, question())
  expect(await events(matrix)).toEqual([])
})

test('it is raised also where no decisions are kept', async () => {
  const { matrix, question } = await aSituation()
  await elsewhere(matrix, question(), { decisionsKeepDays: 0 })
  expect(await events(matrix)).toHaveLength(1)
})
