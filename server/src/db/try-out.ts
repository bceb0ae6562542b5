import sql from 'sql-template-tag'
import type { Db, Tx } from './database.ts'
import { isConflict } from './faults.ts'

const TRIES = 10

/**
 * What the work returns of one state of the database. Everything that it writes is undone. It is done again when somebody else has saved
 * meanwhile what it locks, because it must not see half of that: so it waits for them, and returns what they saved.
 */
export async function tryOut<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await undone(db, work)
    } catch (error) {
      if (!isConflict(error) || tries === TRIES) throw error
    }
  }
}

async function undone<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const results: T[] = []
  const rolledBack = new Error('tried out')
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read`)
      results.push(await work(tx))
      throw rolledBack
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error
    })
  return results[0] as T
}
