import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { readLadder } from '../../../approvals/decide.ts'
import type { Rule } from '../../../approvals/matrix.ts'
import { readQuestion } from '../../../approvals/read-question.ts'
import { nameStandIns } from '../../../decisions/lent.ts'
import { countPeopleOfRoles } from '../../../decisions/people-of-roles.ts'
import { toShownRow } from '../../../decisions/wire-decision.ts'
import type { Deps } from '../../../deps.ts'
import { route } from '../../../http/route.ts'
import type { Caller } from '../../../identity/actor.ts'
import { requireSelfOr } from '../../../sessions/require-self-or.ts'
import { readsPeople } from '../../engine/store.ts'
import { readCaseMatrix } from './case-matrix.ts'
import { explainPerson } from './explain-person.ts'
import { questionOf } from './question-of.ts'

/** Who approves a new document, step by step, and what one person may do about it. */
export function serveExplainApproval(app: FastifyInstance, deps: Deps) {
  route(app, explainApproval, async ({ input, actor }) => {
    if (input.userId !== undefined) requireSelfOr('users:read', actor, input.userId)
    return explain(deps, input, actor)
  })
}

type Explained = Output<typeof explainApproval>

async function explain(deps: Deps, input: Input<typeof explainApproval>, actor: Caller): Promise<Explained> {
  const [maySeePeople, maySeeAudit] = [readsPeople(actor), actor.permissions.includes('audit:read')]
  const { applicationId, clientId, userId = null } = input
  const { matrix, facts, draft, at } = await readCaseMatrix(deps, { userId, client: clientId }, input)
  const question = questionOf(input, userId)
  const about = { applicationId, clientId, maySeeAudit }
  const person = userId === null ? null : await explainPerson(deps.db, { ...about, userId }, matrix, question, facts)
  // As it was understood, so that an answer never stands beside another amount.
  const read = readQuestion(question)
  const asked = {
    version: matrix.version,
    draft,
    at,
    routing: matrix.routing,
    amount: Array.isArray(read) ? null : read.case.amount / 100,
  }
  const nobody = { ...asked, creators: [], steps: [], after: [] }
  const [creation, ladder] = ['Creator', 'Approval'].map((action) => readLadder(matrix, { ...question, action }, facts))
  if (creation === undefined || ladder === undefined || Array.isArray(ladder) || Array.isArray(creation)) {
    return { ...nobody, reasons: Array.isArray(ladder) ? ladder : [], person }
  }
  const acting = [...creation.acting, ...ladder.needed.flatMap(({ rules }) => rules)]
  const [crowds, standIns] = await Promise.all([
    countPeopleOfRoles(
      deps.db,
      { applicationId, clientId },
      acting.map(({ role }) => role),
    ),
    maySeePeople && at === null
      ? nameStandIns(deps.db, { applicationId, ...ladder.where, at: ladder.asked.case })
      : new Map(),
  ])
  const toAct = (rule: Rule) => {
    const { count = 0, people = [] } = crowds.get(rule.role.toLowerCase()) ?? {}
    // The creation of documents is not lent.
    const lent = rule.action === 'Creator' ? [] : (standIns.get(rule.role.toLowerCase()) ?? [])
    return { ...toShownRow(rule), count, people: maySeePeople ? people : [], standIns: lent }
  }
  return {
    ...{ ...asked, reasons: [], person },
    creators: creation.acting.map(toAct),
    steps: ladder.needed.map(({ rules, ...step }) => ({ ...step, rows: rules.map(toAct) })),
    after: [...ladder.beside, ...ladder.after].map(toShownRow),
  }
}
