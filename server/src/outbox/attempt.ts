import type { Logger } from 'pino'
import type { Sql } from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import { delivery, deliveryTried } from '../signals.ts'
import { isLaneFailure, isTried, noteLaneHealth } from './lane-health.ts'
import { type Next, nextState, noteOutcome } from './note-outcome.ts'
import type { Handler, Kind, Outbox, Outcome, Row } from './types.ts'

export type AttemptNeeds = {
  db: Db
  log: Logger
  handlers: Record<Kind, Handler>
  read: Outbox['read']
  /** Called after a failure of a lane, and when a lane with an alarm works again. Nobody waits for it. */
  reportLane: (lane: string, isWorking: boolean) => void
  /** After this time an attempt has failed. */
  limitMs: number
}

type Noted = { id: string; isAlarmed: boolean }

const EXPIRED: Outcome = {
  ...{ target: '', isSuccess: false, answer: 'expired before it was sent' },
  ...{ isFinal: true, isUntried: true },
}

/** Sends a claimed row and notes the outcome. Returns the lane that may have work because of it, or `null`. */
export async function attempt(needs: AttemptNeeds, row: Row): Promise<string | null> {
  const handler = needs.handlers[row.kind]
  const began = performance.now()
  const { outcome, content } = await deliver(needs, row)
  const tookMs = Math.round(performance.now() - began)
  const next = nextState(row, outcome, handler.retrySeconds)
  const keepsContent = next.state !== 'ready' && handler.keepsContent?.(content) === true
  const also = [...noteLaneHealth(row.lane, outcome, handler), ...(handler.note?.(row, outcome, next.state) ?? [])]
  const note = noteOutcome(row, outcome, next, { tookMs, keepsContent, also })
  const noted = next.state === 'dead' ? await abandon(needs, row, outcome, note) : await execute(needs.db, note)
  if (noted === undefined) {
    needs.log.warn({ outboxId: row.id, attempts: row.attempts }, 'another server has claimed the row in the meantime')
    return null
  }
  if (isTried(outcome)) deliveryTried.publish({ kind: row.kind, state: next.state, tookMs })
  if (isLaneFailure(outcome)) needs.reportLane(row.lane, false)
  else if (noted.isAlarmed && outcome.isSuccess) needs.reportLane(row.lane, true)
  return laneWithWork(row, next)
}

/** The content is `null` when there is none, or when it cannot be read. */
async function deliver(
  { log, handlers, read, limitMs }: AttemptNeeds,
  row: Row,
): Promise<{ outcome: Outcome; content: unknown }> {
  if (row.isLate) return { outcome: EXPIRED, content: null }
  let content: unknown = null
  try {
    if (row.payload !== null) content = await read(row.id, row.payload)
    const { kind, lane } = row
    const work = () => withinLimit(handlers[kind].deliver(row, content), limitMs)
    return { outcome: await delivery.run({ kind, lane, attempt: row.attempts }, work), content }
  } catch (error) {
    log.warn({ err: error, outboxId: row.id, attempts: row.attempts }, 'a delivery failed')
    const answer = error instanceof Error ? error.message : String(error)
    return { outcome: { target: '', isSuccess: false, answer }, content }
  }
}

/** A handler that never ends would keep its lane for good: the attempt ends before its lease does. */
async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${limitMs / 1000} seconds`)), limitMs)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

/** In one transaction with the notice to an administrator, or not at all. */
const abandon = ({ db, handlers }: AttemptNeeds, row: Row, { answer }: Outcome, note: Sql) =>
  db.transaction(async (tx) => {
    const noted = await execute(tx, note)
    if (noted !== undefined) await handlers[row.kind].abandon?.(tx, row, answer)
    return noted
  })

async function execute(on: Pick<Db, 'execute'>, note: Sql): Promise<Noted | undefined> {
  const { rows } = await on.execute<Noted>(note)
  return rows[0]
}

function laneWithWork({ lane, userId }: Row, next: Next): string | null {
  if (next.state === 'ready') return next.waitSeconds === 0 ? next.lane : null
  // The next call about the same person has waited for this one.
  return userId === null ? null : lane
}
