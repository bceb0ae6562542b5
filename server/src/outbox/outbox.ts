import type { Logger } from 'pino'
import { type DataKeys, unseal } from '../crypto/seal.ts'
import type { Db } from '../db/database.ts'
import { attempt } from './attempt.ts'
import { makeBackground } from './background.ts'
import { makeDispatcher } from './dispatcher.ts'
import { makeEnqueue, place } from './enqueue.ts'
import type { Handler, Kind, Outbox } from './types.ts'

const POLL_MS = 2000

type Setup = {
  db: Db
  log: Logger
  sealKeys: DataKeys
  handlers: Record<Kind, Handler>
  /** Called after a failure of a lane, and when a lane with an alarm works again. */
  onLaneState?: (lane: string, isWorking: boolean) => Promise<void>
  /** After this time an attempt has failed: longer than each handler allows itself, and shorter than the lease of a row. */
  limitMs?: number
}

/** The table of what must happen outside: at least once, retried, then abandoned visibly (requirement M4). */
export function makeOutbox({ db, log, sealKeys, handlers, onLaneState, limitMs = 55_000 }: Setup): Outbox {
  const { run, finished } = makeBackground(log)
  const read: Outbox['read'] = async (id, payload) => JSON.parse(await unseal(sealKeys, place(id), payload))
  const reportLane = (lane: string, isWorking: boolean) => {
    if (onLaneState !== undefined) run(onLaneState(lane, isWorking))
  }
  const needs = { db, log, handlers, read, reportLane, limitMs }
  const dispatcher = makeDispatcher({
    ...{ db, run, unpausedKinds: unpausedKinds(handlers) },
    attempt: (row) => attempt(needs, row),
  })
  let timer: NodeJS.Timeout | undefined

  const wake = () => run(dispatcher.all())
  const enqueue = makeEnqueue(sealKeys)
  return {
    enqueue,
    send: (tx, entry) => {
      tx.afterCommit((on) => run(dispatcher.afterCommit(entry.lane, on)))
      return enqueue(tx, entry)
    },
    read,
    wake,
    start: () => {
      timer = setInterval(wake, POLL_MS).unref()
      wake()
    },
    stop: async () => {
      clearInterval(timer)
      dispatcher.stop()
      await finished()
    },
  }
}

const unpausedKinds = (handlers: Record<Kind, Handler>) =>
  Object.entries(handlers).flatMap(([kind, { isUnpaused = false }]) => (isUnpaused ? [kind] : []))
