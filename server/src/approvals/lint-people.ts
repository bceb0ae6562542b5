import { about, type Finding, type PageLint } from './lint.ts'
import type { Rule } from './matrix.ts'
import { leastOf } from './steps.ts'

/** The rules of a page that are asked and whose role no active person has. The catch-all role is judged once, for the whole matrix. */
export function lintPeople({ asked, alternatives }: PageLint, hasPeople: (rule: Rule) => boolean): Finding[] {
  return asked
    .filter((rule) => !rule.isCatchAll && !hasPeople(rule))
    .map((rule) => {
      const others = alternatives.filter(({ rules }) => rules.includes(rule))
      const isReplaced =
        others.length > 0 && others.every((step) => step.rules.filter(hasPeople).length >= leastOf(step))
      return about(isReplaced ? 'others-have-people' : 'no-people', rule)
    })
}
