/** Work that every server repeats in the background. */
export type Rounds = {
  /** The work ends soon after this is true. */
  isStopped: () => boolean
  start: () => void
  /** Waits for the end of the round that is under way. */
  stop: () => Promise<void>
}

/**
 * Repeats work at once and then in this interval, but never beside itself.
 *
 * @param work ends soon after `isStopped` is true
 * @param onFailure of a round; the next one follows
 */
export function makeRounds(
  everyMs: number,
  work: (isStopped: () => boolean) => Promise<unknown>,
  onFailure: (error: unknown) => unknown,
): Rounds {
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<unknown> | null = null
  let isStopped = false
  const round = () => {
    underWay ??= work(() => isStopped)
      .catch(onFailure)
      .finally(() => {
        underWay = null
      })
  }
  return {
    isStopped: () => isStopped,
    start: () => {
      timer = setInterval(round, everyMs).unref()
      round()
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await underWay
    },
  }
}

type Log = { warn: (fields: { err: unknown }, sentence: string) => void }

/** Rounds of the server's dependencies that log a failure with this sentence. */
export const makeLoggedRounds =
  <Needs extends { log: Log }>(
    everyMs: number,
    work: (needs: Needs, isStopped: () => boolean) => Promise<unknown>,
    sentence: string,
  ) =>
  (needs: Needs): Rounds =>
    makeRounds(
      everyMs,
      (isStopped) => work(needs, isStopped),
      (error) => needs.log.warn({ err: error }, sentence),
    )
