import type { Tx } from '../db/database.ts'
import { deleteAllAuthenticators } from './authenticators.ts'
import { deleteAllPasskeys } from './passkeys.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

export type DeletedFactors = { passkeys: number; authenticators: number; recoveryCodes: number }

/** Removes everything that a person signs in with besides the password. @returns how many there were */
export async function deleteAllFactors(tx: Tx, userId: string): Promise<DeletedFactors> {
  const passkeys = await deleteAllPasskeys(tx, userId)
  const authenticators = await deleteAllAuthenticators(tx, userId)
  return { passkeys, authenticators, recoveryCodes: await deleteRecoveryCodes(tx, userId) }
}
