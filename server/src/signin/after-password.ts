import type { Counted } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { StandingProof } from '../factors/proof-stands.ts'
import { makeDeviceCookie } from '../identity/known-device.ts'
import { type Account, findAccountById } from '../identity/users.ts'
import type { NewSession } from '../sessions/open-session.ts'
import type { Caller } from './caller.ts'
import { nextStep, type SignedIn } from './complete.ts'
import { enter } from './enter.ts'
import { findHeld, type Held } from './find-challenge.ts'
import { rememberThisBrowser } from './remember-this-browser.ts'
import { spendChallenge } from './spend-challenge.ts'

/**
 * The sign-in of a caller who has its binding secret and has given the password: nobody else can take step two,
 * not even a program at the same address.
 *
 * @throws AppError otp_no_cookie, otp_other_browser, otp_invalid, sign_in_expired
 */
export async function requireAfterPassword(
  { db }: Deps,
  { isWeb, challengeCookie }: Caller,
  loginTxn: string | undefined,
): Promise<{ held: Held; account: Account; secret: string }> {
  const secret = isWeb ? challengeCookie : loginTxn
  if (!secret) throw new AppError(isWeb ? 'otp_no_cookie' : 'otp_invalid')
  const held = await findHeld(db, 'login', { secret })
  if (held?.userId == null || !held.hasPassword) throw new AppError(isWeb ? 'otp_other_browser' : 'otp_invalid')
  const account = held.state === 'over' ? null : await findAccountById(db, held.userId)
  if (account === null) throw new AppError('sign_in_expired')
  return { held, account, secret }
}

/** A person who has given the password and another proof than the emailed code. */
type Proved = {
  held: Held
  account: Account
  device: string | null
  counted: Counted[]
  proof: StandingProof
  /** What made the sign-in strong; `null`: nothing did. */
  factor: NewSession['factor']
  /** Where it is not a one-time code. */
  amr?: string[]
  detail: Record<string, unknown>
  rememberBrowser: boolean
}

/**
 * Opens the session, and voids the emailed code.
 *
 * @throws AppError sign_in_expired when the sign-in is over, or the account was changed meanwhile; passkey_unknown
 */
export async function enterAfterPassword(deps: Deps, caller: Caller, proved: Proved): Promise<SignedIn> {
  const { db, keys, outbox } = deps
  const { held, account, device, counted, proof, factor, detail, rememberBrowser } = proved
  const { ip, userAgent } = caller
  const challenge = await spendChallenge(db, held)
  if (challenge === null) throw new AppError('sign_in_expired')
  const { rememberMe, target } = challenge
  const asked = {
    ...{ userId: account.id, ip, userAgent, amr: proved.amr ?? challenge.amr, factor, rememberMe },
    kind: caller.isWeb ? 'cookie' : 'bearer',
  } as const
  const { session, person, accesses, isKnown } = await enter(deps, caller, {
    ...{ account, device, asked, counted, proof, detail },
    refusal: 'sign_in_expired',
  })
  if (!isKnown) outbox.wake()
  const deviceCookie = makeDeviceCookie(keys.device, account, device)
  const isRemembering = rememberBrowser && caller.isWeb
  const rememberedCookie = isRemembering
    ? await rememberThisBrowser(deps, caller, account, { sessionId: session.id, proof })
    : null
  return { session, person, next: nextStep(person, accesses, target), deviceCookie, rememberedCookie }
}
