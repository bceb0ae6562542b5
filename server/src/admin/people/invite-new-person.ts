import sql, { raw } from 'sql-template-tag'
import { nameOfActor } from '../../audit/actor-names.ts'
import { type CountDeps, countWithin } from '../../counting/count-attempt.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { normaliseIdentifier } from '../../identity/identifiers.ts'
import { makeResetLink } from '../../identity/reset-links.ts'
import { type Notifier, notify } from '../../notifications/notify.ts'
import { auditBy } from '../engine/changes.ts'
import type { Touched } from '../engine/guard/guard.ts'
import type { By } from '../engine/store.ts'
import { lockUser } from './roles.ts'

/** Long enough for a weekend. */
const INVITATION_MINUTES = 72 * 60

type Needs = Notifier & Pick<Deps, 'keys'>

/**
 * Sends a new person a link to choose a password.
 *
 * @throws AppError too_many_attempts
 */
export async function invite(deps: Needs, tx: Tx, userId: string, inviterId: string | null): Promise<void> {
  if (inviterId !== null) await countMessage(deps, tx, userId)
  const link = await makeResetLink(tx, deps.config, userId, INVITATION_MINUTES)
  await notify(deps, tx, 'invitation', userId, {
    minutes: INVITATION_MINUTES,
    values: { link, inviter: await nameOf(tx, inviterId) },
  })
}

/**
 * Counts a message to an address that somebody in the console has typed, and nobody has confirmed: like an invitation to
 * somebody without an account, so that no stranger gets more of them, whichever change sends them.
 *
 * @throws AppError too_many_attempts
 */
export async function countMessage(deps: Omit<CountDeps, 'db'>, tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.execute<{ email: string }>(sql`select email from users where id = ${userId}`)
  const address = normaliseIdentifier(rows[0]?.email ?? '')
  await countWithin(tx, deps, [{ bucket: 'invited-email', of: address }], userId)
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
 * @throws AppError not_found; invalid_request for a person who is inactive or has already signed in; too_many_attempts
 */
export async function inviteAgain(deps: Needs, tx: Tx, by: By, { id: userId }: Touched<'credential'>): Promise<void> {
  const { name } = await lockUser(tx, userId)
  const { rows } = await tx.execute<{ isActive: boolean; hasSignedIn: boolean }>(sql`
    select is_active as "isActive", last_sign_in_at is not null as "hasSignedIn" from users where id = ${userId}`)
  if (rows[0]?.hasSignedIn)
    throw new AppError('invalid_request', { msg: 'This person has already signed in and needs no invitation.' })
  if (!rows[0]?.isActive) throw new AppError('invalid_request', { msg: 'Activate the account first.' })
  await invite(deps, tx, userId, by.person.userId)
  await auditBy(tx, by, 'users.invited', userId, { name })
}
