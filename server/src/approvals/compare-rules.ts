import { appliesEverywhere } from './chain.ts'
import { fulfils, hasEnded, type Matrix, type Moment, type Rule } from './matrix.ts'

/** What differs about the rule of a role on a page. */
export type RuleChange = {
  before: Rule | null
  after: Rule | null
  /** Whether it allows something now that it did not allow before, and the reverse. */
  gains: boolean
  loses: boolean
}

/** The rules that differ between two matrices of an application: what one allows and the other does not, and their order. */
export function compareRules(before: Matrix, after: Matrix, now: Moment): RuleChange[] {
  const [former, later] = [byPlace(before), byPlace(after)]
  const changes: RuleChange[] = []
  for (const key of new Set([...former.keys(), ...later.keys()])) {
    const [was, is] = [former.get(key) ?? null, later.get(key) ?? null]
    if (was !== null && is !== null && areSame(was, is)) continue
    const gains = is !== null && allows(is, now) && !(was !== null && covers(was, is))
    const loses = was !== null && allows(was, now) && !(is !== null && covers(is, was))
    changes.push({ before: was, after: is, gains, loses })
  }
  return changes
}

/** A role has at most one rule on a page. */
const byPlace = ({ places }: Matrix) =>
  new Map(
    [...places.values()].flatMap(({ byRole }) =>
      [...byRole.values()].flat().map((rule) => [`${rule.applicationRoleId} ${rule.home.pageId}`, rule] as const),
    ),
  )

function areSame(one: Rule, other: Rule): boolean {
  const isSameRow =
    one.action === other.action &&
    one.sequence === other.sequence &&
    one.bounds === other.bounds &&
    one.isActive === other.isActive &&
    one.clientId === other.clientId &&
    one.pageId === other.pageId &&
    sameDays(one, other)
  const isSameRange = (one.rangeFrom ?? 0) === (other.rangeFrom ?? 0) && one.rangeTo === other.rangeTo
  return isSameRow && isSameRange && coversRegions(one, other) && coversRegions(other, one)
}

const sameDays = (one: Rule, other: Rule) => one.validFrom === other.validFrom && one.validUntil === other.validUntil

/** Whether a rule allows anything, now or later. */
const allows = (rule: Rule, now: Moment) =>
  rule.isActive &&
  !hasEnded(rule, now) &&
  rule.regions.length > 0 &&
  (rule.rangeFrom ?? 0) <= (rule.rangeTo ?? Number.POSITIVE_INFINITY)

/** Whether a rule allows everything that the other one allows. */
const covers = (one: Rule, other: Rule) =>
  one.isActive &&
  fulfils(one, other.action) &&
  (one.clientId === null || one.clientId === other.clientId) &&
  (one.pageId === null || one.pageId === other.pageId) &&
  (one.rangeFrom ?? 0) <= (other.rangeFrom ?? 0) &&
  (one.rangeTo ?? Number.POSITIVE_INFINITY) >= (other.rangeTo ?? Number.POSITIVE_INFINITY) &&
  (one.validFrom ?? Number.NEGATIVE_INFINITY) <= (other.validFrom ?? Number.NEGATIVE_INFINITY) &&
  (one.validUntil ?? Number.POSITIVE_INFINITY) >= (other.validUntil ?? Number.POSITIVE_INFINITY) &&
  coversRegions(one, other)

function coversRegions(one: Rule, other: Rule): boolean {
  if (appliesEverywhere(one)) return true
  if (appliesEverywhere(other)) return false
  const regions = new Set(one.regions)
  return [...other.regions].every((region) => regions.has(region))
}
