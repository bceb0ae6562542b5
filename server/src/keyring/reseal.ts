import type { Logger } from 'pino'
import type { Keys } from '../crypto/keys.ts'
import type { Db } from '../db/database.ts'
import { isDatabaseBusy, isDatabaseDown } from '../db/faults.ts'
import {
  beginPass,
  claimResealing,
  endPass,
  forgetHandovers,
  measure,
  releaseResealing,
  resealStep,
} from './reseal-steps.ts'

const POLL_MS = 10_000

export type Resealer = {
  start: () => void
  /** Works until nothing is left for this server to do now. */
  runDue: () => Promise<void>
  /** Ends after the present step. Another server, or this one after a restart, continues. */
  stop: () => Promise<void>
}

type Needs = { db: Db; log: Logger; keys: Pick<Keys, 'seal'> }

/**
 * Learns of new data keys, and seals all values again with the newest one: in every server, one at a time, in small steps.
 * Each step is one transaction with its progress, so that it can end anywhere. A server that dies loses its lease.
 */
export function makeResealer({ db, log, keys }: Needs, { batch = 100 } = {}): Resealer {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | null = null

  const runDue = async () => {
    await keys.seal.reread()
    await forgetHandovers(db)
    for (;;) {
      const id = isStopped ? null : await claimResealing(db, keys.seal.newest().id)
      if (id === null) return
      await measure(db, id)
      await beginPass(db, id)
      for (;;) {
        if (isStopped) return releaseResealing(db, id)
        const step = await resealStep(db, keys.seal, id, batch)
        if (step === 'lost') return
        for (const place of step.unreadable) log.error({ place }, 'a sealed value cannot be opened')
        if (step.isLast) break
      }
      await endPass(db, id)
    }
  }
  const round = () => {
    underWay ??= runDue()
      .catch((error: unknown) => {
        if (!isDatabaseDown(error) && !isDatabaseBusy(error)) log.warn({ err: error }, 'sealing again was interrupted')
      })
      .finally(() => {
        underWay = null
      })
  }
  return {
    start: () => {
      timer = setInterval(round, POLL_MS).unref()
    },
    runDue,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await underWay
    },
  }
}
