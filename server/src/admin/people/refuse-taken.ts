import { TAKEN } from '@gatehouse/contract/people.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { isPhoneOfAnother } from '../../identity/phone-proof.ts'
import type { TakenField } from '../../identity/users.ts'

type Circumstances = {
  /** The number, if it changed. An unchanged one may since have been confirmed by another person. */
  newPhone?: string
  /** Otherwise calls about one person would reach another person's account in the partner portal. */
  cPortalId?: string
  /** The call has no form to show the messages at its fields. */
  isRestored?: boolean
}

/**
 * Refuses identifiers that belong to another person, each at its field. Administrators may learn this; registration
 * does not reveal it.
 *
 * @param found the identifiers that are taken
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

/** Somebody without an id of the partner portal is known there by the id of the account, also a deleted one, which can be restored. */
async function isPortalIdOfAnother(tx: Tx, userId: string, cPortalId: string): Promise<boolean> {
  if (cPortalId === '') return false
  const accountId = cPortalId.toLowerCase()
  // If two people get it at the same time, the second is refused.
  const [, { rows }] = await Promise.all([
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`partner portal ${cPortalId}`}, 0))`),
    tx.execute(sql`
      select 1 from users where c_portal_id = ${cPortalId} and id <> ${userId} and deleted_at is null
      union all select 1 from users where id = ${isUuid(accountId) ? accountId : null}::uuid and id <> ${userId}`),
  ])
  return rows.length > 0
}
