import { TAKEN } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { isPhoneOfAnother } from '../../identity/phone-proof.ts'
import type { TakenField } from '../../identity/users.ts'

type Circumstances = {
  /** The number, where it has changed: somebody may have had it before another confirmed it. */
  newPhone?: string
  /** Calls about one person must not reach the account of another there. */
  cPortalId?: string
  /** No form shows the fields. */
  isRestored?: boolean
}

/**
 * Refuses what names somebody else already, each at its field. Administrators may know that; at registration nobody
 * is told.
 *
 * @param found what could not be claimed
 * @throws AppError already_registered
 */
export async function refuseTaken(
  tx: Tx,
  userId: string,
  found: TakenField[],
  { newPhone = '', cPortalId = '', isRestored = false }: Circumstances,
): Promise<void> {
  const taken = new Set(found)
  if (newPhone !== '' && (await isPhoneOfAnother(tx, userId, newPhone))) taken.add('phoneNumber')
  if (await isPortalIdOfAnother(tx, userId, cPortalId)) taken.add('cPortalId')
  const [first, ...others] = [...taken].map((field) => [field, TAKEN[field]] as const)
  if (first === undefined) return
  const fields = Object.fromEntries([first, ...others])
  throw new AppError('already_registered', { msg: isRestored ? first[1] : undefined, data: { fields } })
}

async function isPortalIdOfAnother(tx: Tx, userId: string, cPortalId: string): Promise<boolean> {
  if (cPortalId === '') return false
  // Of two people who are given it at once, the second is refused.
  const [, { rows }] = await Promise.all([
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`partner portal ${cPortalId}`}, 0))`),
    tx.execute(sql`select 1 from users where c_portal_id = ${cPortalId} and id <> ${userId} and deleted_at is null`),
  ])
  return rows.length > 0
}
