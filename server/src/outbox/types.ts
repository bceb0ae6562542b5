import type { Sql } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'

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
  /** Whom a call is about. */
  userId: string | null
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
  /** Of a failure: it lies with what was to be sent, and not with what it went through. */
  isLaneWell?: boolean
  /** The other side asked not to be called again for so long (RFC 9110 §10.2.3). */
  retryAfterSeconds?: number
}

/** `ready`: it will be tried again. */
export type State = 'ready' | 'done' | 'dead'

/** How one kind is handed over. */
export type Handler = {
  /** How long to wait after each round in which every lane has failed. After the last, it is given up. */
  retrySeconds: readonly number[]
  /** After so many failures in a row its lane is left alone for so long. */
  pause?: { failures: number; seconds: number }
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
  /** Whom and what a call is about. What is about one person goes out in its order, one after the other. */
  about?: { userId: string; applicationId: string; clientId: string }
  /** After so many minutes it is of no use any more. */
  usefulMinutes?: number | null
}

export type Outbox = {
  /** Writes it in the transaction of its cause, with the commit; gives its id. */
  enqueue: (tx: Tx, entry: Entry) => string
  /** The same, and looks at its lane behind the commit: no `wake` is needed. */
  send: (tx: Tx, entry: Entry) => string
  /** Reads what waits in a line, or is kept there. */
  read: (id: string, payload: Buffer) => unknown
  /** After the commit: tries soon, without waiting. */
  wake: () => void
  start: () => void
  /** Lets deliveries under way finish. */
  stop: () => Promise<void>
}

/** A line that this server has taken. */
export type Row = Due & { priority: number; payload: Buffer | null; isLate: boolean; rounds: number }
