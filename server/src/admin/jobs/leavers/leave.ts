import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { findAccountById, findAccountByIdentifier } from '../../../identity/users.ts'
import { requireMayTouch } from '../../engine/guard/guard.ts'
import type { By } from '../../engine/store.ts'
import { updatePart } from '../../people/suspensions/update-part.ts'
import type { Outcome } from '../bulk.ts'
import type { FileRow } from '../csv/parse-row.ts'

/**
 * Sets the last day of the person of a row. An earlier one stays.
 *
 * @throws AppError invalid_request when nobody has this name, or the day is over; not_yourself, above_you
 */
export async function leave(deps: Deps, tx: Tx, by: By, row: FileRow, lastDay: string): Promise<Outcome> {
  const found = await findAccountByIdentifier(tx, String(row.email))
  if (found === null) throw new AppError('invalid_request', { msg: 'No person has this email or user ID' })
  await requireMayTouch(tx, by.person, 'standing', found.id)
  // The person is locked now: somebody may have changed them before.
  const account = await findAccountById(tx, found.id)
  if (account === null) throw new AppError('not_found')
  const hasLeft = !account.isActive && !account.isSuspended
  if (hasLeft || (account.lastDay !== null && account.lastDay <= lastDay)) return 'unchanged'
  await updatePart(deps, tx, by, found.id, { lastDay })
  return 'changed'
}
