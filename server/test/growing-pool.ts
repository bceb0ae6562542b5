import type pg from 'pg'

/** Enough for most tests, and for calls that race each other. */
export const FIRST_CONNECTIONS = 4
/** As in the product. */
const MOST_CONNECTIONS = 10
const LOOKS_EVERY_MS = 50

/**
 * Lets the pool open one more connection while callers wait and none is given back: those that have one wait for a lock then.
 * A new connection costs PostgreSQL as much as a hundred statements, and each prepares its own.
 *
 * @returns ends it
 */
export function growWhileBlocked(pool: pg.Pool): () => void {
  let hasMoved = false
  pool.on('acquire', () => {
    hasMoved = true
  })
  const looking = setInterval(() => {
    if (pool.waitingCount > 0 && !hasMoved && pool.options.max < MOST_CONNECTIONS) {
      pool.options.max++
      // It opens the connection, which goes to the caller that has waited longest. Without a database, the caller hears of it.
      pool.query('select 1').catch(() => undefined)
    }
    hasMoved = false
  }, LOOKS_EVERY_MS)
  return () => clearInterval(looking)
}
