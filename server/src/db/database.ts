import pg from 'pg'
import sql, { type RawValue, type Sql } from 'sql-template-tag'
import { DatabaseUnreachable, nameFault } from './faults.ts'

/** What runs statements: the database, or a transaction on it. Values never become part of the text. */
type Executor = {
  execute: <Row extends pg.QueryResultRow = pg.QueryResultRow>(statement: Sql | Hot) => Promise<pg.QueryResult<Row>>
}

/** A hot query whose text is made once: prepared by name, and nothing is put together at each use. */
type Hot = { name: string; text: string; values: unknown[] }

/** A transaction; told apart from the database, so that neither is passed for the other by mistake. */
export type Tx = Executor & {
  readonly isTransaction: true
  /** Travels with the commit, after all else: for what must be written with the rest and is read by nothing in it. */
  atCommit: (statement: Sql) => void
}

export type Db = Executor & {
  readonly isTransaction: false
  /** For the few hot queries that are prepared by name. */
  readonly pool: pg.Pool
  /** Commits what `work` did, or rolls all of it back when it throws. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** A frequent statement whose text never changes: parsed and planned once per connection. */
export const prepared =
  (name: string) =>
  (parts: readonly string[], ...values: RawValue[]): Sql =>
    Object.assign(sql(parts, ...values), { name })

type Ways = { preparedStatements?: boolean }

/** `preparedStatements`: false behind a pooler that cannot carry statements by name (ADR 0034). */
export function makeDb(connection: pg.PoolConfig, { preparedStatements = true }: Ways = {}): Db {
  const asked = preparedStatements ? asItIs : withoutName
  const pool = makePool(connection, asked)
  return {
    isTransaction: false,
    pool,
    execute: (statement) => pool.query(statement),
    transaction: async (work) => {
      const client = await pool.connect().catch(nameFault)
      const ask = (statement: Asked) => client.query(asked(statement)).catch(nameFault)
      let broken: Error | undefined
      let isOver = false
      try {
        // Statements go out in order without waiting for one another: what `work` starts together travels together.
        const execute: Tx['execute'] = (statement) => {
          // One branch of the work has failed while another goes on: its statements must not run outside.
          if (isOver) throw new Error('this transaction is over')
          return ask(statement) as ReturnType<typeof execute<never>>
        }
        const last: Sql[] = []
        const tx: Tx = { isTransaction: true, execute, atCommit: (statement) => last.push(statement) }
        const { stream } = client.connection
        const sendTogether = () => {
          stream.cork()
          process.nextTick(() => stream.uncork())
        }
        sendTogether()
        const [, result] = await Promise.all([ask('begin'), work(tx)])
        sendTogether()
        // When one of them fails, the commit behind it rolls back.
        await Promise.all([...last.map(ask), ask('commit')])
        return result
      } catch (error) {
        isOver = true
        // A connection that is lost cannot roll back: waiting for it would double the time that the caller waits.
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
  }
}

type Asked = string | { text: string; values?: unknown[] }
const asItIs = <T>(statement: T): T => statement
const withoutName = (statement: Asked) =>
  typeof statement === 'string' ? statement : { text: statement.text, values: statement.values ?? [] }

function makePool(connection: pg.PoolConfig, asked: (statement: Asked) => Asked): pg.Pool {
  const pool = new pg.Pool({ keepAlive: true, ...connection, pipeline: true })
  // A broken connection is replaced at the next query, and whoever uses it at that moment is answered by its statement.
  // Without these listeners its end would be the end of the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<pg.QueryResult>
  return Object.assign(pool, {
    query: (statement: Asked, ...values: unknown[]) => query(asked(statement), ...values).catch(nameFault),
  })
}
