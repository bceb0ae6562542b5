import type { Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import type { Case } from './chain.ts'
import { type Matrix, orderOf, type Rule, rulesAt, type Where } from './matrix.ts'

/** Rules that act in parallel. */
export type Step = {
  sequence: number | null
  /** Whether each rule has to approve, or any one of them. */
  needs: Routing['parallel']
  rules: Rule[]
}

/** What the rules make of a case, before anybody has approved it. */
export type Course = {
  creators: Rule[]
  approvers: Rule[]
  /** The steps that are asked, in order: up to the final approval, or only the first one (ADR 0095). */
  steps: Step[]
  /** The steps that are not asked: after the final approval, or above the first one. */
  after: Step[]
}

/** The one place that says who is asked about a case, and in which order. */
export function courseOf(matrix: Matrix, where: Where, at: Case): Course {
  const rules = rulesAt(matrix, where, at)
  const approvers = rules.filter(({ action }) => action !== 'Creator')
  const all = stepsOf(approvers, matrix.routing.parallel)
  const asked = matrix.routing.mode === 'first-qualified' ? 1 : all.findIndex(isFinal) + 1 || all.length
  return {
    creators: rules.filter(({ action }) => action === 'Creator'),
    approvers,
    steps: all.slice(0, asked),
    after: all.slice(asked),
  }
}

export const isFinal = ({ rules }: Step) => rules.some(({ action }) => action === 'Final Approval')

export const rulesIn = (steps: readonly Step[]): Rule[] => steps.flatMap(({ rules }) => rules)

function stepsOf(rules: Rule[], needs: Step['needs']): Step[] {
  return [...Map.groupBy(rules, orderOf)].map(([, ofStep]) => ({
    ...{ sequence: ofStep[0]?.sequence ?? null, needs },
    rules: ofStep,
  }))
}
