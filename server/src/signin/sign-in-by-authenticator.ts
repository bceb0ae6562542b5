import { type Counted, countAttempt, countFailures } from '../counting/count-attempt.ts'
import { appCodeTries } from '../counting/endpoint-limits.ts'
import { noteWrong } from '../counting/note-refusals.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { spendAppCode } from '../factors/authenticators.ts'
import { makeDeviceCookie, readDeviceCookie } from '../identity/known-device.ts'
import { type Account, findAccountById } from '../identity/users.ts'
import type { Caller } from './caller.ts'
import { findHeld, type Held, spendChallenge } from './challenge.ts'
import { nextStep, type SignedIn } from './complete.ts'
import { enter } from './enter.ts'

/**
 * Step two after a password: a code of an authenticator app instead of the one by email.
 *
 * @throws AppError otp_no_cookie, otp_other_browser, otp_invalid, sign_in_expired, too_many_attempts; and
 * authenticator_code_wrong, which only a caller with the right password gets
 */
export async function signInByAuthenticator(
  deps: Deps,
  caller: Caller,
  { otp, loginTxn }: { otp: string; loginTxn: string | undefined },
): Promise<SignedIn> {
  const { db, keys, outbox } = deps
  const { held, account } = await requireAfterPassword(deps, caller, loginTxn)
  const device = readDeviceCookie(keys.device, account, caller.deviceCookie)
  const { ip, userAgent } = caller
  const tries = appCodeTries({ ip, identifier: '', accountId: account.id, device })
  const counted = await countAttempt(deps, tries, { subjectId: account.id })
  const isShut = counted.some(({ isClosed }) => isClosed)
  const authenticator = isShut ? null : await spendAppCode(db, keys.seal, account.id, otp)
  if (authenticator === null) return refuse(deps, caller, account, counted)
  const challenge = await spendChallenge(db, held)
  if (challenge === null) throw new AppError('sign_in_expired')
  const { amr, rememberMe, target } = challenge
  const asked = {
    ...{ userId: account.id, ip, userAgent, amr, isStrong: true, rememberMe },
    kind: caller.isWeb ? 'cookie' : 'bearer',
  } as const
  const { session, person, accesses, isKnown } = await enter(deps, caller, {
    ...{ account, device, asked, counted },
    refusal: 'sign_in_expired',
    detail: { authenticator },
  })
  if (!isKnown) outbox.wake()
  const deviceCookie = makeDeviceCookie(keys.device, account, device)
  return { session, person, next: nextStep(person, accesses, target), deviceCookie }
}

/**
 * The sign-in of a caller who has its binding secret and has given the password: nobody else can try such a code, not
 * even a program at the same address.
 *
 * @throws AppError otp_no_cookie, otp_other_browser, otp_invalid, sign_in_expired
 */
async function requireAfterPassword(
  { db }: Deps,
  { isWeb, challengeCookie }: Caller,
  loginTxn: string | undefined,
): Promise<{ held: Held; account: Account }> {
  const secret = isWeb ? challengeCookie : loginTxn
  if (!secret) throw new AppError(isWeb ? 'otp_no_cookie' : 'otp_invalid')
  const held = await findHeld(db, 'login', { secret })
  if (held?.userId == null || !held.hasPassword) throw new AppError(isWeb ? 'otp_other_browser' : 'otp_invalid')
  const account = held.state === 'over' ? null : await findAccountById(db, held.userId)
  if (account === null) throw new AppError('sign_in_expired')
  return { held, account }
}

/** @throws AppError always */
async function refuse(deps: Deps, { ip }: Caller, { id }: Account, counted: Counted[]): Promise<never> {
  const shown = counted.filter(({ isHidden }) => !isHidden)
  await Promise.all([
    countFailures(deps, counted),
    noteWrong(deps, shown, { event: 'signin.code-wrong', subjectId: id, ip }),
  ])
  throw new AppError('authenticator_code_wrong')
}
