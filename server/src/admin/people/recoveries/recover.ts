import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { recoverAccount as call, readRecovery as look } from '@gatehouse/contract/recoveries.ts'
import sql, { raw } from 'sql-template-tag'
import { recordAudit } from '../../../audit/record-audit.ts'
import { clearCounts, countAttempt, countedAs } from '../../../counting/count-attempt.ts'
import { passwordTriesOf } from '../../../counting/endpoint-limits.ts'
import { secretHash } from '../../../crypto/secrets.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { deleteAllFactors } from '../../../factors/delete-all.ts'
import { voidUndoLinks } from '../../../identity/contact-changes.ts'
import { requireUnusedPassword } from '../../../identity/former-passwords.ts'
import { maskEmail } from '../../../identity/identifiers.ts'
import { requireStrongPassword } from '../../../identity/password-strength.ts'
import { hashPassword } from '../../../identity/passwords.ts'
import { type Account, claimIdentifiers, findAccountById, lockPerson, setPassword } from '../../../identity/users.ts'
import { notify } from '../../../notifications/notify.ts'
import { endAccess } from '../../../sessions/end-access.ts'
import { hasMoved } from '../notify-of-changes.ts'
import { endLentSince } from '../stand-ins/end.ts'
import { isStillAllowed, STOOD_FOR, type StoodFor } from './still-allowed.ts'

type Visitor = { ip: string }

/** @throws AppError too_many_attempts */
export async function readRecovery(deps: Deps, { ip }: Visitor, uuid: string): Promise<Output<typeof look>> {
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: ip }])
  const found = await findUsable(deps.db, uuid)
  return found === null ? { isUsable: false, email: '' } : { isUsable: true, email: found.newEmail }
}

/**
 * Gives an account to the holder of the link of its recovery: a new password and address, and nothing of what signed in
 * before. The link proves the new address. The number loses its proof, because the phone is lost.
 *
 * @throws AppError recovery_invalid, also when who started or approved it may no longer do so; invalid_request,
 * password_too_weak, password_breached, password_unchanged or password_used_before
 */
export async function recoverAccount(
  deps: Deps,
  { ip }: Visitor,
  uuid: string,
  newPassword: string,
): Promise<Output<typeof call>> {
  const { db, keys, config, outbox } = deps
  const found = await findUsable(db, uuid)
  const owner = found === null ? null : await findAccountById(db, found.userId)
  if (found === null || owner === null) {
    await countAttempt(deps, [{ bucket: 'reset-links', of: ip }])
    throw new AppError('recovery_invalid')
  }
  const judged = await requireStrongPassword(config, newPassword, { ...owner, email: found.newEmail })
  const source = { id: owner.id, isKnown: true }
  await requireUnusedPassword(db, deps, owner.id, newPassword, source)
  const passwordHash = await hashPassword(keys, newPassword, source)
  await db.transaction(async (tx) => {
    const { newEmail } = await spend(tx, owner.id, uuid)
    const before = await findAccountById(tx, owner.id)
    if (before === null) throw new AppError('recovery_invalid')
    const values = { newEmail: maskEmail(newEmail) }
    // Still the old addresses. An unproved one may belong to another person.
    if (before.isEmailVerified) await notify(deps, tx, 'recovery-used', owner.id, { values })
    const ended = await replaceEverything(tx, config, before, newEmail, passwordHash)
    // They have not read what was sent to the address that they have lost, or that somebody has given the account.
    if (hasMoved(before.email, newEmail)) await endLentSince(deps)(tx, owner.id, new Date(0))
    const { rows } = await tx.execute<{ name: string }>(
      sql`select ${raw(fullNameIn('users'))} as name from users where id = ${owner.id}`,
    )
    const changes = hasMoved(before.email, newEmail) ? [{ field: 'email', before: before.email, after: newEmail }] : []
    await recordAudit(tx, {
      ...{ event: 'users.recovered', actorId: owner.id, subjectId: owner.id, ip },
      detail: { name: rows[0]?.name ?? '', ...judged, ...ended, changes },
    })
    if (hasMoved(before.email, newEmail) || !before.isEmailVerified)
      await notify(deps, tx, 'recovery-used', owner.id, { values })
  })
  const { id, email, userName, phoneNumber } = owner
  await clearCounts(db, countedAs(keys, passwordTriesOf(id, [email, found.newEmail, userName, phoneNumber])))
  outbox.wake()
  return { email: found.newEmail }
}

const linkHash = (uuid: string): Buffer => secretHash(uuid.toLowerCase())

async function findUsable(db: Db, uuid: string): Promise<{ userId: string; newEmail: string } | null> {
  const { rows } = await db.execute<{ userId: string; newEmail: string }>(sql`
    select r.user_id as "userId", r.new_email as "newEmail" from account_recoveries r join users u on u.id = r.user_id
    where r.secret_hash = ${linkHash(uuid)} and r.state = 'sent' and r.expires_at > now() and u.is_active and u.deleted_at is null`)
  return rows[0] ?? null
}

type Spent = StoodFor & { newEmail: string }

/** @throws AppError recovery_invalid */
async function spend(tx: Tx, userId: string, uuid: string): Promise<Spent> {
  // The person first, as everywhere, so that nobody waits for the other (deadlock).
  await lockPerson(tx, userId)
  const { rows } = await tx.execute<Spent>(sql`
    update account_recoveries set state = 'used', settled_at = now()
    where secret_hash = ${linkHash(uuid)} and state = 'sent' and expires_at > now()
    returning new_email as "newEmail", ${STOOD_FOR}`)
  const [spent] = rows
  if (spent === undefined || !(await isStillAllowed(tx, userId, spent))) throw new AppError('recovery_invalid')
  return spent
}

/** @throws AppError recovery_invalid when the address has become somebody else's */
async function replaceEverything(
  tx: Tx,
  config: Deps['config'],
  { id, ...before }: Account,
  email: string,
  passwordHash: string,
) {
  const { rows } = await tx.execute<{ userName: string }>(sql`
    update users set email = ${email}, email_verified_at = now(), phone_verified_at = null,
      user_name = case when lower(user_name) = lower(email) then ${email} else user_name end, version = version + 1
    where id = ${id} returning user_name as "userName"`)
  const userName = rows[0]?.userName ?? before.userName
  const taken = await claimIdentifiers(tx, id, { ...before, email, userName, isPhoneVerified: false })
  if (taken.length > 0) throw new AppError('recovery_invalid')
  // Also forgets known browsers.
  await setPassword(tx, config, id, passwordHash)
  await voidUndoLinks(tx, id)
  const factors = await deleteAllFactors(tx, id)
  const { sessions } = await endAccess(tx, id, 'password-reset', { by: { actorId: id } })
  return { ...factors, sessions: sessions.length }
}
