import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import { noteWrong } from '../counting/note-refusals.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { lockConfirmed } from '../factors/lock-confirmed.ts'
import { requireConfirmed } from '../factors/require-confirmed.ts'
import type { Person } from '../identity/actor.ts'
import { bringBack, type ContactKind, isContactLocked, keepFormer, UNDO_HOURS } from '../identity/contact-changes.ts'
import { maskEmail, maskPhone, normaliseIdentifier } from '../identity/identifiers.ts'
import { provePhone } from '../identity/phone-proof.ts'
import { requireSoundPerson } from '../identity/require-sound-person.ts'
import { type Account, claimIdentifiers, findAccountById, voidSecrets } from '../identity/users.ts'
import { canSendSms, notify } from '../notifications/notify.ts'
import { CODE_MINUTES } from './challenge-limits.ts'
import { findOwnCode, makeOwnCode } from './own-code.ts'
import { spendCode } from './spend-challenge.ts'
import { announceUndone } from './undo-contact.ts'

type Wish = { kind: ContactKind; value: string }

const PURPOSES = { email: 'change-email', phone: 'change-phone' } as const

/**
 * Sends a code to a new address or number of the caller. Whether another person has it is said after the right code only, because
 * anybody can enter a stranger's.
 *
 * @throws AppError confirmation_needed, contact_locked, contact_unchanged, phone_unreachable, invalid_request, too_many_attempts
 */
export async function requestContactChange(deps: Deps, person: Person, ip: string, wish: Wish): Promise<OwnCode> {
  const { db, outbox } = deps
  const { userId, sessionId } = person
  await requireConfirmed(db, person)
  const account = await findAccountById(db, userId)
  if (account === null) throw new AppError('not_signed_in')
  if (await isContactLocked(db, userId)) throw new AppError('contact_locked')
  if (isSame(account, wish)) throw new AppError('contact_unchanged')
  if (wish.kind === 'email') requireSoundPerson({ email: wish.value })
  else if (!(await canSendSms(db, 'verify-phone', userId))) throw new AppError('phone_unreachable')
  const typed = { bucket: wish.kind === 'email' ? 'codes-email' : 'phone-code-number', of: wish.value } as const
  await countAttempt(deps, [{ bucket: 'contact-changes', of: userId }, typed], { subjectId: userId })
  const proves = wish.kind === 'email' ? { newEmail: wish.value } : { phoneNumber: wish.value }
  const state = await db.transaction(async (tx) => {
    const { code, state } = await makeOwnCode(deps, tx, { purpose: PURPOSES[wish.kind], userId, ip, proves })
    if (code === null) return state
    const facts = { minutes: CODE_MINUTES, values: { code } }
    const { firstName, lastName, language } = account
    // To an address without an account: the code must not go to the person's phone, too.
    if (wish.kind === 'email')
      await notify(deps, tx, 'verify-email', { email: wish.value, firstName, lastName, language }, facts)
    else await notify(deps, tx, 'verify-phone', userId, { ...facts, to: wish.value })
    const detail = { to: wish.kind === 'email' ? maskEmail(wish.value) : wish.value }
    await recordAudit(tx, { event: 'contact.code-sent', actorId: userId, subjectId: userId, sessionId, ip, detail })
    return state
  })
  outbox.wake()
  return state
}

/**
 * Makes a new address or number the caller's own, by the code that was sent there. The old one is notified, with a link that undoes it, unless
 * this brings back what was there before.
 *
 * @returns the new value
 * @throws AppError otp_invalid, email_taken, phone_taken, contact_locked, not_signed_in, confirmation_needed, too_many_attempts
 */
export async function confirmContactChange(
  deps: Deps,
  person: Person,
  ip: string,
  { kind, otp }: { kind: ContactKind; otp: string },
): Promise<string> {
  const { db, keys, outbox } = deps
  const { userId, sessionId } = person
  const by = { actorId: userId, subjectId: userId, sessionId, ip }
  const counted = await countAttempt(deps, [{ bucket: 'contact-codes', of: userId }], { subjectId: userId })
  const spend = async () => {
    const id = await findOwnCode(db, userId, PURPOSES[kind])
    if (id === null) throw new AppError('otp_invalid')
    return spendCode(db, keys.otp, PURPOSES[kind], { id }, otp)
  }
  const { newEmail, phoneNumber } = await spend().catch(async (wrong: unknown) => {
    if (wrong instanceof AppError) await noteWrong(deps, counted, { event: 'contact.code-wrong', ...by })
    throw wrong
  })
  const value = (kind === 'email' ? newEmail : phoneNumber) ?? ''
  await db.transaction(async (tx) => {
    await lockConfirmed(tx, person)
    if (await isContactLocked(tx, userId)) throw new AppError('contact_locked')
    const before = await findAccountById(tx, userId)
    if (before === null) throw new AppError('not_signed_in')
    await announce(deps, tx, before, { kind, value })
    await (kind === 'email' ? storeEmail(tx, before, value) : storePhone(tx, userId, value))
    const field = kind === 'email' ? 'email' : 'phoneNumber'
    const name = fullName(before)
    const changes = [{ field, before: before[field], after: value }]
    await recordAudit(tx, { event: `contact.${kind}-changed`, ...by, detail: { name, changes } })
  })
  outbox.wake()
  return value
}

const isSame = (account: Account, { kind, value }: Wish) =>
  kind === 'email'
    ? normaliseIdentifier(account.email) === normaliseIdentifier(value)
    : account.phoneNumber === value && account.isPhoneVerified

/** While the old address and number are still stored, so that the message goes to them. */
async function announce(deps: Deps, tx: Tx, account: Account, { kind, value }: Wish): Promise<void> {
  const { id, ...before } = account
  if (await bringBack(tx, id, kind, value))
    return announceUndone(deps, tx, account, { kind, former: value, isByHand: true })
  const former =
    kind === 'email'
      ? { value: before.email, isVerified: before.isEmailVerified }
      : { value: before.phoneNumber, isVerified: before.isPhoneVerified }
  const uuid = await keepFormer(tx, id, kind, former)
  const link = new URL(`/undochange/${uuid}`, deps.config.publicUrl).href
  const minutes = UNDO_HOURS * 60
  if (kind === 'email')
    await notify(deps, tx, 'own-email-changed', id, { minutes, values: { link, newEmail: maskEmail(value) } })
  else await notify(deps, tx, 'own-phone-changed', id, { minutes, values: { link, number: maskPhone(value) } })
}

/** @throws AppError email_taken */
async function storeEmail(tx: Tx, before: Account, email: string): Promise<void> {
  const { rows } = await tx.execute<{ userName: string }>(sql`
    update users set email = ${email}, email_verified_at = now(), version = version + 1, updated_at = now(),
      user_name = case when lower(user_name) = lower(email) then ${email} else user_name end
    where id = ${before.id} returning user_name as "userName"`)
  const taken = await claimIdentifiers(tx, before.id, { ...before, email, userName: rows[0]?.userName ?? '' })
  if (taken.length > 0) throw new AppError('email_taken')
  // What was sent to the old address.
  await voidSecrets(tx, before.id)
}

/** @throws AppError phone_taken */
async function storePhone(tx: Tx, userId: string, phoneNumber: string): Promise<void> {
  await tx.execute(sql`
    update users set phone_number = ${phoneNumber}, version = version + 1, updated_at = now() where id = ${userId}`)
  await tx.execute(
    sql`delete from user_identifiers where user_id = ${userId} and kind = 'phone' and value <> ${phoneNumber}`,
  )
  if ((await provePhone(tx, userId, phoneNumber)) !== 'proved') throw new AppError('phone_taken')
}
