import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { seal, unseal } from '../crypto/seal.ts'
import { type Db, prepared, type Tx } from '../db/database.ts'

/** What goes out, by kind. It may go out twice when a server dies between sending and noting it: `id` tells repeats. */
export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** After this, milliseconds since 1970, it is of no use any more. */
  notAfter: number | null
}

export type Deliver = (email: Email, id: string) => Promise<void>

/** What the partner portal is told of an assignment; the names are its own (specification 2 section 7). */
export type PartnerCall = { userId: string; appName: string; ClientName: string; ClientID: string }

/** An application that is told of the end of a session (OpenID Connect Back-Channel Logout 1.0). */
export type LogoutNotice = { sessionId: string; applicationId: string }

export type TellLogout = {
  tell: (notice: LogoutNotice, id: string) => Promise<void>
  /** After the last try: an administrator must be able to see it. */
  giveUp: (notice: LogoutNotice, reason: string) => Promise<void>
}

export type CallPartner = (call: PartnerCall, id: string) => Promise<void>

/** `sent`; `failed`: the first try went wrong and is repeated later; `pending`: no word yet. */
export type FirstTry = 'sent' | 'failed' | 'pending'

export type DeliverNow = (waitMs: number) => Promise<FirstTry>

export type Outbox = {
  /** Writes a message in the transaction of its cause. */
  enqueue: (tx: Tx, email: Email) => Promise<void>
  /**
   * The same for a message that this server delivers itself right after the commit, with what it gets back: it waits at
   * most so long for the outcome. Should the server die before, the message goes out once its lease is over.
   */
  enqueueClaimed: (tx: Tx, email: Email) => Promise<DeliverNow>
  /** Tells the partner portal, once the cause is committed (decision L8). */
  enqueuePartnerCall: (tx: Tx, call: PartnerCall) => Promise<void>
  /** After the commit: tries soon, without waiting. */
  wake: () => void
  start: () => void
  /** Lets deliveries under way finish. */
  stop: () => Promise<void>
}

/** A message to nobody stands in for one that is not sent, where the work done must not tell which it was. */
export const NOBODY = ''

const POLL_MS = 2000
const BATCH = 20
/** A server that dies while sending loses its claim after this; the message then goes out from another. */
const LEASE_SECONDS = 60
const RETRY_SECONDS = [5, 30, 120, 600, 1800, 7200]
/** Somebody waits in front of it, and an application's own session does not last for ever (security note D13). */
const LOGOUT_RETRY_SECONDS = [5, 30, 120, 600]

type Message =
  | { kind: 'email'; email: Email }
  | { kind: 'partner'; call: PartnerCall }
  | { kind: 'logout'; notice: LogoutNotice }
type Sealed = Exclude<Message, { kind: 'logout' }>
type Row = { id: string; kind: Message['kind']; payload: Buffer | null; attempts: number } & LogoutNotice
type Setup = {
  db: Db
  log: Logger
  sealKey: KeyObject
  deliver: Deliver
  callPartner: CallPartner
  tellLogout: TellLogout
}

/** The table of what must happen outside: at least once, retried, then given up visibly (decision M4). */
export function makeOutbox({ db, log, sealKey, deliver, callPartner, tellLogout }: Setup): Outbox {
  const underWay = new Set<Promise<unknown>>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const track = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  const open = ({ id, kind, payload, sessionId, applicationId }: Row): Message => {
    if (kind === 'logout') return { kind, notice: { sessionId, applicationId } }
    if (payload === null) throw new Error('a message without its content')
    // Sealed by this table's own writers, for this row.
    const content: unknown = JSON.parse(unseal(sealKey, place(id), payload))
    return kind === 'email' ? { kind, email: content as Email } : { kind, call: content as PartnerCall }
  }

  const send = async (message: Message, id: string) => {
    if (message.kind === 'logout') await tellLogout.tell(message.notice, id)
    else if (message.kind === 'partner') await callPartner(message.call, id)
    else if (message.email.to !== NOBODY) await deliver(message.email, id)
  }

  const attempt = async (id: string, attempts: number, read: () => Message): Promise<FirstTry> => {
    let message: Message | null = null
    try {
      message = read()
      const notAfter = message.kind === 'email' ? message.email.notAfter : null
      if (notAfter !== null && notAfter < Date.now()) {
        await settle(db, id, 'dead', 'no longer of use')
        return 'failed'
      }
      await send(message, id)
      await settle(db, id, 'done', null)
      return 'sent'
    } catch (error) {
      log.warn({ err: error, outboxId: id, attempts }, 'a message could not be delivered')
      const reason = error instanceof Error ? error.message : String(error)
      const retrySeconds = (message?.kind === 'logout' ? LOGOUT_RETRY_SECONDS : RETRY_SECONDS)[attempts - 1]
      if (retrySeconds === undefined) {
        await settle(db, id, 'dead', reason)
        if (message?.kind === 'logout') await tellLogout.giveUp(message.notice, reason)
      } else
        await db.execute(
          sql`update outbox set run_at = now() + make_interval(secs => ${retrySeconds}), last_error = ${reason} where id = ${id}`,
        )
      return 'failed'
    }
  }

  const insert = async (tx: Tx, id: string, message: Sealed, isClaimed: boolean) => {
    const content = message.kind === 'email' ? message.email : message.call
    const payload = seal(sealKey, place(id), JSON.stringify(content))
    await tx.execute(
      prepared('enqueue')`
      insert into outbox (id, kind, payload, attempts, run_at)
      values (${id}, ${message.kind}, ${payload}, ${isClaimed ? 1 : 0}, now() + make_interval(secs => ${isClaimed ? LEASE_SECONDS : 0}))`,
    )
  }

  const round = async () => {
    for (;;) {
      const rows = isStopped ? [] : await claim(db)
      await Promise.all(rows.map((row) => attempt(row.id, row.attempts, () => open(row))))
      if (rows.length < BATCH) return
    }
  }
  const runRound = () => void track(round()).catch((error: unknown) => log.warn({ err: error }, 'outbox round failed'))

  return {
    enqueue: async (tx, email) => insert(tx, newId(), { kind: 'email', email }, false),
    enqueuePartnerCall: async (tx, call) => insert(tx, newId(), { kind: 'partner', call }, false),
    enqueueClaimed: async (tx, email) => {
      const id = newId()
      const message: Sealed = { kind: 'email', email }
      await insert(tx, id, message, true)
      return (waitMs) =>
        Promise.race([track(attempt(id, 1, () => message)), sleep(waitMs, 'pending' as const, { ref: false })])
    },
    wake: () => {
      if (!isStopped) runRound()
    },
    start: () => {
      timer = setInterval(runRound, POLL_MS)
      timer.unref()
      runRound()
    },
    stop: async () => {
      isStopped = true
      if (timer !== null) clearInterval(timer)
      await Promise.allSettled([...underWay])
    },
  }
}

const place = (id: string) => `outbox|payload|${id}`

/** Takes due messages for this server: nobody else takes them until the lease is over. */
async function claim(db: Db): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    update outbox set attempts = attempts + 1, run_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from outbox where state = 'ready' and run_at <= now() order by run_at, id limit ${BATCH} for update skip locked)
    returning id, kind, payload, attempts, session_id as "sessionId", application_id as "applicationId"`)
  return rows
}

/** The payload goes with it: what was in a message is nobody's business any more. */
async function settle(db: Db, id: string, state: 'done' | 'dead', lastError: string | null) {
  await db.execute(
    prepared('settle')`
    update outbox set state = ${state}, payload = null, last_error = ${lastError}, settled_at = now() where id = ${id}`,
  )
}
