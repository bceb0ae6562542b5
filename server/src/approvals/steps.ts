import type { Case } from './chain.ts'
import { type Matrix, orderOf, type Rule, rulesAt, type Where } from './matrix.ts'

/** Rules that act in parallel. */
export type Step = { sequence: number | null; rules: Rule[] }

/** What the rules make of a case, before anybody has approved it. */
export type Course = {
  creators: Rule[]
  approvers: Rule[]
  /** The steps up to the final approval, in order. */
  steps: Step[]
  /** Rules after the step of the final approval. */
  after: Rule[]
}

/** The one place that says who is asked about a case, and in which order. */
export function courseOf(matrix: Matrix, where: Where, at: Case): Course {
  const rules = rulesAt(matrix, where, at)
  const approvers = rules.filter(({ action }) => action !== 'Creator')
  const all = stepsOf(approvers)
  const final = all.findIndex(isFinal)
  return {
    creators: rules.filter(({ action }) => action === 'Creator'),
    approvers,
    steps: final === -1 ? all : all.slice(0, final + 1),
    after: final === -1 ? [] : all.slice(final + 1).flatMap((step) => step.rules),
  }
}

export const isFinal = ({ rules }: Step) => rules.some(({ action }) => action === 'Final Approval')

function stepsOf(rules: Rule[]): Step[] {
  return [...Map.groupBy(rules, orderOf)].map(([, ofStep]) => ({
    sequence: ofStep[0]?.sequence ?? null,
    rules: ofStep,
  }))
}
