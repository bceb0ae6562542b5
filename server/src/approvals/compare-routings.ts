import type { ShownRouting } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import type { Matrix, Rule, Where } from './matrix.ts'
import { rulesIn } from './steps.ts'
import { areasOf } from './stretches.ts'

/** The rules of a page that are asked about fewer, or more, cases by the routing of a matrix than by a former one. */
export function compareRoutings(
  matrix: Matrix,
  before: ShownRouting,
  where: Where,
): { fewer: ReadonlySet<Rule>; more: ReadonlySet<Rule> } {
  const [fewer, more] = [new Set<Rule>(), new Set<Rule>()]
  // Of the same rules, areas and stretches are the same.
  const later = areasOf(matrix, where)
  for (const [area, { stretches }] of areasOf({ ...matrix, routing: before }, where).entries())
    for (const [stretch, { course }] of stretches.entries()) {
      const was = rulesIn(course.steps)
      const is = rulesIn(later[area]?.stretches[stretch]?.course.steps ?? [])
      for (const rule of was) if (!is.includes(rule)) fewer.add(rule)
      for (const rule of is) if (!was.includes(rule)) more.add(rule)
    }
  return { fewer, more }
}
