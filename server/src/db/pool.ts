import pg from 'pg'
import { traceFault } from './faults.ts'
import { getTypeParser } from './read-texts.ts'
import { type Asked, beginOf, submit } from './statement.ts'

/** Changes a statement on its way to the driver. */
export type Way = (statement: Asked) => Asked
export const unchanged = <T>(statement: T): T => statement
/** For poolers that do not support prepared statements. */
export const withoutName = (statement: Asked) =>
  typeof statement === 'string' ? statement : { text: statement.text, values: statement.values ?? [] }

const textOf = (statement: Asked) => (typeof statement === 'string' ? statement : statement.text)

/** The connections to the database. A broken one is replaced at the next statement. */
export function makePool(connection: pg.PoolConfig, asked: Way): pg.Pool {
  const pool = new pg.Pool({ keepAlive: true, types: { getTypeParser }, ...connection, pipeline: true })
  // A broken connection is replaced at the next query, and the caller that uses it gets the error of its statement.
  // Without these listeners the end of a connection would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const query = (statement: Asked, values?: unknown[]) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      const sent = asked(values === undefined ? statement : { text: textOf(statement), values })
      const end = beginOf(sent)
      pool.connect((error, client, release) => {
        if (client === undefined) {
          end?.(error ?? null)
          return reject(error)
        }
        submit(client, sent, (failed, result) => {
          release(failed ?? undefined)
          end?.(failed)
          if (failed) reject(failed)
          else resolve(result)
        })
      })
    }).catch(traceFault)
  return Object.assign(pool, { query })
}
