import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Person } from '../identity/actor.ts'
import { endOwnAccessElsewhere } from '../sessions/end-own.ts'
import type { From } from './change-from.ts'
import { lockConfirmed } from './lock-confirmed.ts'
import { requireConfirmed } from './require-confirmed.ts'

/**
 * Removes a factor of one's own in a confirmed session and, if asked for, ends what is open elsewhere.
 *
 * @returns how many sessions ended
 * @throws AppError confirmation_needed; what `remove` throws
 */
export async function removeConfirmed(
  deps: Deps,
  person: Person,
  from: From,
  endsSessions: boolean | undefined,
  remove: (tx: Tx) => Promise<void>,
): Promise<number> {
  const { db, outbox } = deps
  await requireConfirmed(db, person)
  const ended = await db.transaction(async (tx) => {
    await lockConfirmed(tx, person)
    await remove(tx)
    return endsSessions ? endOwnAccessElsewhere(tx, person, from.ip) : 0
  })
  outbox.wake()
  return ended
}
