import sql from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'

/**
 * For a change in one's own name, after the lock of the person: what has ended the session while it waited comes first.
 *
 * @throws AppError not_signed_in
 */
export async function requireLiveSession(tx: Tx, { sessionId }: { sessionId: string }): Promise<void> {
  const { rowCount } = await tx.execute(sql`select from sessions where id = ${sessionId} and ended_at is null`)
  if (rowCount !== 1) throw new AppError('not_signed_in')
}
