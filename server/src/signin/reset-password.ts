import sql from 'sql-template-tag'
import { brandedLink, type Named } from '../access/branding.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { clearCounts, countAttempt, countedAs } from '../counting/count-attempt.ts'
import { passwordTriesOf, resetRequests } from '../counting/endpoint-limits.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { requireUnusedPassword } from '../identity/former-passwords.ts'
import { normaliseIdentifier } from '../identity/identifiers.ts'
import { readDeviceCookie } from '../identity/known-device.ts'
import { requireStrongPassword } from '../identity/password-strength.ts'
import { hashPassword } from '../identity/passwords.ts'
import { makeResetLink } from '../identity/reset-links.ts'
import { findAccountByIdentifier, lockPerson, setPassword } from '../identity/users.ts'
import { DECOY, notify } from '../notifications/notify.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { Caller } from './caller.ts'
import { requireWork, type Work } from './proof-of-work.ts'

const LINK_MINUTES = 30

type Owner = { id: string; email: string; userName: string; phoneNumber: string; firstName: string; lastName: string }

/**
 * Sends a link to choose a new password. For an unknown address it does the same work and gives the same answer
 * (requirement P8).
 */
export async function requestReset(
  deps: Deps,
  caller: Caller,
  { email, work, ...named }: { email: string; work?: Work | undefined } & Named,
): Promise<void> {
  const { db, keys, config, outbox } = deps
  await requireWork(deps, 'reset', { ip: caller.ip, email, work })
  const account = await findAccountByIdentifier(db, email)
  const accountId = account?.id ?? null
  const device = readDeviceCookie(keys.device, account, caller.deviceCookie)
  await countAttempt(deps, resetRequests({ ip: caller.ip, identifier: email, accountId, device }), {
    subjectId: accountId,
  })
  // A user id or phone number also finds the account, but the link is sent only when its email was typed.
  const mayAsk = account?.isActive && !account.isContested
  const owner = mayAsk && normaliseIdentifier(account.email) === normaliseIdentifier(email) ? account : null
  await db.transaction(async (tx) => {
    const bare = await makeResetLink(tx, config, owner?.id ?? null, LINK_MINUTES)
    const link = named.client || named.client_id ? await brandedLink(tx, bare, named) : bare
    await recordAudit(tx, { event: 'password.reset-requested', subjectId: owner?.id ?? null, ip: caller.ip })
    const { language } = caller
    await notify(deps, tx, 'reset-password', owner?.id ?? DECOY, { minutes: LINK_MINUTES, values: { link }, language })
  })
  outbox.wake()
}

/**
 * Whether a link is still valid. Checking does not use it up.
 *
 * @throws AppError too_many_attempts
 */
export async function isLinkUsable(deps: Deps, caller: Caller, uuid: string): Promise<boolean> {
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: caller.ip }])
  return (await findOwner(deps.db, linkHash(uuid))) !== null
}

/**
 * Sets a new password by a one-time link, which alone identifies the account. Every session and token ends, and the
 * next sign-in still asks for a code. The link also proves the email address.
 *
 * @throws AppError reset_link_invalid, invalid_request, password_too_weak, password_breached, password_unchanged or
 * password_used_before
 */
export async function resetPassword(deps: Deps, caller: Caller, uuid: string, newPassword: string): Promise<void> {
  const { db, keys, config, outbox } = deps
  const hash = linkHash(uuid)
  const owner = await findOwner(db, hash)
  if (owner === null) {
    await countAttempt(deps, [{ bucket: 'reset-links', of: caller.ip }])
    throw new AppError('reset_link_invalid')
  }
  const judged = await requireStrongPassword(config, newPassword, owner)
  const source = { id: owner.id, isKnown: true }
  await requireUnusedPassword(db, deps, owner.id, newPassword, source)
  const passwordHash = await hashPassword(keys, newPassword, source)
  await db.transaction(async (tx) => {
    // The person first, as everywhere, so that nobody waits for the other (deadlock).
    await lockPerson(tx, owner.id)
    const spent = await tx.execute(sql`
      update reset_links set used_at = now() where secret_hash = ${hash} and used_at is null and expires_at > now()`)
    if (spent.rowCount !== 1) throw new AppError('reset_link_invalid')
    await tx.execute(
      sql`update users set email_verified_at = coalesce(email_verified_at, now()) where id = ${owner.id}`,
    )
    await setPassword(tx, config, owner.id, passwordHash)
    await endAccess(tx, owner.id, 'password-reset', { by: { actorId: owner.id, ip: caller.ip } })
    await recordAudit(tx, {
      ...{ event: 'password.reset', actorId: owner.id, subjectId: owner.id, ip: caller.ip },
      detail: judged,
    })
    await notify(deps, tx, 'password-changed', owner.id)
  })
  await clearCounts(db, countedAs(keys, passwordTriesOf(owner.id, [owner.email, owner.userName, owner.phoneNumber])))
  outbox.wake()
}

const linkHash = (uuid: string): Buffer => secretHash(uuid.toLowerCase())

/** The account of a valid link. */
async function findOwner(db: Db, hash: Buffer): Promise<Owner | null> {
  const { rows } = await db.execute<Owner>(sql`
    select u.id, u.email, u.user_name as "userName", u.phone_number as "phoneNumber", u.first_name as "firstName",
      u.last_name as "lastName" from reset_links l join users u on u.id = l.user_id
    where l.secret_hash = ${hash} and l.used_at is null and l.expires_at > now() and u.is_active and u.deleted_at is null`)
  return rows[0] ?? null
}
