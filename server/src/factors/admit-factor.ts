import type { Tx } from '../db/database.ts'
import type { Person } from '../identity/actor.ts'
import { lockConfirmed } from './lock-confirmed.ts'
import { weakenRecoveryCodes } from './recovery-codes.ts'
import { hasAnyStrongFactor } from './strong-sign-in.ts'

/**
 * Call it before a passkey or an app is added, which was begun minutes ago.
 *
 * @throws AppError not_signed_in, confirmation_needed
 */
export async function admitFactor(tx: Tx, person: Person): Promise<void> {
  await lockConfirmed(tx, person)
  if (!(await hasAnyStrongFactor(tx, person.userId))) await weakenRecoveryCodes(tx, person.userId)
}
