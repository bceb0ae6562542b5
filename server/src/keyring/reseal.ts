import type { Logger } from 'pino'
import type { Keys } from '../crypto/keys.ts'
import type { Db } from '../db/database.ts'
import { isDatabaseFault } from '../db/faults.ts'
import { makeRounds, type Rounds } from '../rounds.ts'
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

/** It stops after the present step. Another server, or this one after a restart, continues. */
export type Resealer = Pick<Rounds, 'start' | 'stop'> & {
  /** Works until nothing is left for this server to do now. */
  runDue: () => Promise<void>
}

type Needs = { db: Db; log: Logger; keys: Pick<Keys, 'seal'> }

/**
 * Learns of new data keys, and seals all values again with the newest one: in every server, one at a time, in small steps.
 * Each step is one transaction with its progress, so that it can end anywhere. A server that dies loses its lease.
 */
export function makeResealer({ db, log, keys }: Needs, { batch = 100 } = {}): Resealer {
  const runDue = async () => {
    await keys.seal.reread()
    await forgetHandovers(db)
    for (;;) {
      const id = rounds.isStopped() ? null : await claimResealing(db, keys.seal.newest().id)
      if (id === null) return
      await measure(db, id)
      await beginPass(db, id)
      for (;;) {
        if (rounds.isStopped()) return releaseResealing(db, id)
        const step = await resealStep(db, keys.seal, id, batch)
        if (step === 'lost') return
        for (const place of step.unreadable) log.error({ place }, 'a sealed value cannot be opened')
        if (step.isLast) break
      }
      await endPass(db, id)
    }
  }
  const rounds = makeRounds(POLL_MS, runDue, (error) => {
    if (!isDatabaseFault(error)) log.warn({ err: error }, 'sealing again was interrupted')
  })
  return { ...rounds, runDue }
}
