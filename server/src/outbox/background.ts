import type { Logger } from 'pino'

export type Background = {
  /** Starts to wait for work whose result nobody needs; a failure is logged. */
  run: (work: Promise<unknown>) => void
  /** Waits until all work is done, also what begins in the meantime. */
  finished: () => Promise<void>
}

export function makeBackground(log: Logger): Background {
  const underWay = new Set<Promise<unknown>>()
  return {
    run: (work) => {
      const guarded = work.catch((error: unknown) => log.warn({ err: error }, 'outbox round failed'))
      underWay.add(guarded)
      void guarded.finally(() => underWay.delete(guarded))
    },
    finished: async () => {
      while (underWay.size > 0) await Promise.allSettled([...underWay])
    },
  }
}
