import type { Tx } from '../db/database.ts'
import type { Person } from '../identity/actor.ts'
import { lockPerson } from '../identity/users.ts'
import { weakenRecoveryCodes } from './recovery-codes.ts'
import { requireStrongEnough } from './require-confirmed.ts'
import { hasAnyStrongFactor } from './strong-sign-in.ts'

/**
 * Call it before a passkey or an app is added. It was begun minutes ago, when there may have been none: since then the
 * person may have added one elsewhere, which this session may lack (ADR 0072).
 *
 * @throws AppError confirmation_needed
 */
export async function admitFactor(tx: Tx, person: Person): Promise<void> {
  // The lock makes parallel additions see one another.
  await lockPerson(tx, person.userId)
  await requireStrongEnough(tx, person)
  if (!(await hasAnyStrongFactor(tx, person.userId))) await weakenRecoveryCodes(tx, person.userId)
}
