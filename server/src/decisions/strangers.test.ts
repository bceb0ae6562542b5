import { type ApprovalDecision, decide, decideAll, decideOwn, whoMay } from '@gatehouse/contract/approvals.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aMatrix, type TestMatrix } from '../../test/approvals.ts'
import { anAssignment, aPerson, someoneSignedIn } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'
import { type SubjectRule, subjectOf } from '../access/subject.ts'
import { erasePeople } from '../audit/chain/erase-person.ts'
import { newId } from '../crypto/ids.ts'
import { prune } from '../db/prune.ts'
import { makeSubjects, type Subjects } from './subjects.ts'

const server = useTestServer()

/** A first approval by a manager, and a final one by the person who is asked about. */
async function aSituation(subjectType: 'public' | 'pairwise' = 'public') {
  const matrix = await aMatrix(server)
  await server.db.execute(
    sql`update applications set subject_type = ${subjectType} where id = ${matrix.application.id}`,
  )
  const first = await matrix.row('Manager')
  await matrix.row('Head', { action: 'Final Approval', sequence: 2 })
  const [maker, manager, head] = [await aPerson(server), await matrix.person('Manager'), await matrix.person('Head')]
  const rule: SubjectRule = { id: matrix.application.id, subjectType, subjectSector: '' }
  const idOf = ({ id }: { id: string }) => subjectOf(server.keys.subject, rule, id)
  const about = (changes: { createdBy?: string; by?: string; onBehalfOf?: string } = {}) => {
    const { createdBy = idOf(maker), by = idOf(manager), onBehalfOf } = changes
    const approvals = [{ by, row: first.id, onBehalfOf }]
    return { ...matrix.question({ action: 'Final Approval' }), createdBy, approvals }
  }
  return { matrix, maker, manager, head, idOf, about }
}

const programOf = ({ application }: TestMatrix) =>
  server.visitor({ web: false, headers: { authorization: application.authorization } })

/** An id of the same form that nobody has. */
const nobodyOf = (idOf: (person: { id: string }) => string) => idOf({ id: newId() })

test.each(['public', 'pairwise'] as const)(
  'a creator, an earlier approver and a lender who never existed are refused by every call: %s ids',
  async (subjectType) => {
    const { matrix, head, idOf, about } = await aSituation(subjectType)
    const program = programOf(matrix)
    const { visitor, person: own } = await someoneSignedIn(server)
    await anAssignment(server, own.id, matrix.application.id, matrix.client.id, 'Head')
    const cases = [
      [about(), 'row-allows'],
      [about({ createdBy: nobodyOf(idOf) }), 'creator-unknown'],
      [about({ by: nobodyOf(idOf) }), 'approver-unknown'],
      [about({ onBehalfOf: nobodyOf(idOf) }), 'approver-unknown'],
    ] as const
    const person = idOf(head)
    const questions = cases.map(([question]) => ({ ...question, person, receipt: true }))
    const batch = (await program.call(decideAll, { questions })).data.decisions
    const evaluations = cases.map(([{ createdBy, ...question }]) => ({
      ...{ subject: { type: 'user', id: person }, action: { name: 'final_approval' } },
      resource: {
        ...{ type: 'page', id: question.page },
        properties: {
          client: question.client,
          amount: question.amount,
          region: question.region,
          created_by: createdBy,
        },
      },
      context: {
        prior_approvals: question.approvals.map(({ onBehalfOf, ...one }) => {
          return { ...one, on_behalf_of: onBehalfOf }
        }),
      },
    }))
    const post = async (path: string, payload: object) => {
      const { authorization } = matrix.application
      const headers = { host: 'localhost:3000', authorization }
      return (await server.app.inject({ method: 'POST', url: `/access/v1/${path}`, headers, payload })).json()
    }
    const evaluated = (await post('evaluations', { evaluations })).evaluations
    for (const [index, [question, reason]] of cases.entries()) {
      const isKnown = reason === 'row-allows'
      const expected = { decision: isKnown ? 'allow' : 'deny', reasons: [reason] }
      const one = (await program.call(decide, { ...question, person, receipt: true })).data
      for (const answer of [one, batch[index] as ApprovalDecision]) {
        expect(answer).toMatchObject(expected)
        expect(answer.receipt === null).toBe(!isKnown)
      }
      const asked = { applicationId: matrix.application.id, ...question }
      expect((await visitor.call(decideOwn, asked)).data).toMatchObject(expected)
      const found = (await program.call(whoMay, question)).data
      expect([found.reasons, found.people.length]).toEqual([[reason], isKnown ? 2 : 0])
      const inAuthzen = { decision: isKnown, context: { reasons: [reason] } }
      expect(evaluated[index]).toMatchObject(inAuthzen)
      expect(await post('evaluation', evaluations[index] as object)).toMatchObject(inAuthzen)
      const { subject: _, ...search } = evaluations[index] as (typeof evaluations)[number]
      expect((await post('search/subject', { ...search, subject: { type: 'user' } })).context.reasons).toEqual([reason])
    }
    // A replay knows that it was nobody.
    await server.decisionLog.flush()
    const { rows } = await server.db.execute<{ document: object }>(sql`
      select document from approval_decisions where application_id = ${matrix.application.id} and 'creator-unknown' = any(reasons)`)
    expect(rows.map(({ document }) => document)).toMatchObject(Array(4).fill({ createdBy: '?' }))
  },
)

test.each(['public', 'pairwise'] as const)(
  'who has left, is deleted, or whose record is removed has created and approved what they did: %s ids',
  async (subjectType) => {
    const { matrix, maker, manager, head, idOf, about } = await aSituation(subjectType)
    const decided = async () => (await programOf(matrix).call(decide, { ...about(), person: idOf(head) })).data.reasons
    await server.db.execute(sql`delete from assignments where user_id = ${manager.id}`)
    expect(await decided()).toEqual(['row-allows'])
    const ids = [maker.id, manager.id]
    await server.db.execute(sql`update users set is_active = false, deleted_at = now() where id = any(${ids}::uuid[])`)
    expect(await decided()).toEqual(['row-allows'])
    await server.db.execute(
      sql`update users set deleted_at = now() - interval '31 days' where id = any(${ids}::uuid[])`,
    )
    await prune(server.db, (people) => erasePeople(server.db, people))
    const { rows } = await server.db.execute(sql`select from users where id = any(${ids}::uuid[])`)
    expect(rows).toEqual([])
    expect(await decided()).toEqual(['row-allows'])
  },
)

describe('pairwise ids of people who may have left', () => {
  const find = async (subjects: Subjects, applicationId: string, ids: string[]) => {
    const subject: SubjectRule = { id: applicationId, subjectType: 'pairwise', subjectSector: '' }
    const { found } = await subjects.inTermsOf(applicationId, async (resolve) => ({
      snapshot: { subject },
      found: await resolve(ids, { mayHaveLeft: true }),
    }))
    return found
  }

  test('are found by questions that come while the server reads who there is', async () => {
    const { matrix, maker, idOf } = await aSituation('pairwise')
    const other = await aPerson(server)
    const subjects = makeSubjects(server)
    const both = [maker, other].map((person) => find(subjects, matrix.application.id, [idOf(person)]))
    expect(await Promise.all(both)).toEqual([[maker.id], [other.id]])
  })

  test('are believed where there are more people than a server remembers', async () => {
    const { matrix, maker, manager, idOf } = await aSituation('pairwise')
    const subjects = makeSubjects(server, 1)
    const found = await find(subjects, matrix.application.id, [idOf(manager), idOf(maker), nobodyOf(idOf), 'no id'])
    expect(found).toEqual([manager.id, undefined, undefined, null])
  })
})

test('five hundred questions with fifty approvals each find the one id that is nobody’s', async () => {
  const { matrix, head, about } = await aSituation()
  const [{ by = '', row = '' } = {}] = about().approvals
  const questions = Array.from({ length: 500 }, (_, index) => ({
    ...{ ...about(), person: head.id },
    approvals: Array.from({ length: 50 }, (_, place) => ({ by: index === 250 && place === 49 ? newId() : by, row })),
  }))
  const { data } = await programOf(matrix).call(decideAll, { questions })
  expect(data.decisions.flatMap(({ decision }, index) => (decision === 'deny' ? [index] : []))).toEqual([250])
})
