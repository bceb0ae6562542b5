import type { Filter } from '../../screen.ts'

/** The filters that a list offers to somebody with these permissions; links may lead to others. */
export function offeredFilters<Row>(
  filters: readonly Filter<Row>[] = [],
  permissions: readonly string[],
): readonly Filter<Row>[] {
  return filters.filter(
    ({ choices, records, isFlag, permissions: needed }) =>
      (choices || records || isFlag) && (!needed || needed.some((one) => permissions.includes(one))),
  )
}
