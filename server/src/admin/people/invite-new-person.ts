import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../audit/actor-names.ts'
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
export async function invite(deps: Notifier, tx: Tx, userId: string, inviterId: string | null): Promise<void> {
  const link = await makeResetLink(tx, deps.config, userId, INVITATION_MINUTES)
  await notify(deps, tx, 'invitation', userId, {
    minutes: INVITATION_MINUTES,
    values: { link, inviter: await nameOf(tx, inviterId) },
  })
}

/** The name of who invites, a person or a service account; empty where the portal itself does. */
export async function nameOf(tx: Tx, inviterId: string | null): Promise<string> {
  if (inviterId === null) return ''
  const { rows } = await tx.execute<{ name: string }>(sql`
    select ${raw(nameOfActor('x.id'))} as name from (select ${inviterId}::uuid as id) x`)
  return rows[0]?.name ?? ''
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
  await invite(deps, tx, userId, by.person.userId)
  await auditBy(tx, by, 'users.invited', userId, { name })
}
