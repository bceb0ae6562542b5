import pg from 'pg'
import { isDatabaseDown, traceFault } from './faults.ts'
import { type Asked, submit } from './statement.ts'

/** One connection answers them one after the other: the last waits for the others. */
const TOGETHER_MAX = 8

type LookUp = { statement: Asked; resolve: (result: pg.QueryResult) => void; reject: (failed: unknown) => void }

/**
 * Look-ups of one turn of the event loop travel together on one connection, whoever asks: one system call sends them
 * all, and one brings their answers. Each stands for itself.
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
      // When everything that has arrived in this turn has been read.
      if (waiting.length === 0) setImmediate(depart)
      waiting.push({ statement: asked(statement), resolve, reject })
    })
      .catch((failed: unknown) => (isUnprepared(failed) ? pool.query(statement) : Promise.reject(failed)))
      .catch(traceFault)
}

/** Another of the same name was to be parsed before it on this connection, and that failed: it was not asked at all. */
const isUnprepared = (failed: unknown) => failed instanceof pg.DatabaseError && failed.code === '26000'

function send(pool: pg.Pool, lookUps: LookUp[]) {
  pool.connect((unreachable, client, release) => {
    if (client === undefined) {
      for (const { reject } of lookUps) reject(unreachable)
      return
    }
    let left = lookUps.length
    let lost: Error | undefined
    const { stream } = client.connection
    stream.cork()
    for (const { statement, resolve, reject } of lookUps)
      submit(client, statement, (failed, result) => {
        if (failed && (!(failed instanceof pg.DatabaseError) || isDatabaseDown(failed))) lost = failed
        if (--left === 0) release(lost)
        if (failed) reject(failed)
        else resolve(result)
      })
    stream.uncork()
  })
}
