import type pg from 'pg'
import sql, { type RawValue, type Sql } from 'sql-template-tag'
import { makeClock } from './clock.ts'
import { DatabaseUnreachable, nameFault, traceFault } from './faults.ts'
import { makeLookUps } from './look-ups.ts'
import { makePool, unchanged, type Way, withoutName } from './pool.ts'
import { type Asked, beginOf, submit } from './statement.ts'

/** Runs statements: the database, or a transaction on it. Values never become part of the text. */
export type Executor = {
  execute: <Row extends pg.QueryResultRow = pg.QueryResultRow>(statement: Sql | Hot) => Promise<pg.QueryResult<Row>>
}

/**
 * A frequent query whose text is composed once, at the start, and prepared by name. A query that stands where it is sent
 * uses `prepared` instead. Both go through `execute`.
 */
type Hot = {
  name: string
  text: string
  values: unknown[]
  /** The query reads a few rows by an index and waits for no lock: simultaneous ones share a round trip. */
  isLookUp?: true
}

/** A transaction. Its type differs from the database's, so that neither is passed for the other by mistake. */
export type Tx = Executor & {
  readonly isTransaction: true
  /** Sent together with the commit, after all else: for writes that nothing in the transaction reads. */
  atCommit: (statement: Sql) => void
  /** Runs after the commit, and nobody waits for it; after a batch, its statements share the batch's round trip. */
  afterCommit: (work: (on: Executor) => void) => void
}

export type Db = Executor & {
  readonly isTransaction: false
  /** For what concerns the connections themselves. Statements go through `execute`. */
  readonly pool: pg.Pool
  /** For reads that may lag a moment: a fresh replica, or this database itself (ADR 0058). */
  reader: () => Db
  /** The time for all decisions: the database's, not the server's. */
  now: () => Promise<Date>
  /** Commits the work, or rolls it back when it throws. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * A transaction in one round trip: all statements that `work` starts before it awaits the first answer, and the
   * commit after them. No answer can stop it any more, so a condition must be a statement that fails (see `refuseIf`).
   *
   * @throws the error of the first statement that failed
   */
  batch: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * Sends the statements that `work` starts together in one round trip. They are independent: none is undone when
   * another fails.
   */
  together: <T>(work: (on: Executor) => Promise<T>) => Promise<T>
}

/** A frequent statement whose text never changes: parsed and planned once per connection. */
export const prepared =
  (name: string) =>
  (parts: readonly string[], ...values: RawValue[]): Sql =>
    Object.assign(sql(parts, ...values), { name })

type Ways = { preparedStatements?: boolean; asked?: Way }

/**
 * `preparedStatements`: `false` behind a pooler that does not support named statements (ADR 0034). `asked` changes each
 * statement on its way.
 */
export function makeDb(connection: pg.PoolConfig, { preparedStatements = true, ...ways }: Ways = {}): Db {
  const { asked = preparedStatements ? unchanged : withoutName } = ways
  const pool = makePool(connection, asked)
  const lookUp = makeLookUps(pool, asked) as Db['execute']
  const db: Db = {
    isTransaction: false,
    pool,
    reader: () => db,
    execute: (statement) => ('isLookUp' in statement ? lookUp(statement) : pool.query(statement)),
    now: makeClock(async () => {
      const { rows } = await pool.query<{ time: Date }>('select clock_timestamp() as time')
      return rows[0]?.time as Date
    }),
    transaction: async (work) => {
      const client = await pool.connect().catch(nameFault)
      const ask = askOn(client, asked)
      let broken: Error | undefined
      let isOver = false
      try {
        const execute: Tx['execute'] = (statement) => {
          // One branch of the work has failed while another goes on: its statements must not run after the rollback.
          if (isOver) throw new Error(OVER)
          return ask(statement) as ReturnType<typeof execute<never>>
        }
        const last: Sql[] = []
        const next: ((on: Executor) => void)[] = []
        const tx: Tx = {
          ...{ isTransaction: true, execute },
          atCommit: (statement) => last.push(statement),
          afterCommit: (work) => next.push(work),
        }
        const [, result] = await Promise.all([ask('begin'), work(tx)])
        // When one of these fails, the commit sent after it rolls back.
        await Promise.all([...last.map(ask), ask('commit')])
        for (const one of next) one(db)
        return result
      } catch (error) {
        isOver = true
        // A lost connection cannot roll back: waiting for it would double the time that the caller waits.
        if (error instanceof DatabaseUnreachable) broken = error
        else
          await ask('rollback').catch((lost: Error) => {
            broken = lost
          })
        throw error
      } finally {
        client.release(broken)
      }
    },
    batch: async (work) => runBatch(await pool.connect().catch(nameFault), asked, work),
    together: async (work) => {
      const client = await pool.connect().catch(nameFault)
      const ask = askOn(client, asked)
      const { execute, sent, end } = shareOf(ask)
      try {
        return await work({ execute })
      } finally {
        end()
        void releaseAfter(client, sent)
      }
    },
  }
  return db
}

const OVER = 'this transaction is over'
const RELEASED = 'the connection of this work was released'

async function runBatch<T>(client: pg.PoolClient, asked: Way, work: (tx: Tx) => Promise<T>): Promise<T> {
  const ask = askOn(client, asked)
  const sent: Promise<pg.QueryResult>[] = []
  let isOver = false
  let hasFailed = false
  const fail = () => {
    hasFailed = true
  }
  const send = (statement: Asked) => {
    const answer = ask(statement)
    // This fails before anything was sent: the statement itself is malformed.
    answer.catch(fail)
    sent.push(answer)
    return answer
  }
  const execute: Tx['execute'] = (statement) => {
    if (isOver) throw new Error(OVER)
    return send(statement) as ReturnType<typeof execute<never>>
  }
  const last: Sql[] = []
  const next: ((on: Executor) => void)[] = []
  const behind = shareOf(ask)
  client.connection.stream.cork()
  try {
    send('begin')
    const result = work({
      ...{ isTransaction: true, execute },
      atCommit: (statement) => last.push(statement),
      afterCommit: (one) => next.push(one),
    })
    result.catch(fail)
    // By then, everything that does not wait for an answer has been started.
    await new Promise<void>((done) => process.nextTick(done))
    isOver = true
    if (!hasFailed) last.forEach(send)
    const ended = send(hasFailed ? 'rollback' : 'commit')
    // Sent before the result of the commit is known: when it has failed, these statements find nothing.
    if (!hasFailed) for (const one of next) one(behind)
    client.connection.stream.uncork()
    const outcomes = await Promise.allSettled(sent)
    const failed = outcomes.find((one) => one.status === 'rejected')
    if (failed !== undefined) {
      // The caller's own error is ignored here: `work` may have seen a later statement fail first.
      result.catch(() => undefined)
      throw failed.reason
    }
    const { command } = await ended
    const done = await result
    if (command !== 'COMMIT') throw new Error(`ended by ${command}`)
    return done
  } finally {
    isOver = true
    behind.end()
    void releaseAfter(client, [...sent, ...behind.sent])
  }
}

type Ask = (statement: Asked) => Promise<pg.QueryResult>

/** Statements on a borrowed connection, which are refused after its `end`: somebody else may use it by then. */
function shareOf(ask: Ask) {
  const sent: Promise<unknown>[] = []
  let isOver = false
  const execute: Executor['execute'] = (statement) => {
    if (isOver) throw new Error(RELEASED)
    const answer = ask(statement)
    sent.push(answer)
    return answer as Promise<pg.QueryResult<never>>
  }
  const end = () => {
    isOver = true
  }
  return { execute, sent, end }
}

/** A lost connection is discarded: all statements sent on it have failed by then. */
async function releaseAfter(client: pg.PoolClient, sent: Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(sent)
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  client.release(reasons.find((reason) => reason instanceof DatabaseUnreachable))
}

/** Statements are sent in order without waiting for one another: those started together share a round trip. */
function sendTogether({ connection: { stream } }: pg.PoolClient) {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const askOn =
  (client: pg.PoolClient, asked: Way): Ask =>
  (statement) => {
    // One system call for all statements that are started together, on either side.
    sendTogether(client)
    return new Promise<pg.QueryResult>((resolve, reject) => {
      const sent = asked(statement)
      const end = beginOf(sent)
      submit(client, sent, (failed, result) => {
        end?.(failed)
        if (failed) reject(failed)
        else resolve(result)
      })
    }).catch(traceFault)
  }
