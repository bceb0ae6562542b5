import { recordAudit } from '../audit/record-audit.ts'
import { clearCounts, countAttempt, giveBack } from '../counting/count-attempt.ts'
import { noteWrong } from '../counting/note-refusals.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { requireUnusedPassword } from '../identity/former-passwords.ts'
import { makeDeviceCookie } from '../identity/known-device.ts'
import { requireStrongPassword } from '../identity/password-strength.ts'
import { hashPassword, verifyPassword } from '../identity/passwords.ts'
import { findAccountById, lockPerson, setPassword } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { endAccess } from '../sessions/end-access.ts'
import { type OpenedSession, renewSession } from '../sessions/sessions.ts'

/**
 * Changes the caller's own password. All other sessions end with their tokens; this one gets a new secret.
 *
 * @throws AppError current_password_wrong, password_unchanged, password_used_before, invalid_request, password_too_weak,
 * password_breached, too_many_attempts
 * @returns the session with its new secret, and the cookie that makes this browser the only known one
 */
export async function changePassword(
  deps: Deps,
  person: Person,
  ip: string,
  oldPassword: string,
  newPassword: string,
): Promise<{ session: OpenedSession; deviceCookie: string }> {
  const { db, keys, config, outbox } = deps
  const counted = await countAttempt(deps, [{ bucket: 'password-change', of: person.userId }], {
    subjectId: person.userId,
  })
  const account = await findAccountById(db, person.userId)
  const source = { id: person.userId, isKnown: true }
  const isRight = await verifyPassword(keys, account?.passwordHash ?? null, oldPassword, source).catch(
    async (busy: unknown) => {
      await giveBack(db, counted)
      throw busy
    },
  )
  if (!isRight) {
    const { userId, sessionId } = person
    const line = { event: 'password.current-wrong', actorId: userId, subjectId: userId, sessionId, ip } as const
    await noteWrong(deps, counted, line)
    throw new AppError('current_password_wrong')
  }
  await clearCounts(db, counted)
  const judged = await requireStrongPassword(config, newPassword, person.user)
  await requireUnusedPassword(db, deps, person.userId, newPassword, source)
  const passwordHash = await hashPassword(keys, newPassword, source)
  const changed = await db.transaction(async (tx) => {
    await lockPerson(tx, person.userId)
    // Another change was first: the password that was judged is a former one, and perhaps not of its owner.
    const present = await findAccountById(tx, person.userId)
    if (present?.passwordChangedAt?.getTime() !== account?.passwordChangedAt?.getTime())
      throw new AppError('current_password_wrong')
    const passwordChangedAt = await setPassword(tx, config, person.userId, passwordHash)
    await endAccess(tx, person.userId, 'password-changed', {
      except: person.sessionId,
      by: { actorId: person.userId },
    })
    const renewed = await renewSession(tx, person.sessionId, person.via)
    await recordAudit(tx, {
      event: 'password.changed',
      actorId: person.userId,
      subjectId: person.userId,
      sessionId: person.sessionId,
      ip,
      detail: judged,
    })
    await notify(deps, tx, 'password-changed', person.userId)
    const owner = { id: person.userId, passwordChangedAt, readAt: passwordChangedAt }
    return { session: renewed, deviceCookie: makeDeviceCookie(keys.device, owner, null) }
  })
  outbox.wake()
  return changed
}
