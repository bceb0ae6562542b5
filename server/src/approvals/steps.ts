import { approvalsNeeded, type Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import type { Case } from './chain.ts'
import { type Matrix, orderOf, type Rule, rulesAt, type Where } from './matrix.ts'

/** Rules that act in parallel. */
export type Step = {
  sequence: number | null
  /** How many of its rules have to approve: each, any one, or a number that is less than all (`needsOf`). */
  needs: Routing['parallel']
  rules: Rule[]
}

/** What the rules make of a case, before anybody has approved it. */
export type Course = {
  creators: Rule[]
  approvers: Rule[]
  /** The steps that are asked, in order: up to the final approval, or up to the first one that approves (ADR 0095). */
  steps: Step[]
  /** Rules of these steps that are not asked: one that does more is enough (`withEnough`). */
  beside: Rule[]
  /** The steps that are not asked: after the final approval, or above the first one that approves. */
  after: Step[]
  /** Whether no rule approves it, so that the catch-all role does. */
  isCaught: boolean
}

/** The one place that says who is asked about a case, and in which order. */
export function courseOf(matrix: Matrix, where: Where, at: Case): Course {
  const rules = rulesAt(matrix, where, at)
  const covering = rules.filter(({ action }) => action !== 'Creator')
  const caught = covering.length === 0 ? matrix.catchAlls.get(where.clientId) : undefined
  const approvers = caught === undefined ? covering : [caught]
  const all = stepsOf(approvers, matrix.routing.parallel)
  // No act but an approval makes a level enough, so without any all of them are asked.
  const asked = all.findIndex(matrix.routing.mode === 'first-qualified' ? isApproving : isFinal) + 1 || all.length
  const steps = all.slice(0, asked)
  const inQuestion = steps.map(withEnough)
  return {
    creators: rules.filter(({ action }) => action === 'Creator'),
    approvers,
    steps: inQuestion,
    beside: steps.flatMap(({ rules: ofStep }, index) =>
      ofStep.filter((rule) => !inQuestion[index]?.rules.includes(rule)),
    ),
    after: all.slice(asked),
    isCaught: caught !== undefined,
  }
}

/** Authorised releases what others approve (requirement C13). */
const approves = ({ action }: Rule) => action !== 'Creator' && action !== 'Authorised'
export const isApproving = ({ rules }: Step) => rules.some(approves)

/**
 * A step of which one is enough, with only those rules that are: where one gives the final approval no other act closes the chain, and
 * where others approve a release does not.
 */
export function withEnough(step: Step): Step {
  if (step.needs !== 'one-of' || !isApproving(step)) return step
  return { ...step, rules: step.rules.filter(isFinal(step) ? closes : approves) }
}

const closes = ({ action }: Rule) => action === 'Final Approval'
export const isFinal = ({ rules }: Step) => rules.some(closes)

export const rulesIn = (steps: readonly Step[]): Rule[] => steps.flatMap(({ rules }) => rules)

function stepsOf(rules: Rule[], parallel: Routing['parallel']): Step[] {
  return [...Map.groupBy(rules, orderOf)].map(([, ofStep]) => ({
    ...{ sequence: ofStep[0]?.sequence ?? null, needs: needsOf(parallel, ofStep) },
    rules: ofStep,
  }))
}

/**
 * A number counts among more rules, of one action and of a role each. Otherwise all are asked: one act never stands for another, and
 * two people of one role not for those of two (ADR 0130).
 */
function needsOf(parallel: Routing['parallel'], rules: readonly Rule[]): Step['needs'] {
  if (parallel === 'all-of' || parallel === 'one-of') return parallel
  const roles = new Set(rules.map(({ role }) => role.toLowerCase()))
  const areEquals = roles.size === rules.length && rules.every(({ action }) => action === rules[0]?.action)
  return areEquals && approvalsNeeded(parallel, rules.length) < rules.length ? parallel : 'all-of'
}

/** How many rules of a step have to approve, each by another person. */
export const leastOf = ({ needs, rules }: Step): number => approvalsNeeded(needs, rules.length)

/** The rules of a step that have not approved, and how many of them still have to; `null`: none has to. */
export function leftOf(step: Step, approved: ReadonlySet<string>): Step | null {
  const rules = step.rules.filter(({ id }) => !approved.has(id))
  const number = leastOf(step) - (step.rules.length - rules.length)
  if (number <= 0) return null
  if (step.needs === 'all-of' || step.needs === 'one-of') return { ...step, rules }
  return { ...step, rules, needs: number === 1 ? 'one-of' : (`${number}-of` as Step['needs']) }
}
