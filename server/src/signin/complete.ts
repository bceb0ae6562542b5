import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { ErrorKey } from '@gatehouse/contract/errors.ts'
import { IDENTIFIER_REQUIRED } from '@gatehouse/contract/identifier.ts'
import type { consumeLogInOtpEmail } from '@gatehouse/contract/signin.ts'
import { type Access, listAccess } from '../access/access.ts'
import { accessesOf, openedAt } from '../access/redirects.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Counted, clearCounts, countAttempt, countFailures } from '../counting/count-attempt.ts'
import { codeTries } from '../counting/doors.ts'
import { noteWrongCode } from '../counting/note-refusals.ts'
import { prepared, type Tx } from '../db/database.ts'
import type { SignInTarget } from '../db/schema/signin.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../http/actor.ts'
import { makeDeviceCookie, readDeviceCookie } from '../identity/known-device.ts'
import { type Account, findAccountById, findAccountByIdentifier, keepLanguage } from '../identity/users.ts'
import { type NewSession, openSession, reopenSession } from '../sessions/open-session.ts'
import { newSessionSecret, type OpenedSession, readSession } from '../sessions/sessions.ts'
import type { Caller } from './caller.ts'
import { ERROR_OF, findHeld, type Held, spendCode } from './challenge.ts'
import { isKnownDevice, tellOfNewDevice } from './new-device.ts'

type Next = Output<typeof consumeLogInOtpEmail>['next']

export type SignedIn = {
  session: OpenedSession
  person: Person
  next: Next
  /** Marks the browser as known. */
  deviceCookie: string
}

/**
 * Step two: spends the code and opens a session.
 *
 * @throws AppError otp_invalid for whatever is wrong; what holders of a binding are told besides: see `refusalOf`; too_many_attempts
 */
export async function completeSignIn(
  deps: Deps,
  caller: Caller,
  { identifier, otp, loginTxn }: { identifier: string; otp: string; loginTxn: string | undefined },
): Promise<SignedIn> {
  const { db, keys, outbox } = deps
  const secret = caller.isWeb ? caller.challengeCookie : loginTxn
  const isBoundOnly = identifier === ''
  if (isBoundOnly && !secret) {
    throw caller.isWeb ? new AppError('otp_no_cookie') : new AppError('invalid_request', { msg: IDENTIFIER_REQUIRED })
  }
  const [named, bound] = await Promise.all([
    isBoundOnly ? null : findAccountByIdentifier(db, identifier),
    secret ? findHeld(db, 'login', { secret }) : null,
  ])
  const held = secret ? bound : await findUnbound(deps, caller, named)
  const account = isBoundOnly && held?.userId ? await findAccountById(db, held.userId) : named
  const typed = identifier || (held?.id ?? '')
  const binding = held === null ? 'none' : held.hasPassword ? 'password' : 'code'
  const accountId = account?.id ?? null
  const device = readDeviceCookie(keys.device, account, caller.deviceCookie, new Date())
  const tries = codeTries({ ip: caller.ip, identifier: typed, accountId, device }, binding)
  const counted = await countAttempt(deps, tries, { subjectId: accountId })

  const isTheirs = held !== null && account !== null && held.userId === account.id
  const refusal = refusalOf(caller, held, Boolean(secret), isTheirs)
  if (held === null || refusal !== null) {
    await noteWrong(deps, caller, account, counted)
    throw new AppError(refusal ?? 'otp_invalid')
  }
  const challenge = await spendCode(db, keys.otp, 'login', held, otp).catch(async (wrong: unknown) => {
    await noteWrong(deps, caller, account, counted)
    throw wrong
  })
  if (account === null || !isTheirs) throw new AppError('otp_invalid')

  const kind = caller.isWeb ? 'cookie' : 'bearer'
  const { session, person, accesses, isKnown } = await db.transaction(async (tx) => {
    const { ip, userAgent } = caller
    const { amr, rememberMe } = challenge
    const asked: NewSession = { userId: account.id, kind, ip, userAgent, amr, rememberMe }
    const former = caller.isWeb ? caller.sessionCookie : undefined
    const open = async () => {
      const reopened = former ? await reopenSession(tx, former, asked) : null
      if (reopened !== null) return [reopened, await readSession(tx, kind, reopened.secret)] as const
      // Its secret is known before it is there, so that it is read in the same round trip.
      const fresh = newSessionSecret(kind)
      return Promise.all([openSession(tx, asked, fresh), readSession(tx, kind, fresh)])
    }
    const [isFirst, isSeen, [opened, person], accesses] = await Promise.all([
      requireUnchanged(tx, account),
      isKnownDevice(tx, keys, caller, account),
      open(),
      listAccess(tx, account.id),
      clearCounts(tx, counted),
    ])
    if (person === null) throw new AppError('otp_invalid')
    const isKnown = isFirst || isSeen
    await recordAudit(tx, {
      event: 'signin.completed',
      actorId: account.id,
      subjectId: account.id,
      sessionId: opened.id,
      ip: caller.ip,
    })
    if (!isKnown) await tellOfNewDevice(deps, tx, caller, account)
    // After the message: that is for its owner, in the language they had until now.
    await keepLanguage(tx, account, caller.language)
    return { session: opened, person, accesses, isKnown }
  })
  if (!isKnown) outbox.wake()
  const deviceCookie = makeDeviceCookie(keys.device, account, device, new Date())
  return { session, person, next: nextStep(person, accesses, challenge.target), deviceCookie }
}

/**
 * Whoever changes the password or puts the person out ends their sessions; one that is just being opened would be missed.
 * The lock decides which of the two comes first.
 *
 * @throws AppError otp_invalid when it was the other
 * @returns whether it is the first sign-in ever
 */
async function requireUnchanged(tx: Tx, { id, passwordHash }: Account): Promise<boolean> {
  const { rows } = await tx.execute<{ isFirst: boolean }>(
    prepared('require-unchanged')`
    select last_sign_in_at is null as "isFirst" from users where id = ${id} and is_active and deleted_at is null
      and password_hash is not distinct from ${passwordHash} for update`,
  )
  if (rows[0] === undefined) throw new AppError('otp_invalid')
  return rows[0].isFirst
}

const NOBODY_ID = '00000000-0000-0000-0000-000000000000'

/** What was begun from a program's own address, for programs that keep no binding; never for a browser. */
async function findUnbound({ db }: Deps, caller: Caller, account: Account | null): Promise<Held | null> {
  if (caller.isWeb || caller.isBrowser) return null
  // The same look-up for an identifier that nobody has: how long it takes must not show it.
  return findHeld(db, 'login', { userId: account?.id ?? NOBODY_ID, ip: caller.ip })
}

/**
 * Why no code can be right, or `null`: the code decides. It depends on what the caller holds, never on whether an account
 * exists: without a binding nothing is known, and of a sign-in by code alone, which anybody begins for whom they like,
 * another identifier is not told apart from a wrong code.
 */
function refusalOf(caller: Caller, held: Held | null, isBound: boolean, isTheirs: boolean): ErrorKey | null {
  if (held === null && caller.isWeb) return caller.challengeCookie === undefined ? 'otp_no_cookie' : 'otp_other_browser'
  // Found by its address alone: that is no binding, and tells nothing.
  if (held === null || !isBound) return held?.state === 'open' ? null : 'otp_invalid'
  if (held.hasPassword && !isTheirs) return caller.isWeb ? 'otp_other_browser' : 'otp_invalid'
  return held.state === 'open' ? null : ERROR_OF[held.state]
}

async function noteWrong(deps: Deps, { ip }: Caller, account: Account | null, counted: Counted[]): Promise<void> {
  await Promise.all([countFailures(deps, counted), noteWrongCode(deps, counted, account?.id ?? null, ip)])
}

/**
 * Straight into the application asked for, or into the only one there is, except for someone who may use the console
 * and would never reach it (decision S9).
 */
function nextStep(person: Person, accesses: Access[], target: SignInTarget | null): Next {
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
