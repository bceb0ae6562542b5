import { type ApprovalDecision, decide, decideAll } from '@gatehouse/contract/approvals.ts'
import * as fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMatrix } from '../../test/approvals.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

/** Two equal approvals below a final one, people for all of them, and a deputy of one. */
async function aSituation() {
  const matrix = await aMatrix(server)
  await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
  const manager = await matrix.row('Manager', { range: [0, 500_00] })
  const auditor = await matrix.row('Auditor', { sequence: 1 })
  const head = await matrix.row('Head', { action: 'Final Approval', sequence: 2 })
  const [clerk, one, second, chief] = await Promise.all(['Clerk', 'Manager', 'Auditor', 'Head'].map(matrix.person))
  const deputy = await matrix.person('Clerk')
  await matrix.standIn(one as { id: string }, deputy, 'Manager', { upTo: 300_00 })
  const ids = { clerk, manager: one, auditor: second, head: chief, deputy } as Record<string, { id: string }>
  const idOf = (name: string) => ids[name]?.id as string
  const byManager = { by: idOf('manager'), row: manager.id }
  const byDeputy = { by: idOf('deputy'), row: manager.id, onBehalfOf: idOf('manager') }
  const byAuditor = { by: idOf('auditor'), row: auditor.id }
  const final = { by: idOf('head'), row: head.id }
  return { matrix, idOf, histories: [[], [byManager], [byDeputy], [byAuditor], [byDeputy, byAuditor], [final]] }
}

const drawn = fc.record({
  person: fc.constantFrom('clerk', 'manager', 'auditor', 'head', 'deputy'),
  action: fc.constantFrom('Creator', 'Approval', 'Final Approval'),
  amount: fc.constantFrom<(number | string)[]>(0, 100, '300.01', 500),
  earlierAmount: fc.constantFrom(undefined, null, '250'),
  createdBy: fc.constantFrom('clerk', 'manager', 'deputy', null),
  history: fc.nat(5),
})

/** Allowed to a deputy, and denied to somebody else: never left to chance. */
const PLAIN = ['deputy', 'clerk'].map((person) => ({
  ...{ person, action: 'Approval', amount: 100, earlierAmount: undefined, createdBy: null, history: 0 },
}))

test.each([
  ['none', 'none'],
  ['ladder', 'one-of'],
  ['first-qualified', 'all-of'],
])(
  'a batch answers like single questions, and AuthZEN like both, with earlier approvals and stand-ins: routing %s, %s',
  async (mode, parallel) => {
    const { matrix, idOf, histories } = await aSituation()
    const { authorization, id: applicationId } = matrix.application
    if (mode !== 'none')
      await server.db.execute(sql`
      insert into approval_routings (id, application_id, mode, parallel, rejection)
      values (gen_random_uuid(), ${applicationId}, ${mode}, ${parallel}, 'back-one-step')`)
    const ask = server.visitor({ web: false, headers: { authorization } })
    const post = async (path: string, payload: object) =>
      (
        await server.app.inject({
          ...{ method: 'POST', url: `/access/v1/${path}`, headers: { host: 'localhost:3000', authorization }, payload },
        })
      ).json()
    const outcomes = new Set<string>()
    for (const some of [PLAIN, ...fc.sample(fc.array(drawn, { minLength: 4, maxLength: 8 }), 15)]) {
      const questions = some.map(({ person, createdBy, history, ...rest }) =>
        matrix.question({
          ...{ ...rest, person: idOf(person), createdBy: createdBy && idOf(createdBy), approvals: histories[history] },
        }),
      )
      const evaluations = some.map(({ person, action, amount, earlierAmount, createdBy, history }) => ({
        ...{ subject: { type: 'user', id: idOf(person) }, action: { name: action } },
        resource: {
          ...{ type: 'page', id: 'Claims' },
          properties: {
            ...{ client: matrix.client.id, amount, region: 'IN-KL', created_by: createdBy && idOf(createdBy) },
          },
        },
        context: {
          prior_approvals: histories[history]?.map(({ onBehalfOf, ...one }: { onBehalfOf?: string; by: string }) => ({
            ...{ ...one, on_behalf_of: onBehalfOf },
          })),
          earlier_amount: earlierAmount,
        },
      }))
      const { decisions } = (await ask.call(decideAll, { questions })).data
      const evaluated = (await post('evaluations', { evaluations })).evaluations
      for (const [index, question] of questions.entries()) {
        const { data } = await ask.call(decide, question)
        expect(decisions[index]).toEqual({ ...data, _id: expect.any(String) })
        const single = await post('evaluation', evaluations[index] as object)
        expect(evaluated[index]).toEqual({ ...single, context: { ...single.context, id: expect.any(String) } })
        expect({
          decision: single.decision,
          reasons: single.context.reasons,
          lender: single.context.on_behalf_of?.id,
        }).toEqual({ decision: data.decision === 'allow', reasons: data.reasons, lender: data.onBehalfOf?._id })
        outcomes.add(outcomeOf(data))
      }
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['allow for another', 'deny']))
  },
)

const outcomeOf = ({ decision, onBehalfOf }: ApprovalDecision) =>
  onBehalfOf === null ? decision : `${decision} for another`
