/** A range of amounts: both bounds belong to it, and without an upper bound it is unlimited. */
export type Range = { rangeFrom: number | null; rangeTo: number | null }

/**
 * Finds the ranges that contain an amount, in time that grows with their number and with the logarithm of all. Sorted by
 * lower bound, the array is read as a balanced tree, whose every node knows the largest upper bound below it.
 */
export type StabbingIndex<Row extends Range> = { rows: readonly Row[]; largestTo: Float64Array }

export function makeStabbingIndex<Row extends Range>(unsorted: readonly Row[]): StabbingIndex<Row> {
  const rows = unsorted.toSorted((a, b) => fromOf(a) - fromOf(b))
  const largestTo = new Float64Array(rows.length)
  const fill = (start: number, end: number): number => {
    if (start >= end) return Number.NEGATIVE_INFINITY
    const middle = (start + end) >>> 1
    const row = rows[middle] as Row
    const largest = Math.max(toOf(row), fill(start, middle), fill(middle + 1, end))
    largestTo[middle] = largest
    return largest
  }
  fill(0, rows.length)
  return { rows, largestTo }
}

/** Adds the rows whose range contains the amount to `found`. */
export function collectAt<Row extends Range>({ rows, largestTo }: StabbingIndex<Row>, amount: number, found: Row[]) {
  const visit = (start: number, end: number) => {
    if (start >= end) return
    const middle = (start + end) >>> 1
    // Every range below this node ends before the amount.
    if ((largestTo[middle] as number) < amount) return
    visit(start, middle)
    const row = rows[middle] as Row
    // All ranges to the right begin after the amount.
    if (fromOf(row) > amount) return
    if (toOf(row) >= amount) found.push(row)
    visit(middle + 1, end)
  }
  visit(0, rows.length)
}

const fromOf = ({ rangeFrom }: Range) => rangeFrom ?? 0
const toOf = ({ rangeTo }: Range) => rangeTo ?? Number.POSITIVE_INFINITY
