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

/**
 * A range as somebody would enter it: an end that has changed becomes the rounder one of the last amount inside and the first one
 * outside, such as "below 1,00,000" for 99,999.99. The other end stays as it was entered.
 */
export function enteredAs(range: Range, former: Range & { bounds: RangeBounds }): Range & { bounds: RangeBounds } {
  const entered = toEntered(former)
  let [opening, closing] = [former.bounds.startsWith('(') ? '(' : '[', former.bounds.endsWith(')') ? ')' : ']']
  if (range.rangeFrom !== former.rangeFrom) {
    const isOut = range.rangeFrom !== null && range.rangeFrom > 0 && isRounder(range.rangeFrom - 1, range.rangeFrom)
    entered.rangeFrom = range.rangeFrom === null ? null : range.rangeFrom - (isOut ? 1 : 0)
    opening = isOut ? '(' : '['
  }
  if (range.rangeTo !== former.rangeTo) {
    const isOut = range.rangeTo !== null && isRounder(range.rangeTo + 1, range.rangeTo)
    entered.rangeTo = range.rangeTo === null ? null : range.rangeTo + (isOut ? 1 : 0)
    closing = isOut ? ')' : ']'
  }
  return { ...entered, bounds: `${opening}${closing}` as RangeBounds }
}

const isRounder = (one: number, other: number) => zerosOf(one) > zerosOf(other)
const zerosOf = (amount: number) => /0*$/.exec(String(amount))?.[0].length ?? 0

const outsideFrom = (bounds: RangeBounds) => (bounds.startsWith('(') ? 1 : 0)
const outsideTo = (bounds: RangeBounds) => (bounds.endsWith(')') ? 1 : 0)
