import { REGIONS, type Region } from '@gatehouse/contract/regions.ts'
import { appliesEverywhere } from './chain.ts'
import { type Matrix, type Rule, rulesOn, type Where } from './matrix.ts'
import { LARGEST_AMOUNT } from './read-question.ts'
import { type Course, courseOf } from './steps.ts'

/** A range of amounts to which the same rules apply. Both bounds belong to it; the last one has no upper bound. */
export type Stretch = { from: number; to: number | null; course: Course }

/** Regions in which the same rules apply, with the result for every amount there. */
export type Area = { regions: Region[]; stretches: Stretch[] }

const ALL_REGIONS = Object.keys(REGIONS) as Region[]

/** All cases of a page, for a client, by region and amount. Every case of one stretch has the same answers. */
export function areasOf(matrix: Matrix, where: Where): Area[] {
  const rules = rulesOn(matrix, where)
  const regional = rules.filter((rule) => !appliesEverywhere(rule))
  const ofRegion = (region: Region) => regional.filter(({ regions }) => regions.includes(region)).map(({ id }) => id)
  const classes = Map.groupBy(ALL_REGIONS, (region) => ofRegion(region).join())
  return [...classes.values()].map((regions) => ({ regions, stretches: stretchesOf(matrix, where, regions[0], rules) }))
}

/** All cases of a page in one region. */
export const areaOf = (matrix: Matrix, where: Where, region: Region): Area => ({
  regions: [region],
  stretches: stretchesOf(matrix, where, region, rulesOn(matrix, where)),
})

function stretchesOf(matrix: Matrix, where: Where, region: Region | undefined, rules: readonly Rule[]): Stretch[] {
  // A document of all of India has no region of its own.
  const at = region === undefined || region === 'Panindia' ? null : region
  const covering = rules.filter((rule) => appliesEverywhere(rule) || (at !== null && rule.regions.includes(at)))
  const starts = new Set([0])
  for (const { rangeFrom, rangeTo } of covering) {
    starts.add(rangeFrom ?? 0)
    if (rangeTo !== null) starts.add(rangeTo + 1)
  }
  const sorted = [...starts].filter((start) => start <= LARGEST_AMOUNT).sort((a, b) => a - b)
  return sorted.map((from, index) => {
    const next = sorted[index + 1]
    return {
      from,
      to: next === undefined ? null : next - 1,
      course: courseOf(matrix, where, { amount: from, region: at }),
    }
  })
}
