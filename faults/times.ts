/** Percentiles and the like of times in ms. */
export function timesOf(all: number[]) {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) }
}

/** A result and how long it took. */
export async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, ms: performance.now() - startedAt }
}
