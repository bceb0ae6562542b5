import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../../identity/actor.ts'
import { findCaller } from '../find-caller.ts'

/**
 * Judges somebody again whose request takes long: a file of all people is sent for a minute, in which their session, key or
 * permission may end.
 *
 * @throws AppError not_allowed
 */
export async function requireStillAllowed(db: Db, caller: Caller, ...permissions: Permission[]): Promise<void> {
  const { userId, sessionId } = caller
  const keyId = caller.kind === 'service-account' ? caller.keyId : null
  const [present, isOver] = await Promise.all([
    findCaller(db, { userId, sessionId, keyId }),
    sessionId === null ? false : hasEnded(db, sessionId),
  ])
  const isAllowed = present !== null && permissions.every((one) => present.permissions.includes(one))
  if (isOver || !isAllowed) throw new AppError('not_allowed')
}

async function hasEnded(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from sessions where id = ${id} and ended_at is null and expires_at > now()`,
  )
  return rowCount === 0
}

/** The parts of a long file, each for as long as its caller may read it. @throws AppError not_allowed */
export async function* whileAllowed<Part>(
  parts: AsyncIterable<Part>,
  requireStill: () => Promise<void>,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    await requireStill()
    yield part
  }
}
