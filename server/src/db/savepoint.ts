import sql, { type Sql } from 'sql-template-tag'
import type { Executor, Tx } from './database.ts'

/** Ends a savepoint whose work has changed nothing. */
export class Unchanged extends Error {}

/** Runs work that is undone alone when it fails. What it has kept for the commit is dropped then, too. */
export async function inSavepoint<T>(tx: Tx, work: (inner: Tx) => Promise<T>): Promise<T> {
  const last: Sql[] = []
  const next: ((on: Executor) => void)[] = []
  await tx.execute(sql`savepoint record`)
  try {
    const result = await work({
      ...tx,
      atCommit: (statement) => last.push(statement),
      afterCommit: (one) => next.push(one),
    })
    await tx.execute(sql`release savepoint record`)
    for (const statement of last) tx.atCommit(statement)
    for (const one of next) tx.afterCommit(one)
    return result
  } catch (error) {
    await tx.execute(sql`rollback to savepoint record`)
    throw error
  }
}
