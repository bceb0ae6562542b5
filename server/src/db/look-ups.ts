import pg from 'pg'
import { isDatabaseDown, traceFault } from './faults.ts'
import { type Asked, beginOf, submit } from './statement.ts'

/** One connection answers look-ups one after the other, so the last one waits for the others. */
const TOGETHER_MAX = 8

type LookUp = {
  statement: Asked
  end: ReturnType<typeof beginOf>
  resolve: (result: pg.QueryResult) => void
  reject: (failed: unknown) => void
}

/**
 * Sends all look-ups of one turn of the event loop together on one connection: one system call sends them all, and one
 * receives their answers. They are independent of one another.
 */
export function makeLookUps(pool: pg.Pool, asked: (statement: Asked) => Asked) {
  let waiting: LookUp[] = []

  const depart = () => {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += TOGETHER_MAX) send(pool, all.slice(at, at + TOGETHER_MAX))
  }
  return (statement: Asked) =>
    new Promise<pg.QueryResult>((resolve, reject) => {
      // After everything that has arrived in this turn has been read.
      if (waiting.length === 0) setImmediate(depart)
      const sent = asked(statement)
      waiting.push({ statement: sent, end: beginOf(sent), resolve, reject })
    })
      .catch((failed: unknown) => (isUnprepared(failed) ? pool.query(statement) : Promise.reject(failed)))
      .catch(traceFault)
}

/**
 * A look-up of the same name before it on this connection should have been parsed, and failed: this one was not
 * executed.
 */
const isUnprepared = (failed: unknown) => failed instanceof pg.DatabaseError && failed.code === '26000'

function send(pool: pg.Pool, lookUps: LookUp[]) {
  pool.connect((unreachable, client, release) => {
    if (client === undefined) {
      for (const { end, reject } of lookUps) {
        end?.(unreachable ?? null)
        reject(unreachable)
      }
      return
    }
    let left = lookUps.length
    let lost: Error | undefined
    const { stream } = client.connection
    stream.cork()
    for (const { statement, end, resolve, reject } of lookUps)
      submit(client, statement, (failed, result) => {
        if (failed && (!(failed instanceof pg.DatabaseError) || isDatabaseDown(failed))) lost = failed
        if (--left === 0) release(lost)
        end?.(failed)
        if (failed) reject(failed)
        else resolve(result)
      })
    stream.uncork()
  })
}
