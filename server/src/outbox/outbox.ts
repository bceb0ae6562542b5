import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Sql } from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { seal, unseal } from '../crypto/seal.ts'
import { type Db, prepared, type Tx } from '../db/database.ts'
import { claim } from './claim.ts'
import { lanesWithWork } from './lanes.ts'
import { nextOf, noteOutcome } from './note-outcome.ts'

export type Kind = 'message' | 'webhook' | 'partner' | 'logout'

/** Something that must happen outside, and is due. It may happen twice when a server dies between doing and noting it: `id` tells repeats. */
export type Due = {
  id: string
  kind: Kind
  /** What it goes through. */
  lane: string
  /** Which try this is, from 1. */
  attempts: number
  /** Lanes that have failed since the last back-off. */
  triedLanes: string[]
  /** Of a logout. */
  sessionId: string
  applicationId: string
}

/** What came of a try. */
export type Outcome = {
  /** Through what it went, by name. */
  gateway: string
  isSuccess: boolean
  /** What the other side said, without secrets; or why it could not be asked. */
  answer: string
  /** Every lane that it could go through, the best first. A failure is tried with the next one at once. */
  lanes?: string[]
  /** Nothing was tried: again after so many seconds, without counting. */
  postponedSeconds?: number
  /** Of what is postponed: it waits in this lane from now on. */
  lane?: string
  /** Another try would fail in the same way. */
  isFinal?: boolean
  /** It was given up without asking the other side: no try is counted. */
  isUntried?: boolean
  /** The other side asked not to be called again for so long (RFC 9110 §10.2.3). */
  retryAfterSeconds?: number
}

/** `ready`: it will be tried again. */
export type State = 'ready' | 'done' | 'dead'

/** How one kind is handed over. */
export type Handler = {
  /** How long to wait after each round in which every lane has failed. After the last, it is given up. */
  retrySeconds: readonly number[]
  /** @throws Error as a failure that says why */
  deliver: (due: Due, content: unknown) => Promise<Outcome>
  /** Written in the statement that notes an outcome, where `IS_NOTED`: changes such as of the log that people read. */
  note?: (due: Due, outcome: Outcome, state: State) => Sql[]
  /** The content stays readable to this table's owner once it has happened, to be sent again. */
  keeps?: (content: unknown) => boolean
  /** After the last try, in the transaction that notes it: an administrator must be able to see it. */
  giveUp?: (tx: Tx, due: Due, reason: string) => Promise<void>
}

export type Entry = {
  /** Where it is to have the id of something else. */
  id?: string
  kind: Kind
  lane: string
  /** Sealed in the table. */
  content: unknown
  /** 0 goes before 1. */
  priority?: 0 | 1
  /** After so many minutes it is of no use any more. */
  usefulMinutes?: number | null
}

export type Outbox = {
  /** Writes it in the transaction of its cause, with the commit; gives its id. */
  enqueue: (tx: Tx, entry: Entry) => string
  /** Reads what waits in a line, or is kept there. */
  read: (id: string, payload: Buffer) => unknown
  /** After the commit: tries soon, without waiting. */
  wake: () => void
  start: () => void
  /** Lets deliveries under way finish. */
  stop: () => Promise<void>
}

const POLL_MS = 2000
/** Of one lane in one server. */
const AT_ONCE = 10
/** At a lane in which nothing that was due could be taken. */
const LOOKS_PER_SECOND = 20

/** A line that this server has taken. */
export type Row = Due & { priority: number; payload: Buffer | null; isLate: boolean; rounds: number }
type Setup = { db: Db; log: Logger; sealKey: KeyObject; handlers: Record<Kind, Handler> }

/** The table of what must happen outside: at least once, retried, then given up visibly (decision M4). */
export function makeOutbox({ db, log, sealKey, handlers }: Setup): Outbox {
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
        return { gateway: '', isSuccess: false, answer: 'no longer of use', isFinal: true, isUntried: true }
      if (row.payload !== null) content = read(row.id, row.payload)
      return handler.deliver(row, content)
    })().catch((error: unknown) => {
      log.warn({ err: error, outboxId: row.id, attempts: row.attempts }, 'it could not be delivered')
      return { gateway: '', isSuccess: false, answer: error instanceof Error ? error.message : String(error) }
    })
    const next = nextOf(row, outcome, handler.retrySeconds)
    const tookMs = Math.round(performance.now() - began)
    const keeps = next.state !== 'ready' && handler.keeps?.(content) === true
    const also = handler.note?.(row, outcome, next.state) ?? []
    const note = noteOutcome(row, outcome, next, { tookMs, keeps, also })
    const isNoted = next.state === 'dead' ? await giveUp(row, outcome, note) : (await db.execute(note)).rows.length > 0
    if (!isNoted) log.warn({ outboxId: row.id, attempts: row.attempts }, 'another server has taken it meanwhile')
    else if (next.state === 'ready' && next.waitSeconds === 0) run(pump(next.lane))
  }

  /** With what makes it visible, or not at all. */
  const giveUp = (row: Row, { answer }: Outcome, note: Sql) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute(note)
      if (rows.length > 0) await handlers[row.kind].giveUp?.(tx, row, answer)
      return rows.length > 0
    })

  /** Takes as much as the lane has room for; whatever ends makes room. Its rate is that of this moment. */
  const pump = async (lane: string) => {
    if (isStopped) return
    if (claiming.has(lane)) {
      // What has become due since that claim began is not in it.
      missed.add(lane)
      return
    }
    claiming.add(lane)
    try {
      const room = AT_ONCE - (busy.get(lane) ?? 0)
      if (room <= 0) return
      const { granted, perSecond, rows } = await claim(db, lane, room)
      if (perSecond > 0) pumpLater(lane, perSecond)
      // What was due may have been locked for the moment, by somebody who then changed nothing.
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
  /** A lane with a rate is looked at again when its next message may go; one that is empty by then, not any more. */
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

  return {
    enqueue: (tx, { id = newId(), kind, lane, content, priority = 1, usefulMinutes = null }) => {
      const payload = seal(sealKey, place(id), JSON.stringify(content))
      tx.atCommit(
        prepared('enqueue')`
        insert into outbox (id, kind, lane, payload, priority, not_after)
        values (${id}, ${kind}, ${lane}, ${payload}, ${priority}, now() + make_interval(mins => ${usefulMinutes}))`,
      )
      return id
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
