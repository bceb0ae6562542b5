import { orderOf, type Rule } from './matrix.ts'
import type { Area, Stretch } from './stretches.ts'

/** A range of paise, both inclusive; without an upper bound it is unlimited. */
type Range = Pick<Stretch, 'from' | 'to'>

export type Coverage = {
  /** The steps of all areas, creation first. */
  steps: { isCreation: boolean; isCatchAll: boolean; sequence: number | null; roles: string[] }[]
  /** A cell for each step: the amounts it is asked about, and whether rules of it act there at all. */
  areas: { regions: Area['regions']; cells: { asked: Range[]; hasRows: boolean }[] }[]
}

/** Creation stands before every step, and what no rule covers after those with a number. */
const CREATION = Number.NEGATIVE_INFINITY
const CATCH_ALL = Number.MAX_VALUE

/** Which step is asked about which amounts, region by region. */
export function coverageOf(areas: readonly Area[]): Coverage {
  const read = areas.map(({ regions, stretches }) => ({ regions, stretches: stretches.map(lanesOf) }))
  const rolesAt = new Map<number, Set<string>>()
  for (const { lanes } of read.flatMap(({ stretches }) => stretches))
    for (const [place, { rules }] of lanes) {
      const roles = rolesAt.get(place) ?? new Set()
      rolesAt.set(place, roles)
      for (const { role } of rules) roles.add(role)
    }
  const places = [...rolesAt].sort(([a], [b]) => a - b)
  return {
    steps: places.map(([place, roles]) => ({
      ...{ isCreation: place === CREATION, isCatchAll: place === CATCH_ALL },
      sequence: Number.isFinite(place) && place !== CATCH_ALL ? place : null,
      roles: [...roles],
    })),
    areas: read.map(({ regions, stretches }) => ({
      regions,
      cells: places.map(([place]) => ({
        asked: join(stretches.filter(({ lanes }) => lanes.get(place)?.isAsked)),
        hasRows: stretches.some(({ lanes }) => lanes.has(place)),
      })),
    })),
  }
}

type Lanes = Map<number, { isAsked: boolean; rules: Rule[] }>

function lanesOf({ from, to, course }: Stretch): Range & { lanes: Lanes } {
  const lanes: Lanes = new Map()
  if (course.creators.length > 0) lanes.set(CREATION, { isAsked: true, rules: course.creators })
  for (const [steps, isAsked] of [
    [course.steps, true],
    [course.after, false],
  ] as const)
    for (const { rules } of steps)
      if (rules[0]) lanes.set(course.isCaught ? CATCH_ALL : orderOf(rules[0]), { isAsked, rules })
  return { from, to, lanes }
}

/** Ranges that follow each other become one. */
function join(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const { from, to } of ranges) {
    const last = joined.at(-1)
    if (last !== undefined && last.to === from - 1) last.to = to
    else joined.push({ from, to })
  }
  return joined
}
