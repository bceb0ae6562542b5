import { TAKEN } from '@gatehouse/contract/people.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { isPhoneOfAnother } from '../../identity/phone-proof.ts'
import type { TakenField } from '../../identity/users.ts'

/**
 * Refuses what names somebody else already, each at its field. Administrators may know that; at registration nobody
 * is told.
 *
 * @param found what could not be claimed
 * @param newPhone the number, where it has changed; somebody may have had it before another confirmed it
 * @throws AppError already_registered
 */
export async function refuseTaken(tx: Tx, userId: string, found: TakenField[], newPhone = ''): Promise<void> {
  const taken = new Set(found)
  if (await isPhoneOfAnother(tx, userId, newPhone)) taken.add('phoneNumber')
  if (taken.size === 0) return
  const fields = Object.fromEntries([...taken].map((field) => [field, TAKEN[field]]))
  throw new AppError('already_registered', { data: { fields } })
}
