import type { Finding } from './lint.ts'
import { orderOf } from './matrix.ts'
import { isFinal } from './steps.ts'
import type { Stretch } from './stretches.ts'

/**
 * Amounts that pass a step without anybody, although it has rules for lower and for higher amounts. Below its first rule
 * and above its last one a step is left out on purpose: only larger amounts go to the head. Where one level is enough,
 * every other step is.
 */
export function stepGapsOf(stretches: readonly Stretch[]): Finding[] {
  const sequences = new Set(stretches.flatMap(({ course }) => course.steps.map(({ sequence }) => sequence)))
  return [...sequences].flatMap((sequence) => (sequence === null ? [] : gapsAt(sequence, stretches)))
}

function gapsAt(sequence: number, stretches: readonly Stretch[]): Finding[] {
  const found: Finding[] = []
  let waiting: Finding[] = []
  let below: Stretch | null = null
  for (const stretch of stretches) {
    const step = stretch.course.steps.find((one) => one.sequence === sequence)
    if (step !== undefined) {
      const neighbours = [...(below === null ? [] : rulesAt(sequence, below)), ...step.rules]
      found.push(...waiting.map((gap) => ({ ...gap, rules: [...new Set(neighbours)] })))
      waiting = []
      below = stretch
    } else if (below !== null && passes(sequence, stretch)) {
      const last = waiting.at(-1)
      if (last?.to === stretch.from - 1) last.to = stretch.to
      else
        waiting.push({ code: 'step-gap', rules: [], step: sequence, from: stretch.from, to: stretch.to, regions: [] })
    }
  }
  return found
}

const rulesAt = (sequence: number, { course }: Stretch) =>
  course.steps.find((one) => one.sequence === sequence)?.rules ?? []

/** Whether somebody is asked after this step: a ladder that has ended, or that nobody stands on, lacks nothing here. */
const passes = (sequence: number, { course: { steps, isCaught } }: Stretch) =>
  !isCaught &&
  steps.some(({ rules: [rule] }) => rule !== undefined && orderOf(rule) > sequence) &&
  !steps.some((step) => isFinal(step) && (step.sequence ?? Number.POSITIVE_INFINITY) < sequence)
