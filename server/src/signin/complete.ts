import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { ErrorKey } from '@gatehouse/contract/errors.ts'
import { IDENTIFIER_REQUIRED } from '@gatehouse/contract/identifier.ts'
import type { consumeLogInOtpEmail } from '@gatehouse/contract/signin.ts'
import type { Access } from '../access/access.ts'
import { accessesOf, openedAt } from '../access/redirects.ts'
import type { SignInTarget } from '../access/sign-in-target.ts'
import {
  type Counted,
  countAttempt,
  countedAs,
  countFailures,
  countInBatch,
  tooManyAttempts,
} from '../counting/count-attempt.ts'
import { appCodeTries, codeTries } from '../counting/endpoint-limits.ts'
import { noteWrong } from '../counting/note-refusals.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { StandingProof } from '../factors/proof-stands.ts'
import type { RememberedCookie } from '../factors/remembered-browsers.ts'
import type { Person } from '../identity/actor.ts'
import { makeDeviceCookie, readDeviceCookie } from '../identity/known-device.ts'
import { type Account, findAccountById, findAccountByIdentifier } from '../identity/users.ts'
import type { NewSession } from '../sessions/open-session.ts'
import type { OpenedSession } from '../sessions/sessions.ts'
import type { Caller } from './caller.ts'
import { enter } from './enter.ts'
import { ERROR_OF, findHeld, type Held } from './find-challenge.ts'
import { rememberThisBrowser } from './remember-this-browser.ts'
import { trySpendCode } from './spend-challenge.ts'

type Next = Output<typeof consumeLogInOtpEmail>['next']

export type SignedIn = {
  session: OpenedSession
  person: Person
  next: Next
  /** The cookie that makes the browser known. */
  deviceCookie: string
  /** The cookie that remembers the browser; `null`: it stays as it is. */
  rememberedCookie: RememberedCookie | null
}

type Given = {
  identifier: string
  otp: string
  loginTxn: string | undefined
  /** The person wants this browser to be remembered. */
  rememberBrowser: boolean
}

/**
 * Step two: spends the code and opens a session.
 *
 * @throws AppError otp_invalid for any fault; the holder of the binding secret may get a more exact error (see
 * `refusalOf`); too_many_attempts
 */
export async function completeSignIn(
  deps: Deps,
  caller: Caller,
  { identifier, otp, loginTxn, rememberBrowser }: Given,
): Promise<SignedIn> {
  const { db, keys, outbox } = deps
  const secret = caller.isWeb ? caller.challengeCookie : loginTxn
  const isBoundOnly = identifier === ''
  if (isBoundOnly && !secret) {
    throw caller.isWeb ? new AppError('otp_no_cookie') : new AppError('invalid_request', { msg: IDENTIFIER_REQUIRED })
  }
  const [named, bound] = await db.together((on) =>
    Promise.all([
      isBoundOnly ? null : findAccountByIdentifier(on, identifier),
      secret ? findHeld(on, 'login', { secret }) : null,
    ]),
  )
  const held = secret ? bound : await findUnbound(deps, caller, named)
  const account = isBoundOnly && held?.userId ? await findAccountById(db, held.userId) : named
  const typed = identifier || (held?.id ?? '')
  const binding = held === null ? 'none' : held.hasPassword ? 'password' : 'code'
  const accountId = account?.id ?? null
  const device = readDeviceCookie(keys.device, account, caller.deviceCookie)
  const source = { ip: caller.ip, identifier: typed, accountId, device }
  const tries = codeTries(source, binding)

  const isTheirs = held !== null && account !== null && held.userId === account.id
  const refusal = refusalOf(caller, held, Boolean(secret), isTheirs)
  if (held === null || refusal !== null) {
    await countWrong(deps, caller, account, await countAttempt(deps, tries, { subjectId: accountId }))
    throw new AppError(refusal ?? 'otp_invalid')
  }
  // One round trip, with nothing after the code check that could roll it back: both counts stay, whether the code is
  // right or not.
  const [counted, challenge] = await db
    .batch((tx) => Promise.all([countInBatch(deps, tx, tries), trySpendCode(tx, keys.otp, 'login', held, otp)]))
    .catch((error: unknown) => {
      throw tooManyAttempts(deps, tries, accountId, error)
    })
  if (challenge === null) {
    await countWrong(deps, caller, account, counted)
    throw new AppError('otp_invalid')
  }
  if (account === null || !isTheirs) throw new AppError('otp_invalid')

  const { ip, userAgent } = caller
  const { amr, rememberMe } = challenge
  const asked: NewSession = {
    userId: account.id,
    kind: caller.isWeb ? 'cookie' : 'bearer',
    ip,
    userAgent,
    amr,
    factor: null,
    rememberMe,
  }
  // Their owner has proved themselves: wrong codes of apps are forgotten, too.
  const cleared = countedAs(keys, appCodeTries({ ...source, accountId: account.id }))
  const { email, phoneNumber } = account
  const proof: StandingProof = { kind: 'code', email, phoneNumber }
  const entering = {
    ...{ account, device, asked, proof },
    counted: binding === 'password' ? cleared : counted,
    refusal: 'otp_invalid',
  } as const
  const { session, person, accesses, isKnown } = await enter(deps, caller, entering)
  if (!isKnown) outbox.wake()
  const deviceCookie = makeDeviceCookie(keys.device, account, device)
  const isRemembering = rememberBrowser && caller.isWeb && held.hasPassword
  const rememberedCookie = isRemembering
    ? await rememberThisBrowser(deps, caller, account, { sessionId: session.id, proof })
    : null
  return { session, person, next: nextStep(person, accesses, challenge.target), deviceCookie, rememberedCookie }
}

const DECOY_ID = '00000000-0000-0000-0000-000000000000'

/** The challenge of a program that keeps no binding secret, by its IP address; never for a browser. */
async function findUnbound({ db }: Deps, caller: Caller, account: Account | null): Promise<Held | null> {
  if (caller.isWeb || caller.isBrowser) return null
  // The same look-up for an unknown identifier, so that the time does not reveal whether it exists.
  return findHeld(db, 'login', { userId: account?.id ?? DECOY_ID, ip: caller.ip })
}

/**
 * Why no code can be right, or `null` when the code decides. It depends on what the caller holds, never on whether an
 * account exists. Without a binding secret nothing is revealed. In a sign-in by code alone, which anyone can begin for
 * any account, a wrong identifier gives the same answer as a wrong code.
 */
function refusalOf(caller: Caller, held: Held | null, isBound: boolean, isTheirs: boolean): ErrorKey | null {
  if (held === null && caller.isWeb) return caller.challengeCookie === undefined ? 'otp_no_cookie' : 'otp_other_browser'
  // A challenge found by the IP address alone reveals nothing: that is no binding.
  if (held === null || !isBound) return held?.state === 'open' ? null : 'otp_invalid'
  if (held.hasPassword && !isTheirs) return caller.isWeb ? 'otp_other_browser' : 'otp_invalid'
  return held.state === 'open' ? null : ERROR_OF[held.state]
}

async function countWrong(deps: Deps, { ip }: Caller, account: Account | null, counted: Counted[]): Promise<void> {
  const line = { event: 'signin.code-wrong', subjectId: account?.id ?? null, ip } as const
  await Promise.all([countFailures(deps, counted), noteWrong(deps, counted, line)])
}

/**
 * Opens the requested application, or the only one there is; but not for a person who may use the console and would
 * otherwise never reach it (requirement S9).
 */
export function nextStep(person: Person, accesses: Access[], target: SignInTarget | null): Next {
  if (target === null && person.permissions.length > 0) return { to: 'dashboard' }
  const candidates = target === null ? accesses : accessesOf(accesses, target)
  const [only, ...others] = candidates
  if (only === undefined || others.length > 0) return { to: 'dashboard' }
  return {
    to: 'application',
    applicationId: only.application.id,
    redirectUri: openedAt(only.application),
    client: only.client.id,
  }
}
