import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { seal, unseal } from '../crypto/seal.ts'
import { type Db, prepared } from '../db/database.ts'
import { attempt } from './attempt.ts'
import { makeBackground } from './background.ts'
import { makeDispatcher } from './dispatcher.ts'
import { insertRows } from './insert-rows.ts'
import type { Entry, Handler, Kind, Outbox } from './types.ts'

const POLL_MS = 2000

type Setup = {
  db: Db
  log: Logger
  sealKey: KeyObject
  handlers: Record<Kind, Handler>
  /** Called after a failure of a lane, and when a lane with an alarm works again. */
  onLaneState?: (lane: string, isWorking: boolean) => Promise<void>
}

/** The table of what must happen outside: at least once, retried, then abandoned visibly (requirement M4). */
export function makeOutbox({ db, log, sealKey, handlers, onLaneState }: Setup): Outbox {
  const { run, finished } = makeBackground(log)
  const read: Outbox['read'] = (id, payload) => JSON.parse(unseal(sealKey, place(id), payload))
  const reportLane = (lane: string, isWorking: boolean) => {
    if (onLaneState !== undefined) run(onLaneState(lane, isWorking))
  }
  const needs = { db, log, handlers, read, reportLane }
  const dispatcher = makeDispatcher({
    ...{ db, run, unpausedKinds: unpausedKinds(handlers) },
    attempt: (row) => attempt(needs, row),
  })
  let timer: NodeJS.Timeout | undefined

  const wake = () => run(dispatcher.all())
  const enqueue: Outbox['enqueue'] = (tx, { id = newId(), ...entry }) => {
    tx.atCommit(insertEntry(id, entry, seal(sealKey, place(id), JSON.stringify(entry.content))))
    return id
  }
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

const COLUMNS = [
  ...(['id', 'kind', 'lane', 'payload', 'priority', 'not_after', 'created_at'] as const),
  ...(['user_id', 'application_id', 'client_id'] as const),
]

function insertEntry(id: string, entry: Omit<Entry, 'id' | 'content'>, payload: Buffer) {
  const { kind, lane, priority = 1, usefulMinutes = null, about } = entry
  // clock_timestamp(), not now(): a transaction may have waited for the one before it, and calls keep their order.
  return prepared('enqueue')`${insertRows(
    COLUMNS,
    sql`
      values (${id}, ${kind}, ${lane}, ${payload}, ${priority}, now() + make_interval(mins => ${usefulMinutes}),
        clock_timestamp(), ${about?.userId ?? null}, ${about?.applicationId ?? null}, ${about?.clientId ?? null})`,
  )}`
}

const place = (id: string) => `outbox|payload|${id}`
