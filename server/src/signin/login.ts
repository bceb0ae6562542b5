import type { SignInTarget } from '../access/sign-in-target.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Bucket } from '../counting/buckets.ts'
import {
  type Counted,
  clearCounts,
  countAttempt,
  countFailures,
  countInBatch,
  giveBack,
  tooManyAttempts,
} from '../counting/count-attempt.ts'
import { codesSent, passwordTries } from '../counting/endpoint-limits.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { readSecondStep } from '../factors/second-step.ts'
import type { Source } from '../identity/fair-queue.ts'
import { readDeviceCookie } from '../identity/known-device.ts'
import { hashPassword, isOutdated, verifyPassword } from '../identity/passwords.ts'
import { type Account, findAccountByIdentifier, replaceHash } from '../identity/users.ts'
import { DECOY, notify } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import type { SignedIn } from './complete.ts'
import { issueCode } from './issue-code.ts'
import { openChallenge } from './open-challenge.ts'
import { findPendingSignUp } from './registration.ts'
import { type Begun, findCodeRoute, offeredTo, writeCode } from './send-code.ts'
import { signInByRememberedBrowser } from './sign-in-by-remembered-browser.ts'
import { proveEmailAgain } from './verify-email.ts'

/** Limits that all strangers share: once one is reached, only known browsers may try. */
const STRANGER_BUCKETS: Bucket[] = ['password-typed', 'password-account']

type Credentials = {
  identifier: string
  password: string
  rememberMe: boolean
  /** Both steps, even where the browser is remembered. */
  secondStep?: boolean | undefined
}

/** `signedIn`: there is no step two. */
export type StepOne = (Begun & { secret: string; signedIn?: undefined }) | { signedIn: SignedIn }

/** The target of a sign-in, and a check that refuses accounts that may not go there. */
export type Destination = { target: SignInTarget; requireAllowed: (account: Account) => Promise<unknown> }

/**
 * Step one: checks the password and sends a code. Our own pages ask people who have an authenticator app for its code, and
 * send one only when they ask for it; a program may know nothing of apps.
 *
 * Counts first, then hashes, for known and unknown identifiers alike; every fault has the same answer.
 *
 * @param destination `null`: the default one
 * @throws AppError sign_in_failed, too_many_attempts; account_suspended, email_unverified (the password was right)
 */
export async function login(
  deps: Deps,
  caller: Caller,
  { identifier, password, rememberMe, secondStep = false }: Credentials,
  destination: Destination | null = null,
): Promise<StepOne> {
  const { db, keys } = deps
  // Both look-ups, always: the time must not reveal whether there is an account.
  const [account, signedUp] = await db.together((on) =>
    Promise.all([findAccountByIdentifier(on, identifier), findPendingSignUp(on, identifier, caller.challengeCookie)]),
  )
  const device = readDeviceCookie(keys.device, account, caller.deviceCookie)
  const accountId = account?.id ?? null
  const tries = passwordTries({ ip: caller.ip, identifier, accountId, device })
  const target = destination?.target ?? null
  // The route of the code is found in the same round trip: it is needed when the password is right.
  const [counted, route, asked] = await db.together((on) =>
    Promise.all([
      countAttempt(deps, tries, { on, subjectId: accountId }),
      findCodeRoute(on, caller, accountId, target),
      readSecondStep(on, accountId),
    ]),
  )

  const pending = account === null ? signedUp : null
  const stored = account?.passwordHash ?? pending?.passwordHash ?? null
  const source = device === null ? { id: caller.ip, isKnown: false } : { id: device, isKnown: true }
  const isRight = await verifyPassword(keys, stored, password, source).catch(async (busy: unknown) => {
    await giveBack(db, counted)
    throw busy
  })
  const isShut = counted.some(({ isClosed }) => isClosed)
  if (isRight && !isShut && account?.isSuspended) return refuseSuspended(deps, caller, account, counted)
  if (!isRight || isShut || account?.isActive === false) return refuse(deps, caller, account, counted)
  const unverified = pending ?? (account?.isEmailVerified === false ? account : null)
  if (unverified !== null) {
    await clearCounts(db, counted)
    return proveEmailAgain(deps, unverified)
  }
  if (account === null) throw new AppError('sign_in_failed')
  const present = await withRenewedHash(deps, account, password, source)

  await destination?.requireAllowed(account).catch(async (refused: unknown) => {
    // The password was right, so the attempt does not count.
    await clearCounts(db, counted)
    throw refused
  })
  const signedIn =
    secondStep || present === null
      ? null
      : await signInByRememberedBrowser(deps, caller, { account: present, device, counted, rememberMe, target })
  if (signedIn !== null) return { signedIn }

  const issued = issueCode(keys.otp, 'login')
  const isSent = !(caller.isWeb && asked.otherSteps.includes('authenticator'))
  const sent = isSent ? codesSent({ accountId: account.id, device }) : []
  const event = isSent ? 'signin.code-sent' : 'signin.app-asked'
  await db
    .batch((tx) => {
      if (isSent) writeCode(deps, tx, caller, account.id, issued.code, route)
      return Promise.all([
        ...(isSent ? [countInBatch(deps, tx, sent)] : []),
        openChallenge(tx, issued, {
          userId: account.id,
          signUpId: null,
          ip: caller.ip,
          fromBrowser: caller.isBrowser,
          rememberMe,
          amr: ['pwd', 'otp'],
          target,
          isUnsent: !isSent,
        }),
        recordAudit(tx, { event, actorId: account.id, subjectId: account.id, ip: caller.ip }),
        clearCounts(tx, counted),
      ])
    })
    .catch((error: unknown) => {
      throw tooManyAttempts(deps, sent, account.id, error)
    })
  return { email: account.email, secret: issued.secret, isSent, ...offeredTo(caller, asked) }
}

/**
 * Renews a hash that was made with former parameters. When too many hashes are waiting, the next sign-in does it.
 *
 * @returns the account with its present hash; `null` when another sign-in or a change of the password was faster
 */
async function withRenewedHash(
  { db, keys }: Deps,
  account: Account,
  password: string,
  source: Source,
): Promise<Account | null> {
  const { id, passwordHash: former } = account
  if (former === null || !isOutdated(keys, former)) return account
  const passwordHash = await hashPassword(keys, password, source).catch(() => null)
  if (passwordHash === null) return account
  return (await replaceHash(db, id, former, passwordHash)) ? { ...account, passwordHash } : null
}

/** @throws AppError sign_in_failed, always: every fault has this answer, a reached limit included */
async function refuse(deps: Deps, caller: Caller, account: Account | null, counted: Counted[]): Promise<never> {
  await Promise.all([
    recordAudit(deps.db, { event: 'signin.failed', subjectId: account?.id ?? null, ip: caller.ip }),
    countFailures(deps, counted),
  ])
  if (counted.some(({ bucket, closes }) => closes && STRANGER_BUCKETS.includes(bucket)))
    await notifyOfGuessing(deps, caller, account)
  throw new AppError('sign_in_failed')
}

/**
 * Says the truth to somebody who has given the right password: without a suspension they would get further, too.
 *
 * @throws AppError account_suspended, always
 */
async function refuseSuspended({ db }: Deps, { ip }: Caller, { id }: Account, counted: Counted[]): Promise<never> {
  const detail = { reason: 'account suspended' }
  await Promise.all([recordAudit(db, { event: 'signin.failed', subjectId: id, ip, detail }), clearCounts(db, counted)])
  throw new AppError('account_suspended')
}

/**
 * Notifies the owner, once each time the limit for strangers is reached. For an unknown identifier it writes a decoy.
 */
async function notifyOfGuessing(deps: Deps, { ip }: Caller, account: Account | null): Promise<void> {
  const owner = account?.isActive ? account.id : DECOY
  await deps.db.transaction((tx) => notify(deps, tx, 'account-locked', owner, { values: { ip } }))
  deps.outbox.wake()
}
