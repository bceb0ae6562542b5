import type { RangeBounds } from '@gatehouse/contract/admin/approvals/application-roles.ts'

type Range = { rangeFrom: number | null; rangeTo: number | null }

/**
 * The same range with both bounds inside. Amounts are whole paise, so a bound that is left out is one paisa away, and the
 * rules of the engine know inclusive bounds only.
 */
export const toInclusive = ({ rangeFrom, rangeTo, bounds }: Range & { bounds: RangeBounds }): Range => ({
  rangeFrom: rangeFrom === null ? null : rangeFrom + outsideFrom(bounds),
  rangeTo: rangeTo === null ? null : rangeTo - outsideTo(bounds),
})

/** The bounds as they were entered. */
export const toEntered = ({ rangeFrom, rangeTo, bounds }: Range & { bounds: RangeBounds }): Range => ({
  rangeFrom: rangeFrom === null ? null : rangeFrom - outsideFrom(bounds),
  rangeTo: rangeTo === null ? null : rangeTo + outsideTo(bounds),
})

const outsideFrom = (bounds: RangeBounds) => (bounds.startsWith('(') ? 1 : 0)
const outsideTo = (bounds: RangeBounds) => (bounds.endsWith(')') ? 1 : 0)
