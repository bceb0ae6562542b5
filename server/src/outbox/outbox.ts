import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import sql, { type Sql } from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { seal, unseal } from '../crypto/seal.ts'
import { type Db, type Executor, prepared } from '../db/database.ts'
import { claim } from './claim.ts'
import { insertRows } from './insert-rows.ts'
import { isLaneFailure, noteLaneHealth } from './lane-health.ts'
import { lanesWithWork } from './lanes.ts'
import { nextState, noteOutcome } from './note-outcome.ts'
import type { Handler, Kind, Outbox, Outcome, Row } from './types.ts'

const POLL_MS = 2000
/** Rows of one lane that one server sends at the same time. */
const CONCURRENT_MAX = 10
/** How often a server looks again at a lane whose due rows were all locked. */
const LOOKS_PER_SECOND = 20

type Setup = {
  db: Db
  log: Logger
  sealKey: KeyObject
  handlers: Record<Kind, Handler>
  /** Called after a failure of a lane, and when a lane with an alarm works again. */
  onLaneState?: (lane: string, isWorking: boolean) => Promise<void>
}
type Noted = { id: string; isAlarmed: boolean }

/** The table of what must happen outside: at least once, retried, then abandoned visibly (requirement M4). */
export function makeOutbox({ db, log, sealKey, handlers, onLaneState }: Setup): Outbox {
  const underWay = new Set<Promise<unknown>>()
  const busy = new Map<string, number>()
  const claiming = new Set<string>()
  const missed = new Set<string>()
  const waking = new Map<string, NodeJS.Timeout>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const run = (work: Promise<unknown>) => {
    const guarded = work.catch((error: unknown) => log.warn({ err: error }, 'outbox round failed'))
    underWay.add(guarded)
    void guarded.finally(() => underWay.delete(guarded))
  }
  const read = (id: string, payload: Buffer): unknown => JSON.parse(unseal(sealKey, place(id), payload))

  const attempt = async (row: Row) => {
    const handler = handlers[row.kind]
    const began = performance.now()
    let content: unknown = null
    const outcome = await (async (): Promise<Outcome> => {
      if (row.isLate)
        return { target: '', isSuccess: false, answer: 'expired before it was sent', isFinal: true, isUntried: true }
      if (row.payload !== null) content = read(row.id, row.payload)
      return handler.deliver(row, content)
    })().catch((error: unknown) => {
      log.warn({ err: error, outboxId: row.id, attempts: row.attempts }, 'a delivery failed')
      return { target: '', isSuccess: false, answer: error instanceof Error ? error.message : String(error) }
    })
    const next = nextState(row, outcome, handler.retrySeconds)
    const tookMs = Math.round(performance.now() - began)
    const keepsContent = next.state !== 'ready' && handler.keepsContent?.(content) === true
    const also = [...noteLaneHealth(row.lane, outcome, handler), ...(handler.note?.(row, outcome, next.state) ?? [])]
    const note = noteOutcome(row, outcome, next, { tookMs, keepsContent, also })
    const noted = next.state === 'dead' ? await abandon(row, outcome, note) : (await db.execute<Noted>(note)).rows[0]
    if (noted && isLaneFailure(outcome)) run(onLaneState?.(row.lane, false) ?? Promise.resolve())
    else if (noted?.isAlarmed && outcome.isSuccess) run(onLaneState?.(row.lane, true) ?? Promise.resolve())
    if (!noted)
      log.warn({ outboxId: row.id, attempts: row.attempts }, 'another server has claimed the row in the meantime')
    else if (next.state === 'ready' && next.waitSeconds === 0) run(pump(next.lane))
    // The next call about the same person has waited for this one.
    else if (row.userId !== null && next.state !== 'ready') run(pump(row.lane))
  }

  /** In one transaction with the notice to an administrator, or not at all. */
  const abandon = (row: Row, { answer }: Outcome, note: Sql) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<Noted>(note)
      if (rows.length > 0) await handlers[row.kind].abandon?.(tx, row, answer)
      return rows[0]
    })

  /** Claims as many rows as the lane has room for; each finished row makes room. The rate is read at each claim. */
  const pump = async (lane: string, on: Executor = db) => {
    if (isStopped) return
    if (claiming.has(lane)) {
      // The claim under way does not see rows that have become due since it began.
      missed.add(lane)
      return
    }
    claiming.add(lane)
    try {
      const room = CONCURRENT_MAX - (busy.get(lane) ?? 0)
      if (room <= 0) return
      const { granted, perSecond, rows } = await claim(on, lane, room)
      if (perSecond > 0) pumpLater(lane, perSecond)
      // The due rows may have been locked for a moment by a transaction that then changed nothing.
      if (granted > 0 && rows.length === 0) pumpLater(lane, LOOKS_PER_SECOND)
      busy.set(lane, (busy.get(lane) ?? 0) + rows.length)
      for (const row of rows) {
        run(
          attempt(row).finally(() => {
            busy.set(lane, (busy.get(lane) ?? 1) - 1)
            if (rows.length === granted) run(pump(lane))
          }),
        )
      }
    } finally {
      claiming.delete(lane)
      if (missed.delete(lane)) run(pump(lane))
    }
  }
  /** Looks at a lane after the commit that added a row to it. */
  const pumpAfterCommit = async (lane: string, on: Executor) => {
    const isFree = !claiming.has(lane) && (busy.get(lane) ?? 0) < CONCURRENT_MAX
    if (isFree) return pump(lane, on)
    // A claim under way may have run before the commit, so look again after it.
    await on.execute(sql`select 1`)
    return pump(lane)
  }
  /**
   * Looks at a lane with a rate again when its next message may be sent; a lane that is empty by then is left alone.
   */
  const pumpLater = (lane: string, perSecond: number) => {
    if (waking.has(lane)) return
    const look = async () => {
      waking.delete(lane)
      if ((await lanesWithWork(db)).includes(lane)) await pump(lane)
    }
    waking.set(lane, setTimeout(() => run(look()), Math.max(20, 1000 / perSecond)).unref())
  }
  const round = async () => {
    if (isStopped) return
    for (const lane of await lanesWithWork(db)) run(pump(lane))
  }
  const wake = () => {
    if (!isStopped) run(round())
  }

  const enqueue: Outbox['enqueue'] = (tx, entry) => {
    const { id = newId(), kind, lane, content, priority = 1, usefulMinutes = null, about } = entry
    const payload = seal(sealKey, place(id), JSON.stringify(content))
    tx.atCommit(
      // clock_timestamp(), not now(): a transaction may have waited for the one before it, and calls keep their order.
      prepared('enqueue')`${insertRows(
        [
          'id',
          'kind',
          'lane',
          'payload',
          'priority',
          'not_after',
          'created_at',
          'user_id',
          'application_id',
          'client_id',
        ],
        sql`
          values (${id}, ${kind}, ${lane}, ${payload}, ${priority}, now() + make_interval(mins => ${usefulMinutes}),
            clock_timestamp(), ${about?.userId ?? null}, ${about?.applicationId ?? null}, ${about?.clientId ?? null})`,
      )}`,
    )
    return id
  }

  return {
    enqueue,
    send: (tx, entry) => {
      tx.afterCommit((on) => run(pumpAfterCommit(entry.lane, on)))
      return enqueue(tx, entry)
    },
    read,
    wake,
    start: () => {
      timer = setInterval(wake, POLL_MS)
      timer.unref()
      wake()
    },
    stop: async () => {
      isStopped = true
      if (timer !== null) clearInterval(timer)
      for (const one of waking.values()) clearTimeout(one)
      while (underWay.size > 0) await Promise.allSettled([...underWay])
    },
  }
}

const place = (id: string) => `outbox|payload|${id}`
