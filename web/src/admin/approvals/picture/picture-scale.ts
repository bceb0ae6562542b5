/** Where amounts stand on an axis, in percent. */
export type Scale = { at: (rupees: number | null) => number; ticks: number[] }

/** The places of 0, and of what is larger than every bound. */
const ZERO_PERCENT = 5
const OPEN_PERCENT = 7
const TICKS_MAX = 8

/** A logarithmic axis that has room below the smallest bound and above the largest one. An amount without end is at 100. */
export function makeScale(bounds: readonly (number | null)[]): Scale {
  const positive = bounds.filter((bound) => bound !== null).filter((bound) => bound >= 1)
  const [smallest, largest] = positive.length > 0 ? [Math.min(...positive), Math.max(...positive)] : [10_000, 1_00_000]
  const first = Math.max(0, powerBelow(smallest) - (smallest === 10 ** powerBelow(smallest) ? 1 : 0))
  const last = Math.max(first + 2, powerBelow(largest) + 1)
  const at = (rupees: number | null) => {
    if (rupees === null) return 100
    const low = 10 ** first
    if (rupees < low) return (Math.max(0, rupees) / low) * ZERO_PERCENT
    const part = Math.min(1, Math.log10(rupees / low) / (last - first))
    return ZERO_PERCENT + part * (100 - ZERO_PERCENT - OPEN_PERCENT)
  }
  const step = Math.ceil((last - first + 1) / TICKS_MAX)
  const powers = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step)
  return { at, ticks: [0, ...powers.map((power) => 10 ** power)] }
}

/** The power of ten that is not above a number. `Math.log10(1000)` may be a little less than 3. */
const powerBelow = (value: number) => Number(value.toExponential().split('e')[1])

type Span = { from: number; to: number | null }

/** Puts spans that overlap below each other. @returns the line of each, from 0 */
export function linesOf(spans: readonly Span[]): number[] {
  const ends: (number | null)[] = []
  return spans.map(({ from, to }) => {
    const free = ends.findIndex((end) => end !== null && end < from)
    const line = free === -1 ? ends.length : free
    ends[line] = to
    return line
  })
}
