import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { ApprovalDecision } from '@gatehouse/contract/approvals.ts'
import { type Evaluation, RESOURCE_TYPE, SUBJECT_TYPE } from '@gatehouse/contract/authzen.ts'
import type { Question } from '../approvals/read-question.ts'
import type { Answered } from './answer-questions.ts'
import { toWire } from './wire-decision.ts'

/** The parts of a question that do not name a person. */
type About = Pick<Evaluation, 'action' | 'resource'> & {
  context: Pick<Evaluation['context'], 'prior_approvals' | 'earlier_amount' | 'at'>
}

export function toQuestion({ action, resource, context }: About): Omit<Question, 'person'> {
  const {
    client = '',
    amount = '',
    currency = 'INR',
    region = '',
    created_by: createdBy,
    document,
  } = resource.properties
  return {
    ...{ client, page: resource.id, action: action.name, amount, currency, region, createdBy, document },
    ...{ earlierAmount: context.earlier_amount, at: context.at },
    approvals: context.prior_approvals.map(({ by, row, on_behalf_of: onBehalfOf }) => ({ by, row, onBehalfOf })),
  }
}

type Answer = { decision: boolean; context: Record<string, unknown> }

/** What AuthZEN asks of other kinds of subjects and resources is denied. */
export function aboutTypes(subject: { type: string }, resource: { type: string }): string[] {
  const reasons: string[] = []
  if (subject.type !== SUBJECT_TYPE) reasons.push('subject-type-unknown')
  if (resource.type !== RESOURCE_TYPE) reasons.push('resource-type-unknown')
  return reasons
}

export const denied = (reasons: string[], more: object = {}): Answer => ({
  decision: false,
  context: { reasons, ...more },
})

export function toAnswer(decision: Answered): Answer {
  const { _id, reasons, version, at, rows, stillNeeded, next, rejection, onBehalfOf, conflicts, receipt } =
    toWire(decision)
  return {
    decision: decision.isAllowed,
    context: {
      id: _id,
      reasons,
      version,
      at,
      rows: rows.map(toSnake),
      still_needed: stillNeeded.map(toSnakeStep),
      next: next.map(toSnake),
      rejection: rejection && toSnakeRejection(rejection),
      on_behalf_of: onBehalfOf && toSnakeLender(onBehalfOf),
      conflicts: conflicts.map(({ _id, ...conflict }) => ({ id: _id, ...conflict })),
      receipt,
    },
  }
}

type Row = ApprovalDecision['rows'][number]
const toSnake = ({ _id, role, roleId, action, sequence, regions, ...row }: Row) => ({
  ...{ id: _id, role, role_id: roleId, action: nameOf(action), sequence },
  ...{ range_from: row.rangeFrom, range_to: row.rangeTo, bounds: row.bounds, regions },
  ...{ valid_from: row.validFrom, valid_until: row.validUntil, catch_all: row.catchAll },
})
const toSnakeLender = ({ _id, firstName, lastName, standIn }: NonNullable<ApprovalDecision['onBehalfOf']>) => ({
  ...{ id: _id, first_name: firstName, last_name: lastName, stand_in: standIn },
})
const toSnakeStep = ({ sequence, needs, rows }: ApprovalDecision['stillNeeded'][number]) => ({
  ...{ sequence, needs },
  rows: rows.map(toSnake),
})
const toSnakeRejection = ({ rule, to, step, keptRows }: NonNullable<ApprovalDecision['rejection']>) => ({
  ...{ rule, to, step: step && toSnakeStep(step), kept_rows: keptRows },
})

/** Names of actions as AuthZEN's readers expect them: `final_approval`. */
const nameOf = (action: string) => action.toLowerCase().replaceAll(' ', '_')

export const ACTION_NAMES = ROLE_ACTIONS.map(nameOf)
