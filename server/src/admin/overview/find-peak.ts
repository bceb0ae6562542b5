/** The smallest number that counts as a peak. */
const LEAST = 20
const TIMES = 3
const DAYS_BEFORE = 7

export type Peak = { index: number; count: number; usual: number }

/**
 * Today, or else yesterday, when it has more than three times as many as each of the seven days before it had on the
 * average; `null`: neither has.
 *
 * @param counts one for each day, oldest first
 */
export function findPeak(counts: readonly number[]): Peak | null {
  for (const index of [counts.length - 1, counts.length - 2]) {
    const count = counts[index] ?? 0
    const before = counts.slice(Math.max(0, index - DAYS_BEFORE), Math.max(0, index))
    const usual = before.reduce((sum, one) => sum + one, 0) / Math.max(1, before.length)
    if (count >= LEAST && count > TIMES * usual) return { index, count, usual: Math.round(usual) }
  }
  return null
}
