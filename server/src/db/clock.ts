/** How long one measurement is used: the clocks of machines drift by milliseconds in that time. */
const KEPT_MS = 60_000
/** After a jump of this size (the server was paused, or its clock was set) the clock measures again at once. */
const JUMP_MS = 1000

type Measured = { at: number; databaseAheadMs: number; wallAheadMs: number }

/**
 * The database's time without a query each time: measured once a minute against this process's monotonic clock. The
 * wall clock of the server does not matter.
 *
 * @param ask reads the database's clock
 */
export function makeClock(ask: () => Promise<Date>): () => Promise<Date> {
  let measured: Measured | null = null
  let measuring: Promise<Measured> | null = null

  const measure = async (): Promise<Measured> => {
    const askedAt = performance.now()
    const time = (await ask()).getTime()
    const at = performance.now()
    // The database read its clock at some moment between the question and the answer; assume the middle.
    measured = { at, databaseAheadMs: time - (askedAt + at) / 2, wallAheadMs: Date.now() - at }
    return measured
  }
  const isGood = ({ at, wallAheadMs }: Measured, now: number) =>
    now - at < KEPT_MS && Math.abs(Date.now() - now - wallAheadMs) < JUMP_MS

  return async () => {
    const now = performance.now()
    if (measured !== null && isGood(measured, now)) return new Date(now + measured.databaseAheadMs)
    measuring ??= measure().finally(() => {
      measuring = null
    })
    const { databaseAheadMs } = await measuring
    return new Date(performance.now() + databaseAheadMs)
  }
}
