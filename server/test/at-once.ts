import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'
import { countWaiting } from './waiting.ts'

/**
 * Makes two changes, the first of which is held up by what `table` names when the second begins: `second` is awaited until it waits,
 * too, or is done.
 */
export async function atOnce<A, B>(
  server: TestServer,
  table: 'messages' | 'approval_matrices',
  first: () => Promise<A>,
  second: () => Promise<B>,
) {
  // A delivery of a former test would wait for the table, too.
  await expect.poll(() => countUnsent(server)).toBe(0)
  const holding = await server.db.pool.connect()
  await holding.query(`begin; lock table ${table} in share row exclusive mode`)
  const one = first()
  await expect.poll(() => countWaiting(server)).toBe(1)
  let isDone = false
  const two = second().finally(() => {
    isDone = true
  })
  await expect.poll(async () => isDone || (await countWaiting(server)) > 1).toBe(true)
  await holding.query('commit')
  holding.release()
  return Promise.all([one, two])
}

async function countUnsent({ db }: TestServer): Promise<number> {
  const { rowCount } = await db.execute(
    sql`select 1 from outbox where state = 'ready' and run_at <= now() + interval '1 minute'`,
  )
  return rowCount ?? 0
}

/** The answer to a call for which somebody else holds a record, and saves it while the call waits. */
export async function whileSaving<T>(
  server: TestServer,
  { table, id }: { table: 'approval_drafts' | 'applications'; id: string },
  call: () => Promise<T>,
): Promise<T> {
  const saving = await server.db.pool.connect()
  await saving.query('begin')
  await saving.query(`update ${table} set updated_at = now() where id = $1`, [id])
  const answer = call()
  await expect.poll(() => countWaiting(server)).toBe(1)
  await saving.query('commit')
  saving.release()
  return answer
}
