import type { KeyObject } from 'node:crypto'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import type { consumeRequestEmailOtp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import type { RequireApart } from '../access/access.ts'
import { findOpenPair, type Pair } from '../access/self-registration.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Attempted, type Counted, clearCounts, countAttempt, countFailures } from '../counting/count-attempt.ts'
import { verificationCodesAsked, verificationCodesSent, verificationTries } from '../counting/endpoint-limits.ts'
import { noteWrong } from '../counting/note-refusals.ts'
import { TooManyAttempts } from '../counting/too-many-attempts.ts'
import { newId } from '../crypto/ids.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { normaliseIdentifier } from '../identity/identifiers.ts'
import { findAccountByIdentifier, insertUser } from '../identity/users.ts'
import { DECOY, type Newcomer, notify } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { CODE_MINUTES } from './challenge-limits.ts'
import type { Challenge } from './challenge-row.ts'
import { ERROR_OF, type Held, STATE } from './find-challenge.ts'
import { issueCode } from './issue-code.ts'
import { joinApplication } from './join-application.ts'
import { openChallenge, renewCode } from './open-challenge.ts'
import type { Unverified } from './registration.ts'
import { spendCode } from './spend-challenge.ts'

export type EnteredCode = { email: string; otp: string; pair: { application: string; client: string } | null }

/**
 * Verifies an address by its code; a registration becomes an account with exactly the data of its form, also when a rule of separation of duties
 * refuses what would be assigned with it.
 *
 * @throws AppError otp_invalid for any fault of the code; already_registered when the address was taken meanwhile
 * @returns whether an application was assigned with it, or refused
 */
export async function verifyEmail(
  deps: Deps,
  caller: Caller,
  { email, otp, pair }: EnteredCode,
  requireApart: RequireApart,
): Promise<Output<typeof consumeRequestEmailOtp>> {
  const { db } = deps
  const proof = await findProof(db, email, caller.challengeCookie)
  const counted = await countAttempt(deps, verificationTries(caller.ip, email, proof?.isBound ? proof.id : null))
  const challenge = await spendProof(deps, proof, otp).catch(async (wrong: unknown) => {
    await countWrong(deps, caller, proof, counted)
    throw wrong
  })
  return db.transaction(async (tx) => {
    await clearCounts(tx, counted)
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
    if (toAssign === null) return { assigned: false, isRefused: false }
    const joined = await joinApplication(deps, tx, { userId: proved.userId, ip: caller.ip }, toAssign, requireApart)
    return { assigned: joined !== 'refused', isRefused: joined === 'refused' }
  })
}

/** The holder of the binding secret gets the exact error; all other callers may be strangers. */
async function spendProof({ db, keys }: Deps, proof: Proof | null, otp: string): Promise<Challenge> {
  if (proof === null) throw new AppError('otp_invalid')
  if (proof.isBound && proof.state !== 'open') throw new AppError(ERROR_OF[proof.state])
  return spendCode(db, keys.otp, 'verify-email', { id: proof.id }, otp)
}

async function countWrong(deps: Deps, { ip }: Caller, proof: Proof | null, counted: Counted[]): Promise<void> {
  const line = { event: 'signin.code-wrong', subjectId: proof?.userId ?? null, ip } as const
  await Promise.all([countFailures(deps, counted), noteWrong(deps, counted, line)])
}

/** Sends a new code to a registered address; gives the same answer when there is none. */
export async function resendVerification(deps: Deps, caller: Caller, email: string): Promise<void> {
  const { db, keys, outbox } = deps
  const proof = await findProof(db, email, caller.challengeCookie)
  const limits = proof?.isBound === true ? verificationCodesSent(email) : verificationCodesAsked(email)
  const counted = await countAttempt(deps, [{ bucket: 'code-requests', of: caller.ip }, ...limits])
  if (counted.some(({ isClosed }) => isClosed)) return
  if (proof === null) return proveChangedEmail(deps, email)
  await db.transaction(async (tx) => {
    const renewed = await renewCode(tx, keys.otp, 'verify-email', { id: proof.id })
    if (renewed === null) return
    await notify(deps, tx, 'verify-email', await recipientOf(tx, renewed), {
      minutes: CODE_MINUTES,
      values: { code: renewed.code },
      language: caller.language,
    })
  })
  outbox.wake()
}

/** A changed address has no challenge until its owner asks for a code. */
async function proveChangedEmail(deps: Deps, email: string): Promise<void> {
  const account = await findAccountByIdentifier(deps.db, email)
  if (account === null || !account.isActive || account.isEmailVerified) return
  if (normaliseIdentifier(account.email) !== normaliseIdentifier(email)) return
  await sendProof(deps, false, account.id, [])
}

/**
 * For a right password with an unproved address: sends a new code.
 *
 * @throws AppError email_unverified, always, or email_unverified_still when no further code is sent now; `data.email`
 * is the address of the code
 */
export async function proveEmailAgain(
  deps: Deps,
  person: Unverified | { id: string; email: string; firstName: string },
): Promise<never> {
  const isSignUp = 'kind' in person && person.kind === 'sign-up'
  const isSent = await sendProof(deps, isSignUp, person.id, verificationCodesSent(person.email))
  throw new AppError(isSent ? 'email_unverified' : 'email_unverified_still', { data: { email: person.email } })
}

/**
 * Sends a proof of an address.
 *
 * @param counts the limits in which a sent code counts, unless it has been counted already
 * @returns whether a code was sent: not within a minute of the last one, and not when too many were sent
 */
async function sendProof(deps: Deps, isSignUp: boolean, id: string, counts: Attempted[]): Promise<boolean> {
  const { db, keys, outbox } = deps
  try {
    return await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select id from challenges where purpose = 'verify-email' and spent_at is null and expires_at > now()
          and ${isSignUp ? sql`sign_up_id = ${id}` : sql`user_id = ${id}`} order by created_at desc limit 1`)
      const open = rows[0]
      const code =
        open === undefined
          ? await openProof(tx, keys.otp, isSignUp, id)
          : (await renewCode(tx, keys.otp, 'verify-email', open))?.code
      // Within a minute of the last code no other is sent: that one is still valid.
      if (code === undefined) return false
      await countAttempt(deps, counts, { tx })
      const recipient = await recipientOf(
        tx,
        isSignUp ? { signUpId: id, userId: null } : { signUpId: null, userId: id },
      )
      await notify(deps, tx, 'verify-email', recipient, { minutes: CODE_MINUTES, values: { code } })
      return true
    })
  } catch (error) {
    if (error instanceof TooManyAttempts) return false
    throw error
  } finally {
    outbox.wake()
  }
}

/** A challenge that no browser began: any browser may finish it with the code. */
async function openProof(tx: Tx, key: KeyObject, isSignUp: boolean, id: string): Promise<string> {
  const issued = issueCode(key, 'verify-email')
  const who = isSignUp ? { userId: null, signUpId: id } : { userId: id, signUpId: null }
  await openChallenge(tx, issued, { ...who, ip: '', fromBrowser: false, rememberMe: false, amr: [], target: null })
  return issued.code
}

/** An open challenge, and whether the caller has its binding secret. */
type Proof = Held & { isBound: boolean }

/** The open challenge of an address: the one that this browser began, else the newest. */
async function findProof(db: Db, email: string, challengeCookie: string | undefined): Promise<Proof | null> {
  const key = normaliseIdentifier(email)
  const { rows } = await db.execute<Proof>(sql`
    select c.id, c.user_id as "userId", false as "hasPassword", ${STATE} as state,
      c.secret_hash = ${secretHash(challengeCookie ?? '')} as "isBound"
    from challenges c
    where c.purpose = 'verify-email' and c.spent_at is null and c.expires_at > now() and (
      c.sign_up_id in (select id from sign_ups where email_key = ${key} and completed_at is null)
      or c.user_id in (select user_id from user_identifiers where value = ${key}))
    order by c.secret_hash = ${secretHash(challengeCookie ?? '')} desc, c.created_at desc limit 1`)
  return rows[0] ?? null
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

/** @throws AppError otp_invalid when the account has another address by now */
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
  return rows[0] ?? DECOY
}
