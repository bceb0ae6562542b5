import type { Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import type { outbox } from '../db/schema/platform.ts'

/** What a row is. The outbox treats all kinds alike; each has its handler. */
export type Kind = (typeof outbox.$inferSelect)['kind']

/**
 * An outbox row that is due. It may be sent twice when a server dies between sending and noting it: receivers recognise
 * a repeat by `id`.
 */
export type Due = {
  id: string
  kind: Kind
  /** The queue that it waits in: one for each gateway, webhook or application. */
  lane: string
  /** The number of this attempt, from 1. */
  attempts: number
  /** Lanes that have failed since the last back-off. */
  triedLanes: string[]
  /** The session, the application and the person that it is about, where its cause has named them. */
  sessionId: string
  /** The acting in that session which has ended, instead of the session. */
  actingId: string | null
  applicationId: string
  userId: string | null
}

/** The result of one attempt. */
export type Outcome = {
  /** The name of the gateway or host that was called; empty when none was. */
  target: string
  isSuccess: boolean
  /** What the target answered, without secrets; or why it could not be reached. */
  answer: string
  /** All lanes that could send the row, the best first. After a failure the next one is tried at once. */
  lanes?: string[]
  /** Nothing was tried: try again after so many seconds, without counting an attempt. */
  postponedSeconds?: number
  /** The lane in which the row waits from now on. */
  lane?: string
  /** A retry would fail in the same way. */
  isFinal?: boolean
  /** The row was abandoned without calling the target: no attempt is counted. */
  isUntried?: boolean
  /** The failure lies with the content of the row, not with the target. */
  isLaneHealthy?: boolean
  /** The target asked not to be called again for so long (RFC 9110 §10.2.3). */
  retryAfterSeconds?: number
}

/** `ready`: it will be tried, or retried. `dead`: abandoned. */
export type State = 'ready' | 'done' | 'dead'

/** How rows of one kind are sent. */
export type Handler = {
  /**
   * The back-off: how long to wait after each round in which every lane has failed. After the last one, the row is
   * abandoned.
   */
  retrySeconds: readonly number[]
  /** After so many failures in a row the lane is paused for so long. */
  pause?: { failures: number; seconds: number }
  /** A pause of a lane holds up none of its rows: the handler chooses another lane, or postpones them itself. */
  isUnpaused?: boolean
  /** @throws Error when it failed; the message says why */
  deliver: (due: Due, content: unknown) => Promise<Outcome>
  /** Extra SQL for the statement that notes an outcome; guard it with `IS_NOTED`. */
  note?: (due: Due, outcome: Outcome, state: State) => Sql[]
  /** True when the sealed content stays in the table after success, to be sent again. */
  keepsContent?: (content: unknown) => boolean
  /** After the last attempt, in the transaction that notes it: makes the failure visible to an administrator. */
  abandon?: (tx: Tx, due: Due, reason: string) => Promise<void>
}

export type Entry = {
  /** Use this id instead of a new one. */
  id?: string
  kind: Kind
  lane: string
  /** Stored sealed (encrypted). */
  content: unknown
  /** 0 is sent before 1. */
  priority?: 0 | 1
  /**
   * The person, application and organisation that a call is about. Calls about one person are sent one after the other,
   * in order.
   */
  about?: { userId: string; applicationId: string; clientId: string }
  /** After so many minutes the row is abandoned without being sent. */
  usefulMinutes?: number | null
}

export type Outbox = {
  /** Writes the row when the transaction commits; returns its id. */
  enqueue: (tx: Tx, entry: Entry) => string
  /** The same, and looks at the lane right after the commit: no `wake` is needed. */
  send: (tx: Tx, entry: Entry) => string
  /** Unseals the content of a row. */
  read: (id: string, payload: Buffer) => Promise<unknown>
  /** Call it after the commit: sends due rows soon. Does not wait for them. */
  wake: () => void
  start: () => void
  /** Waits until the deliveries under way are finished. */
  stop: () => Promise<void>
}

/** A row that this server has claimed. */
export type Row = Due & { priority: number; payload: Buffer | null; isLate: boolean; rounds: number }
