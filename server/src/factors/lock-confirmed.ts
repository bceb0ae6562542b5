import type { Tx } from '../db/database.ts'
import type { Person } from '../identity/actor.ts'
import { lockPerson } from '../identity/users.ts'
import { requireStrongEnough } from './require-confirmed.ts'

/**
 * Call it at the beginning of a change of what a person signs in with. The call was let in before: since then the session may
 * have ended, or the person may have added a factor elsewhere, which this session may lack (ADR 0072). The lock makes
 * parallel changes see one another.
 *
 * @throws AppError not_signed_in, confirmation_needed
 */
export async function lockConfirmed(tx: Tx, person: Person): Promise<void> {
  await lockPerson(tx, person.userId)
  await requireStrongEnough(tx, person)
}
