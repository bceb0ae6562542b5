import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import type { OwnPhone } from '@gatehouse/contract/phone-proof.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import { noteWrong } from '../counting/note-refusals.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { provePhone } from '../identity/phone-proof.ts'
import { findAccountById } from '../identity/users.ts'
import { canSendSms, notify } from '../notifications/notify.ts'
import { CODE_MINUTES } from './challenge-limits.ts'
import { findOwnCode, makeOwnCode } from './own-code.ts'
import { spendCode } from './spend-challenge.ts'

const PURPOSE = 'verify-phone'

export async function readOwnPhone({ db }: Pick<Deps, 'db'>, userId: string): Promise<OwnPhone> {
  const account = await findAccountById(db, userId)
  const { phoneNumber = '', isPhoneVerified: isConfirmed = false } = account ?? {}
  return { phoneNumber, isConfirmed, canSend: phoneNumber !== '' && (await canSendSms(db, PURPOSE, userId)) }
}

/**
 * Sends a code to the caller's own number. Whether another person has proved that number is revealed only after the
 * right code: anyone can enter a stranger's number in their account.
 *
 * @throws AppError phone_missing, phone_confirmed, phone_unreachable, too_many_attempts
 */
export async function requestPhoneCode(deps: Deps, { userId, sessionId }: Person, ip: string): Promise<OwnCode> {
  const { db, outbox } = deps
  const { phoneNumber, isConfirmed, canSend } = await readOwnPhone(deps, userId)
  if (phoneNumber === '') throw new AppError('phone_missing')
  if (isConfirmed) throw new AppError('phone_confirmed')
  if (!canSend) throw new AppError('phone_unreachable')
  const codes = [
    { bucket: 'phone-code-account', of: userId },
    { bucket: 'phone-code-number', of: phoneNumber },
  ] as const
  await countAttempt(deps, [...codes], { subjectId: userId })
  const state = await db.transaction(async (tx) => {
    const { code, state } = await makeOwnCode(deps, tx, { purpose: PURPOSE, userId, ip, proves: { phoneNumber } })
    if (code === null) return state
    await notify(deps, tx, PURPOSE, userId, { to: phoneNumber, minutes: CODE_MINUTES, values: { code } })
    await recordAudit(tx, { event: 'phone.code-sent', actorId: userId, subjectId: userId, sessionId, ip })
    return state
  })
  outbox.wake()
  return state
}

/**
 * Confirms the caller's own number by the code that was sent to it.
 *
 * @throws AppError otp_invalid, phone_taken, too_many_attempts
 */
export async function confirmPhone(deps: Deps, person: Person, ip: string, otp: string): Promise<OwnPhone> {
  const { db, keys } = deps
  const { userId, sessionId } = person
  const by = { actorId: userId, subjectId: userId, sessionId, ip }
  const counted = await countAttempt(deps, [{ bucket: 'phone-otp-account', of: userId }], { subjectId: userId })
  const spend = async () => {
    const id = await findOwnCode(db, userId, PURPOSE)
    if (id === null) throw new AppError('otp_invalid')
    return spendCode(db, keys.otp, PURPOSE, { id }, otp)
  }
  const { phoneNumber } = await spend().catch(async (wrong: unknown) => {
    if (wrong instanceof AppError) await noteWrong(deps, counted, { event: 'phone.code-wrong', ...by })
    throw wrong
  })
  await db
    .transaction(async (tx) => {
      const outcome = await provePhone(tx, userId, phoneNumber ?? '')
      if (outcome !== 'proved') throw new AppError(outcome === 'taken' ? 'phone_taken' : 'otp_invalid')
      await recordAudit(tx, { event: 'phone.confirmed', ...by })
    })
    .catch(async (error: unknown) => {
      if (error instanceof AppError && error.key === 'phone_taken')
        await recordAudit(db, { event: 'phone.refused', ...by })
      throw error
    })
  return readOwnPhone(deps, userId)
}
