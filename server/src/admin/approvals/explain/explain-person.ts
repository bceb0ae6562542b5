import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql, { raw } from 'sql-template-tag'
import { type Decision, decide, type Facts } from '../../../approvals/decide.ts'
import type { Matrix } from '../../../approvals/matrix.ts'
import type { Question } from '../../../approvals/read-question.ts'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Executor } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { toShownRow } from '../../../decisions/wire-decision.ts'
import { AppError } from '../../../errors.ts'
import { findPublishers, isoOf, ROUTING } from './grants.ts'
import { assignmentOf, type HeldAssignment } from './held-assignment.ts'

export type ExplainedPerson = NonNullable<Output<typeof explainApproval>['person']>
type About = { userId: string; applicationId: string; clientId: string; maySeeAudit: boolean }

/**
 * What one person may do about a document, and what gives them the authority.
 *
 * @throws AppError not_found when there is no such person
 */
export async function explainPerson(
  on: Executor,
  about: About,
  matrix: Matrix,
  question: Question,
  facts: Facts,
): Promise<ExplainedPerson> {
  const { action, answer } = judge(matrix, question, facts)
  const { isAllowed, reasons, rules, standIn } = answer
  const { name, assignment, lent } = await readHeld(on, about, standIn?.id ?? null)
  const { applicationId } = about
  const published = await findPublishers(on, { applicationId, version: matrix.version }, rules)
  const rows = rules.map((rule) => ({
    ...toShownRow(rule),
    granted: published.get(rule.isCatchAll ? ROUTING : rule.id) ?? null,
    // The limits of the role are not those of what it catches.
    roleGranted: rule.isCatchAll ? null : (published.get(rule.applicationRoleId) ?? null),
  }))
  return {
    ...{ name, action, decision: isAllowed ? 'allow' : 'deny', reasons, rows },
    ...{ assignment, standIn: lent },
    onBehalfOf: standIn && { _id: standIn.lender, name: fullName(standIn) },
  }
}

/** The answer for the action that the person's role has here: only that is of interest. */
function judge(matrix: Matrix, question: Question, facts: Facts) {
  const answers = ROLE_ACTIONS.map((action) => ({ action, answer: decide(matrix, { ...question, action }, facts) }))
  const found =
    answers.find(({ answer }) => answer.isAllowed) ??
    answers.find(({ action, answer }) => answer.rules.some((rule) => rule.action === action)) ??
    answers.find(({ action }) => action === 'Approval')
  return found as { action: (typeof ROLE_ACTIONS)[number]; answer: Decision }
}

type Held = { name: string; assignment: HeldAssignment | null; lent: ExplainedPerson['standIn'] }

/** The assignment of a person, and a stand-in, as they are now. */
async function readHeld(on: Executor, about: About, standInId: string | null): Promise<Held> {
  const { rows } = await on.execute<Held>(sql`
    select ${raw(fullNameIn('u'))} as name, ${assignmentOf(about, about.maySeeAudit)} as assignment,
      case when t.id is not null then json_build_object('role', t.role, 'since', ${raw(isoOf('t.valid_from'))},
        'until', ${raw(isoOf('t.valid_until'))}, 'createdBy', trim(${raw(nameOfActor('t.created_by'))}),
        'createdAt', ${raw(isoOf('t.created_at'))}) end as lent
    from users u left join stand_ins t on t.id = ${standInId}::uuid
    where u.id = ${about.userId} and u.deleted_at is null`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}
