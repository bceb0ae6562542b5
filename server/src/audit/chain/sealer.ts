import type { Deps } from '../../deps.ts'
import { sealLines } from './seal-lines.ts'

const ROUND_MS = 5000

/** Seals the lines of the audit continuously, in the background. */
export function makeAuditSealer({ db, keys, log }: Pick<Deps, 'db' | 'keys' | 'log'>) {
  let underWay: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const round = () => {
    if (underWay !== null || isStopped) return
    underWay = sealLines(db, { keys }, () => isStopped)
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, 'the audit could not be sealed'))
      .finally(() => {
        underWay = null
      })
  }
  return {
    start: () => {
      timer = setInterval(round, ROUND_MS)
      timer.unref()
      round()
    },
    stop: async () => {
      isStopped = true
      if (timer !== null) clearInterval(timer)
      await underWay
    },
  }
}
