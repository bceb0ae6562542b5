import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { type Decision, decide, type Facts, readLadder } from '../../approvals/decide.ts'
import type { Matrix, Rule } from '../../approvals/matrix.ts'
import type { Question } from '../../approvals/read-question.ts'
import type { Executor } from '../../db/database.ts'
import { nameStandIns } from '../../decisions/lent.ts'
import { countPeopleOfRoles } from '../../decisions/people-of-roles.ts'
import { toWireRow } from '../../decisions/wire-decision.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { requireSelfOr } from '../../sessions/require-self-or.ts'
import { readCaseMatrix } from './case-matrix.ts'

/** Who approves a new document, step by step, and what one person may do about it. */
export function serveExplainApproval(app: FastifyInstance, deps: Deps) {
  route(app, explainApproval, async ({ input, actor }) => {
    if (input.userId !== undefined) requireSelfOr('users:read', actor, input.userId)
    return explain(deps, input, actor.permissions.includes('users:read'))
  })
}

type Explained = Output<typeof explainApproval>

async function explain(deps: Deps, input: Input<typeof explainApproval>, maySeePeople: boolean): Promise<Explained> {
  const { applicationId, clientId, pageId, amount, region, userId = null } = input
  const { matrix, facts, draft, at, refusal } = await readCaseMatrix(deps, { userId, client: clientId }, input)
  const question: Question = {
    ...{ person: userId ?? '', client: clientId, page: pageId, action: 'Approval', amount, currency: 'INR', region },
    ...{ createdBy: null, approvals: [] },
  }
  const person = userId === null ? null : { name: await nameOf(deps.db, userId), ...judge(matrix, question, facts) }
  const asked = { version: matrix.version, draft, at, routing: matrix.routing }
  const nobody = { ...asked, creators: [], steps: [], after: [] }
  if (refusal !== undefined) return { ...nobody, reasons: [refusal], person: null }
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
    return { ...toWireRow(rule), count, people: maySeePeople ? people : [], standIns: lent }
  }
  return {
    ...{ ...asked, reasons: [], person },
    creators: creation.acting.map(toAct),
    steps: ladder.needed.map(({ rules, ...step }) => ({ ...step, rows: rules.map(toAct) })),
    after: [...ladder.beside, ...ladder.after].map(toWireRow),
  }
}

/** The answer for the action that the person's role has here: only that is of interest. */
function judge(matrix: Matrix, question: Question, facts: Facts): Omit<NonNullable<Explained['person']>, 'name'> {
  const answers = ROLE_ACTIONS.map((action) => ({ action, answer: decide(matrix, { ...question, action }, facts) }))
  const found =
    answers.find(({ answer }) => answer.isAllowed) ??
    answers.find(({ action, answer }) => answer.rules.some((rule) => rule.action === action)) ??
    answers.find(({ action }) => action === 'Approval')
  const { action, answer } = found as { action: (typeof ROLE_ACTIONS)[number]; answer: Decision }
  const { isAllowed, reasons, rules, standIn } = answer
  const onBehalfOf = standIn && { _id: standIn.lender, name: `${standIn.firstName} ${standIn.lastName}`.trim() }
  return { action, decision: isAllowed ? 'allow' : 'deny', reasons, rows: rules.map(toWireRow), onBehalfOf }
}

async function nameOf(on: Executor, userId: string): Promise<string> {
  const { rows } = await on.execute<{ name: string }>(sql`
    select trim(first_name || ' ' || last_name) as name from users where id = ${userId} and deleted_at is null`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0].name
}
