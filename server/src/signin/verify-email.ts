import type { KeyObject } from 'node:crypto'
import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import { assign } from '../access/access.ts'
import { findOpenPair, type Pair } from '../access/self-registration.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { normaliseIdentifier } from '../identity/identifiers.ts'
import { countAttempt } from '../identity/throttle.ts'
import { findAccountByIdentifier, insertUser } from '../identity/users.ts'
import { type Newcomer, NOBODY, notify } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { CODE_MINUTES, issueCode, openChallenge, renewCode, spendCode } from './challenge.ts'
import type { Unverified } from './registration.ts'

export type Proof = { email: string; otp: string; pair: { application: string; client: string } | null }

/**
 * Verifies an address by its code; a registration becomes an account with just what it was made with.
 *
 * @throws AppError otp_invalid for whatever is wrong with the code; already_registered when the address was taken meanwhile
 * @returns whether an application was assigned along with it
 */
export async function verifyEmail(deps: Deps, caller: Caller, { email, otp, pair }: Proof): Promise<boolean> {
  const { db, keys } = deps
  await countAttempt(deps, [{ bucket: 'otp-ip', of: caller.ip }])
  const id = await findProof(db, email, caller.challengeCookie)
  if (id === null) throw new AppError('otp_invalid')
  const challenge = await spendCode(db, keys.otp, 'verify-email', { id }, otp)
  return db.transaction(async (tx) => {
    const proved =
      challenge.userId === null
        ? await completeSignUp(tx, challenge.signUpId)
        : await markVerified(tx, challenge.userId, email)
    const asked = pair === null ? null : await findOpenPair(tx, pair.application, pair.client)
    const toAssign = asked ?? proved.pair
    await recordAudit(tx, {
      event: 'registration.completed',
      actorId: proved.userId,
      subjectId: proved.userId,
      ip: caller.ip,
    })
    if (toAssign === null) return false
    await assign(tx, proved.userId, toAssign.applicationId, toAssign.clientId, USER_ROLE)
    await recordAudit(tx, {
      event: 'registration.assigned',
      actorId: proved.userId,
      subjectId: proved.userId,
      detail: toAssign,
    })
    return true
  })
}

/** Sends a new code to a registered address, and answers alike when there is none. */
export async function resendVerification(deps: Deps, caller: Caller, email: string): Promise<void> {
  const { db, keys, outbox } = deps
  await countAttempt(deps, [
    { bucket: 'code-ip', of: caller.ip },
    { bucket: 'code-account', of: normaliseIdentifier(email) },
  ])
  const id = await findProof(db, email, caller.challengeCookie)
  if (id === null) return proveChangedEmail(deps, email)
  await db.transaction(async (tx) => {
    const renewed = await renewCode(tx, keys.otp, 'verify-email', { id })
    if (renewed === null) return
    await notify(deps, tx, 'verify-email', await recipientOf(tx, renewed), {
      minutes: CODE_MINUTES,
      values: { code: renewed.code },
    })
  })
  outbox.wake()
}

/** An account whose address was changed has no proof under way before somebody asks for it. */
async function proveChangedEmail(deps: Deps, email: string): Promise<void> {
  const account = await findAccountByIdentifier(deps.db, email)
  if (account === null || !account.isActive || account.isEmailVerified) return
  if (normaliseIdentifier(account.email) !== normaliseIdentifier(email)) return
  await sendProof(deps, false, account.id)
}

/**
 * The password was right, the address is not proved: sends a new code.
 *
 * @throws AppError email_unverified, always; `data.email` says where the code went
 */
export async function proveEmailAgain(
  deps: Deps,
  person: Unverified | { id: string; email: string; firstName: string },
): Promise<never> {
  await sendProof(deps, 'kind' in person && person.kind === 'sign-up', person.id)
  throw new AppError('email_unverified', { data: { email: person.email } })
}

async function sendProof(deps: Deps, isSignUp: boolean, id: string): Promise<void> {
  const { db, keys, outbox } = deps
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from challenges where purpose = 'verify-email' and spent_at is null and expires_at > now()
        and ${isSignUp ? sql`sign_up_id = ${id}` : sql`user_id = ${id}`} order by created_at desc limit 1`)
    const open = rows[0]
    const code =
      open === undefined
        ? await openProof(tx, keys.otp, isSignUp, id)
        : (await renewCode(tx, keys.otp, 'verify-email', open))?.code
    // Within a minute of the last code none is sent again: that one is still good.
    if (code === undefined) return
    const whom = await recipientOf(tx, isSignUp ? { signUpId: id, userId: null } : { signUpId: null, userId: id })
    await notify(deps, tx, 'verify-email', whom, { minutes: CODE_MINUTES, values: { code } })
  })
  outbox.wake()
}

/** A proof that no browser began: any may finish it with the code. */
async function openProof(tx: Tx, key: KeyObject, isSignUp: boolean, id: string): Promise<string> {
  const issued = issueCode(key, 'verify-email')
  const who = isSignUp ? { userId: null, signUpId: id } : { userId: id, signUpId: null }
  await openChallenge(tx, issued, { ...who, ip: '', fromBrowser: false, rememberMe: false, amr: [], target: null })
  return issued.code
}

/** The open proof of an address: the one this browser began, else the newest. */
async function findProof(db: Db, email: string, challengeCookie: string | undefined): Promise<string | null> {
  const key = normaliseIdentifier(email)
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from challenges c
    where c.purpose = 'verify-email' and c.spent_at is null and c.expires_at > now() and (
      c.sign_up_id in (select id from sign_ups where email_key = ${key} and completed_at is null)
      or c.user_id in (select user_id from user_identifiers where value = ${key}))
    order by c.secret_hash = ${secretHash(challengeCookie ?? '')} desc, c.created_at desc limit 1`)
  return rows[0]?.id ?? null
}

type Proved = { userId: string; pair: Pair | null }

async function completeSignUp(tx: Tx, signUpId: string | null): Promise<Proved> {
  const { rows } = await tx.execute<{
    email: string
    first_name: string
    last_name: string
    phone_number: string
    password_hash: string
    language: MessageLanguage | null
    application_id: string | null
    client_id: string | null
  }>(
    sql`update sign_ups set completed_at = now() where id = ${signUpId} and completed_at is null and expires_at > now() returning *`,
  )
  const signUp = rows[0]
  if (signUp === undefined) throw new AppError('otp_invalid')
  const userId = newId()
  const taken = await insertUser(tx, {
    id: userId,
    email: signUp.email,
    userName: null,
    phoneNumber: signUp.phone_number,
    firstName: signUp.first_name,
    lastName: signUp.last_name,
    passwordHash: signUp.password_hash,
    roleId: null,
    isEmailVerified: true,
    language: signUp.language,
  })
  if (taken.length > 0) throw new AppError('already_registered')
  const { application_id: applicationId, client_id: clientId } = signUp
  return { userId, pair: applicationId !== null && clientId !== null ? { applicationId, clientId } : null }
}

/** @throws AppError otp_invalid when the address is another one by now */
async function markVerified(tx: Tx, userId: string, email: string): Promise<Proved> {
  const { rowCount } = await tx.execute(sql`
    update users set email_verified_at = coalesce(email_verified_at, now())
    where id = ${userId} and lower(normalize(email, nfkc)) = ${normaliseIdentifier(email)}`)
  if (rowCount !== 1) throw new AppError('otp_invalid')
  return { userId, pair: null }
}

async function recipientOf(tx: Tx, { signUpId, userId }: { signUpId: string | null; userId: string | null }) {
  if (signUpId === null) return userId
  const { rows } = await tx.execute<Newcomer>(sql`
    select email, first_name as "firstName", last_name as "lastName", language from sign_ups where id = ${signUpId}`)
  return rows[0] ?? NOBODY
}
