import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { makeResetLink } from '../../identity/reset-links.ts'
import { type Notifier, notify } from '../../notifications/notify.ts'
import { auditBy } from '../engine/changes.ts'
import type { Touched } from '../engine/guard/guard.ts'
import type { By } from '../engine/store.ts'
import { lockUser } from './roles.ts'

/** Long enough for a weekend. */
const INVITATION_MINUTES = 72 * 60

/** Sends a new person a link to choose a password. */
export async function invite(deps: Notifier, tx: Tx, userId: string): Promise<void> {
  const link = await makeResetLink(tx, deps.config, userId, INVITATION_MINUTES)
  await notify(deps, tx, 'invitation', userId, { minutes: INVITATION_MINUTES, values: { link } })
}

/**
 * Sends a new invitation; the former link is void.
 *
 * @throws AppError not_found; invalid_request for a person who is inactive or has already signed in
 */
export async function inviteAgain(
  deps: Notifier,
  tx: Tx,
  by: By,
  { id: userId }: Touched<'credential'>,
): Promise<void> {
  const { name } = await lockUser(tx, userId)
  const { rows } = await tx.execute<{ isActive: boolean; hasSignedIn: boolean }>(sql`
    select is_active as "isActive", last_sign_in_at is not null as "hasSignedIn" from users where id = ${userId}`)
  if (rows[0]?.hasSignedIn)
    throw new AppError('invalid_request', { msg: 'This person has already signed in and needs no invitation.' })
  if (!rows[0]?.isActive) throw new AppError('invalid_request', { msg: 'Activate the account first.' })
  await invite(deps, tx, userId)
  await auditBy(tx, by, 'users.invited', userId, { name })
}
