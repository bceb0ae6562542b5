import type { ApprovalFinding, FindingSeverity } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { REGIONS } from '@gatehouse/contract/regions.ts'
import { appliesEverywhere } from './chain.ts'
import { datedRulesOn, hasBegun, hasEnded, type Matrix, type Moment, type Rule, rulesOn, type Where } from './matrix.ts'
import { stepGapsOf } from './step-gaps.ts'
import { isApproving, isFinal, rulesIn, type Step } from './steps.ts'
import { type Area, areasOf, type Stretch } from './stretches.ts'

/** A problem, over the longest range of amounts that has it. */
export type Finding = {
  code: ApprovalFinding
  rules: Rule[]
  /** The sequence of the step that it is about. */
  step: number | null
  /** Paise, both inclusive; `to` without a value is unlimited. */
  from: number
  to: number | null
  /** Empty: everywhere. */
  regions: string[]
}

export type PageLint = {
  findings: Finding[]
  /** The rules that are asked about some case, and those that create. */
  asked: Rule[]
  /** The steps, each once, where not all have to approve in each of them. */
  alternatives: Step[]
}

/** What is odd about a page for a client. Each case is judged by the ladder that would answer a question about it. */
export function lintPage(matrix: Matrix, where: Where, areas = areasOf(matrix, where)): PageLint {
  const { mode } = matrix.routing
  const rules = rulesOn(matrix, where)
  const approvers = rules.filter(({ action }) => action !== 'Creator')
  const reached = new Set(
    areas.flatMap(({ stretches }) => stretches.flatMap(({ course }) => [...course.creators, ...rulesIn(course.steps)])),
  )
  // A warning of its own says that these are left out.
  const beside = new Set(areas.flatMap(({ stretches }) => stretches.flatMap(({ course }) => course.beside)))
  const unreachable = approvers.filter(
    (rule) => !reached.has(rule) && !beside.has(rule) && whollyWrong(rule).length === 0,
  )
  const ofRules = [
    ...datedRulesOn(matrix, where).flatMap((rule) => whyIdle(rule, where.now).map((code) => about(code, rule))),
    ...rules.flatMap((rule) => whollyWrong(rule).map((code) => about(code, rule))),
    ...approvers.filter(({ sequence }) => sequence === null).map((rule) => about('no-sequence', rule)),
    ...unreachable.map((rule) => about(mode === 'ladder' ? 'unreachable' : 'never-first', rule)),
  ]
  const ofAmounts = joinRegions(areas, matrix.routing).filter(
    ({ code, rules: [rule] }) => code !== 'after-final' || (rule !== undefined && !unreachable.includes(rule)),
  )
  return { findings: [...ofAmounts, ...ofRules], asked: [...reached], alternatives: alternativesIn(areas) }
}

function alternativesIn(areas: readonly Area[]): Step[] {
  const steps = areas.flatMap(({ stretches }) => stretches.flatMap(({ course }) => course.steps))
  if (steps.every(({ needs }) => needs === 'all-of')) return []
  return [...new Map(steps.map((step) => [`${step.needs} ${step.rules.map(({ id }) => id).join()}`, step])).values()]
}

/** Why a rule does not count now. */
function whyIdle(rule: Rule, now: Moment): ApprovalFinding[] {
  if (!rule.isActive) return ['inactive']
  if (hasEnded(rule, now)) return ['expired']
  return hasBegun(rule, now) ? [] : ['not-yet-valid']
}

/** Why a rule acts on nothing at all. */
function whollyWrong({ rangeFrom, rangeTo, regions }: Rule): ApprovalFinding[] {
  const codes: ApprovalFinding[] = []
  if (rangeTo !== null && (rangeFrom ?? 0) > rangeTo) codes.push('range-upside-down')
  if (regions.length === 0) codes.push('no-region')
  return codes
}

/** A finding of one rule, wherever it acts. */
export const about = (code: ApprovalFinding, rule: Rule): Finding => ({
  ...{ code, rules: [rule], step: rule.sequence, from: rule.rangeFrom ?? 0, to: rule.rangeTo },
  regions: appliesEverywhere(rule) ? [] : [...rule.regions],
})

/** The findings of all areas; equal ones become one of several regions. */
function joinRegions(areas: readonly Area[], routing: Routing): Finding[] {
  const found = new Map<string, Finding>()
  for (const { regions, stretches } of areas)
    for (const finding of findingsIn(stretches, routing)) {
      const key = keyOf(finding, `${finding.from} ${finding.to}`)
      const known = found.get(key)
      if (known === undefined) found.set(key, { ...finding, regions: [...regions] })
      else known.regions.push(...regions)
    }
  return [...found.values()].map((finding) =>
    finding.regions.length === Object.keys(REGIONS).length ? { ...finding, regions: [] } : finding,
  )
}

type Problem = Pick<Finding, 'code' | 'rules' | 'step'>

const keyOf = ({ code, rules, step }: Problem, more = '') =>
  `${code} ${step} ${more} ${rules.map(({ id }) => id).join()}`

function findingsIn(stretches: readonly Stretch[], routing: Routing): Finding[] {
  const open = new Map<string, Finding>()
  const all: Finding[] = []
  for (const { from, to, course } of stretches)
    for (const problem of problemsOf(course, routing)) {
      const key = keyOf(problem)
      const before = open.get(key)
      if (before !== undefined && before.to === from - 1) before.to = to
      else {
        const next = { ...problem, from, to, regions: [] }
        open.set(key, next)
        all.push(next)
      }
    }
  const gaps = all.map((finding) =>
    finding.code === 'nobody' ? { ...finding, rules: neighboursOf(finding, stretches) } : finding,
  )
  // Where one level is enough, the others are passed on purpose.
  const stepGaps = routing.mode === 'ladder' ? stepGapsOf(stretches) : []
  return [...gaps, ...stepGaps].flatMap(asBounds)
}

function problemsOf({ steps, after, approvers, isCaught }: Stretch['course'], { mode, parallel }: Routing): Problem[] {
  if (isCaught) return [{ code: 'caught', rules: [], step: null }]
  if (steps.length === 0) return [{ code: 'nobody', rules: [], step: null }]
  const isLadder = mode === 'ladder'
  const problems = (isLadder ? rulesIn(after) : []).map((rule): Problem => {
    return { code: 'after-final', rules: [rule], step: rule.sequence }
  })
  const asked = rulesIn(steps)
  if (!steps.some(isLadder ? isFinal : isApproving)) problems.push({ code: 'no-final', rules: [], step: null })
  for (const rules of Map.groupBy(asked, ({ action }) => action).values())
    if (new Set(rules.map(({ sequence }) => sequence)).size > 1) problems.push({ code: 'overlap', rules, step: null })
  for (const { sequence, needs, rules } of steps) {
    const alike = [...Map.groupBy(rules, ({ action }) => action).values()].filter((some) => some.length > 1)
    const code = needs === 'all-of' ? 'same-sequence' : needs === 'one-of' ? 'one-is-enough' : 'some-are-enough'
    problems.push(...alike.map((some): Problem => ({ code, rules: some, step: sequence })))
    const whole = approvers.filter((rule) => rule.sequence === sequence)
    if (parallel === 'one-of' && new Set(whole.map(({ action }) => action)).size > 1)
      problems.push({ code: 'different-actions', rules: whole, step: sequence })
    // Of different actions only a bound in common is odd.
    if (whole.length > 1 && alike.length === 0) problems.push({ code: 'shared-bound', rules: whole, step: sequence })
  }
  return problems
}

/** The rules that end right below a gap, and those that begin right above it. */
function neighboursOf({ from, to }: Finding, stretches: readonly Stretch[]): Rule[] {
  const beside = stretches.filter((one) => one.to === from - 1 || (to !== null && one.from === to + 1))
  return beside.flatMap(({ course }) => course.approvers)
}

const PAISE = 100
const OVERLAPS: readonly ApprovalFinding[] = [
  'overlap',
  'same-sequence',
  'one-is-enough',
  'some-are-enough',
  'different-actions',
  'shared-bound',
]

/** A gap of less than a rupee, or an overlap of one amount, is a mistake about bounds. */
function asBounds(finding: Finding): Finding[] {
  const { code, rules, from, to } = finding
  if (code === 'nobody' || code === 'step-gap')
    return [from > 0 && to !== null && to - from + 1 < PAISE ? { ...finding, code: 'one-apart' } : finding]
  if (!OVERLAPS.includes(code)) return [finding]
  const ending = rules.filter(({ rangeFrom, rangeTo }) => rangeTo === from && (rangeFrom ?? 0) < from)
  const beginning = rules.filter(({ rangeFrom, rangeTo }) => rangeFrom === from && rangeTo !== from)
  const isShared = from === to && ending.length > 0 && beginning.length > 0
  // Beside this, a step with different actions says nothing new.
  if (isShared && code === 'different-actions') return []
  if (isShared) return [{ ...finding, code: 'shared-bound', rules: [...ending, ...beginning] }]
  return code === 'shared-bound' ? [] : [finding]
}

const ERRORS: readonly ApprovalFinding[] = [
  'application-inactive',
  'client-inactive',
  'no-rows',
  'nobody',
  'one-apart',
  'no-people',
  'catch-all-without-people',
]
const NOTES: readonly ApprovalFinding[] = [
  'caught',
  'same-sequence',
  'one-is-enough',
  'some-are-enough',
  'not-yet-valid',
  'inactive',
  'page-without-rows',
]

/** Only what denies or stops a document of some state is an error: many applications have none of all of India. */
export function severityOf({ code, rules, step, regions }: Omit<Finding, 'from' | 'to'>): FindingSeverity {
  if (NOTES.includes(code)) return 'note'
  if (!ERRORS.includes(code)) return 'warning'
  const isOfIndiaAlone = regions.length === 1 && regions[0] === 'Panindia'
  const isStepAlone = code === 'one-apart' && step !== null
  const isCreation = code === 'no-people' && rules.every(({ action }) => action === 'Creator')
  return isOfIndiaAlone || isStepAlone || isCreation ? 'warning' : 'error'
}

/** Whether every question about these amounts and regions is denied. */
export const isDenial = ({ code, step }: Pick<Finding, 'code' | 'step'>) =>
  code === 'nobody' || (code === 'one-apart' && step === null)
