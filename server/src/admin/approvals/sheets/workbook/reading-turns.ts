const LONG_MS = 2000
const REST_MS = 60_000

/**
 * Who may have a file read. A person has one process at a time. Whoever had one for long lets others go first for a minute: they get one
 * only while nobody else has any, so that a few people with large files do not keep all of them.
 *
 * Moments are milliseconds of a clock that only goes forward.
 */
export function makeReadingTurns(processes: number) {
  const running = new Set<string>()
  const restsUntil = new Map<string, number>()
  return {
    /** @returns what ends the turn; `null`: the person must wait */
    begin(personId: string, now: number): ((now: number) => void) | null {
      for (const [id, until] of restsUntil) if (until <= now) restsUntil.delete(id)
      const free = restsUntil.has(personId) ? 1 : processes
      if (running.size >= free || running.has(personId)) return null
      running.add(personId)
      return (end) => {
        running.delete(personId)
        if (end - now >= LONG_MS) restsUntil.set(personId, end + REST_MS)
      }
    },
  }
}
