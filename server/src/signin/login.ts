import { recordAudit } from '../audit/record-audit.ts'
import type { Bucket } from '../counting/buckets.ts'
import { type Counted, clearCounts, countAttempt, countFailures, giveBack } from '../counting/count-attempt.ts'
import { codesSent, passwordTries } from '../counting/doors.ts'
import type { SignInTarget } from '../db/schema/signin.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { readDeviceCookie } from '../identity/known-device.ts'
import { hashPassword, isOutdated, verifyPassword } from '../identity/passwords.ts'
import { type Account, findAccountByIdentifier, replaceHash } from '../identity/users.ts'
import { NOBODY, notify } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { issueCode, openChallenge } from './challenge.ts'
import { findPendingSignUp } from './registration.ts'
import { writeCode } from './send-code.ts'
import { proveEmailAgain } from './verify-email.ts'

/** What strangers share: from here on it refuses them all, and only known browsers get on. */
const OF_STRANGERS: Bucket[] = ['password-typed', 'password-account']

type Credentials = { identifier: string; password: string; rememberMe: boolean }

export type StepOne = { email: string; secret: string }

/**
 * Step one: checks the password and sends a code.
 *
 * Counts first, then hashes, for known and unknown identifiers alike; whatever is wrong has one answer.
 *
 * @param target decides from the account where the sign-in leads; it may refuse
 * @throws AppError sign_in_failed, too_many_attempts, email_unverified (the password was right)
 */
export async function login(
  deps: Deps,
  caller: Caller,
  { identifier, password, rememberMe }: Credentials,
  target: (account: Account) => Promise<SignInTarget | null> = async () => null,
): Promise<StepOne> {
  const { db, keys } = deps
  // Both, whoever it is: how long it takes must not show whether there is an account.
  const [account, signedUp] = await Promise.all([
    findAccountByIdentifier(db, identifier),
    findPendingSignUp(db, identifier, caller.challengeCookie),
  ])
  const device = readDeviceCookie(keys.device, account, caller.deviceCookie, new Date())
  const accountId = account?.id ?? null
  const counted = await countAttempt(deps, passwordTries({ ip: caller.ip, identifier, accountId, device }), {
    subjectId: accountId,
  })

  const pending = account === null ? signedUp : null
  const stored = account?.passwordHash ?? pending?.passwordHash ?? null
  const source = device === null ? { id: caller.ip, isKnown: false } : { id: device, isKnown: true }
  const isRight = await verifyPassword(keys, stored, password, source).catch(async (busy: unknown) => {
    await giveBack(db, counted)
    throw busy
  })
  const isShut = counted.some(({ isClosed }) => isClosed)
  if (!isRight || isShut || account?.isActive === false) return refuse(deps, caller, account, counted)
  const unverified = pending ?? (account?.isEmailVerified === false ? account : null)
  if (unverified !== null) {
    await clearCounts(db, counted)
    return proveEmailAgain(deps, unverified)
  }
  if (account === null) throw new AppError('sign_in_failed')
  if (account.passwordHash !== null && isOutdated(account.passwordHash)) {
    // When too many wait for a hash, the next sign-in makes it.
    const renewed = await hashPassword(keys, password, source).catch(() => null)
    if (renewed !== null) await replaceHash(db, account.id, account.passwordHash, renewed)
  }

  const leadsTo = await target(account).catch(async (refused: unknown) => {
    // The password was right all the same.
    await clearCounts(db, counted)
    throw refused
  })
  const secret = await db.transaction(async (tx) => {
    const issued = issueCode(keys.otp, 'login')
    await Promise.all([
      countAttempt(deps, codesSent({ accountId: account.id, device }), { tx, subjectId: account.id }),
      writeCode(deps, tx, caller, account.id, issued.code, leadsTo),
      openChallenge(tx, issued, {
        userId: account.id,
        signUpId: null,
        ip: caller.ip,
        fromBrowser: caller.isBrowser,
        rememberMe,
        amr: ['pwd', 'otp'],
        target: leadsTo,
      }),
      recordAudit(tx, { event: 'signin.code-sent', actorId: account.id, subjectId: account.id, ip: caller.ip }),
      clearCounts(tx, counted),
    ])
    return issued.secret
  })
  deps.outbox.wake()
  return { email: account.email, secret }
}

/** @throws AppError sign_in_failed, always: one answer for whatever is wrong, strangers being shut out included */
async function refuse(deps: Deps, caller: Caller, account: Account | null, counted: Counted[]): Promise<never> {
  await Promise.all([
    recordAudit(deps.db, { event: 'signin.failed', subjectId: account?.id ?? null, ip: caller.ip }),
    countFailures(deps, counted),
  ])
  if (counted.some(({ bucket, closes }) => closes && OF_STRANGERS.includes(bucket)))
    await tellOfGuessing(deps, caller, account)
  throw new AppError('sign_in_failed')
}

/** Tells the owner, once for each time that strangers are shut out; of an unknown identifier, nobody by the same work. */
async function tellOfGuessing(deps: Deps, { ip }: Caller, account: Account | null): Promise<void> {
  const owner = account?.isActive ? account.id : NOBODY
  await deps.db.transaction((tx) => notify(deps, tx, 'account-locked', owner, { values: { ip } }))
  deps.outbox.wake()
}
