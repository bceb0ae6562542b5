import type { Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { type Asked, actorsOf } from './read-question.ts'
import { type Course, isApproving, leftOf, rulesIn, type Step, withEnough } from './steps.ts'

/** What a rejection does, and which approvals still count after it. */
export type Rejection = {
  rule: Routing['rejection']
  to: 'end' | 'maker' | 'step'
  /** The step that approves again. */
  step: Step | null
  keptRows: string[]
}

type Progress = {
  /** The steps that are not approved yet, in order, with the rules that are still open. */
  needed: Step[]
  /** `null` where nothing is needed. */
  rejection: Rejection | null
}

/** How far the approvals of a case have come. */
export function progressOf(asked: Asked, course: Course, routing: Routing): Progress {
  const { steps } = course
  const after = course.after.map(withEnough)
  const isOneLevel = routing.mode === 'first-qualified'
  const approved = countApprovals(asked, isOneLevel ? [...steps, ...after] : steps)
  // Where one level is enough, so is a higher one that has approved. What is to be released below it still is.
  const isApprovedAbove = isOneLevel && after.some((step) => isApproving(step) && leftOf(step, approved) === null)
  const needed = steps.filter((step) => !(isApprovedAbove && isApproving(step)))
  const open = needed.flatMap((step) => leftOf(step, approved) ?? [])
  return { needed: open, rejection: rejectionOf(steps, open, approved, routing.rejection) }
}

/** The ids of rules. */
type Approved = ReadonlySet<string>

/**
 * One approval for each rule and for each person, lenders included; the creator's own do not count, nor those of rules
 * that do not act.
 */
function countApprovals({ approvals, createdBy }: Asked, steps: readonly Step[]): Approved {
  const acting = new Set(rulesIn(steps).map(({ id }) => id))
  const approved = new Set<string>()
  const counted = new Set<string>()
  for (const approval of approvals) {
    const { row } = approval
    const actors = actorsOf(approval)
    if (actors.some((one) => one === createdBy || counted.has(one)) || approved.has(row) || !acting.has(row)) continue
    approved.add(row)
    for (const one of actors) counted.add(one)
  }
  return approved
}

function rejectionOf(
  steps: readonly Step[],
  needed: readonly Step[],
  approved: Approved,
  rule: Routing['rejection'],
): Rejection | null {
  const [open] = needed
  if (open === undefined) return null
  if (rule === 'stop') return { rule, to: 'end', step: null, keptRows: [] }
  const before = steps.findIndex(({ sequence }) => sequence === open.sequence) - 1
  const step = steps[before]
  // The first step has nothing before it but the creator.
  if (rule === 'back-to-maker' || step === undefined) return { rule, to: 'maker', step: null, keptRows: [] }
  const kept = rulesIn(steps.slice(0, before)).filter(({ id }) => approved.has(id))
  return { rule, to: 'step', step, keptRows: kept.map(({ id }) => id) }
}
