import type { OwnPhone } from '@gatehouse/contract/phone-proof.ts'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import { noteWrong } from '../counting/note-refusals.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { provePhone } from '../identity/phone-proof.ts'
import { findAccountById } from '../identity/users.ts'
import { canSendSms, notify } from '../notifications/notify.ts'
import { CODE_MINUTES } from './challenge-limits.ts'
import { issueCode } from './issue-code.ts'
import { openChallenge, renewCode } from './open-challenge.ts'
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
export async function requestPhoneCode(deps: Deps, { userId, sessionId }: Person, ip: string): Promise<void> {
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
  await db.transaction(async (tx) => {
    const code = await makeCode(deps, tx, { userId, phoneNumber, ip })
    // Within a minute of the last code no other is sent: that one is still valid.
    if (code === null) return
    await notify(deps, tx, PURPOSE, userId, { to: phoneNumber, minutes: CODE_MINUTES, values: { code } })
    await recordAudit(tx, { event: 'phone.code-sent', actorId: userId, subjectId: userId, sessionId, ip })
  })
  outbox.wake()
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
    const id = await findOpen(db, userId, sql`true`)
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

type Asked = { userId: string; phoneNumber: string; ip: string }

/** A code for this number; `null`: the last one is less than a minute old. */
async function makeCode({ keys }: Deps, tx: Tx, { userId, phoneNumber, ip }: Asked): Promise<string | null> {
  const open = await findOpen(tx, userId, sql`phone_number = ${phoneNumber}`)
  if (open !== null) return (await renewCode(tx, keys.otp, PURPOSE, { id: open }))?.code ?? null
  const issued = issueCode(keys.otp, PURPOSE)
  const none = { signUpId: null, fromBrowser: false, rememberMe: false, amr: [], target: null }
  await openChallenge(tx, issued, { ...none, userId, phoneNumber, ip })
  return issued.code
}

async function findOpen(db: Tx | Deps['db'], userId: string, which: ReturnType<typeof sql>): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from challenges
    where user_id = ${userId} and purpose = ${PURPOSE} and spent_at is null and expires_at > now() and ${which}
    order by created_at desc, id desc limit 1`)
  return rows[0]?.id ?? null
}
