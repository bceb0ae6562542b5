import type { Output } from '@gatehouse/contract/endpoint.ts'
import { IDENTIFIER_REQUIRED } from '@gatehouse/contract/identifier.ts'
import type { consumeLogInOtpEmail } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { listAccess } from '../access/access.ts'
import { accessesOf } from '../access/redirects.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Db, prepared, type Tx } from '../db/database.ts'
import type { SignInTarget } from '../db/schema/signin.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../http/actor.ts'
import { countAttempt, forgive } from '../identity/throttle.ts'
import { type Account, findAccountById, findAccountByIdentifier, keepLanguage } from '../identity/users.ts'
import { type NewSession, openSession, reopenSession } from '../sessions/open-session.ts'
import { type OpenedSession, readSession } from '../sessions/sessions.ts'
import type { Caller } from './caller.ts'
import { isOpen, spendCode, type Which } from './challenge.ts'
import { isKnownDevice, tellOfNewDevice } from './new-device.ts'

type Next = Output<typeof consumeLogInOtpEmail>['next']

export type SignedIn = { session: OpenedSession; person: Person; next: Next }

/**
 * Step two: spends the code and opens a session.
 *
 * @throws AppError otp_invalid for whatever is wrong, too_many_attempts
 */
export async function completeSignIn(
  deps: Deps,
  caller: Caller,
  { identifier, otp, loginTxn }: { identifier: string; otp: string; loginTxn: string | undefined },
): Promise<SignedIn> {
  const { db, keys, outbox } = deps
  const counted = await countAttempt(deps, [{ bucket: 'otp-ip', of: caller.ip }])
  const secret = caller.isWeb ? caller.challengeCookie : loginTxn
  const isBoundOnly = identifier === ''
  if (isBoundOnly && !secret) throw new AppError('invalid_request', { msg: IDENTIFIER_REQUIRED })
  const account = isBoundOnly
    ? await findAccountOfChallenge(db, secret ?? '')
    : await findAccountByIdentifier(db, identifier)
  // The attempt counts for somebody without an account too: nobody learns by trying who has one.
  const which = isBoundOnly ? { secret: secret ?? '' } : whichChallenge(caller, account, secret)
  if (which === null) throw new AppError('otp_invalid')
  const challenge = await spendCode(db, keys.otp, 'login', which, otp)
  if (account === null || !account.isActive) throw new AppError('otp_invalid')

  const kind = caller.isWeb ? 'cookie' : 'bearer'
  const { session, isKnown } = await db.transaction(async (tx) => {
    const { ip, userAgent } = caller
    const { amr, rememberMe } = challenge
    const asked: NewSession = { userId: account.id, kind, ip, userAgent, amr, rememberMe }
    const former = caller.isWeb ? caller.sessionCookie : undefined
    const open = async () => (former && (await reopenSession(tx, former, asked))) || openSession(tx, asked)
    const [isFirst, isSeen, opened] = await Promise.all([
      requireUnchanged(tx, account),
      isKnownDevice(tx, keys, caller, account.id),
      open(),
      forgive(tx, counted),
    ])
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
    return { session: opened, isKnown }
  })
  if (!isKnown) outbox.wake()
  const person = await readSession(db, kind, session.secret)
  if (person === null) throw new AppError('otp_invalid')
  return { session, person, next: await nextStep(deps, person, challenge.target) }
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

/** Who has begun the sign-in that this secret binds. */
async function findAccountOfChallenge(db: Db, secret: string): Promise<Account | null> {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select user_id as id from challenges where ${isOpen('login', { secret })}`)
  const id = rows[0]?.id ?? null
  return id === null ? null : findAccountById(db, id)
}

/** The browser's cookie, the value handed to other callers, or for those who sent neither: their own address. */
function whichChallenge(caller: Caller, account: Account | null, secret: string | undefined): Which | null {
  if (account === null) return null
  if (secret) return { secret, userId: account.id }
  return caller.isWeb || caller.isBrowser ? null : { userId: account.id, ip: caller.ip }
}

/**
 * Straight into the application asked for, or into the only one there is, except for someone who may use the console
 * and would never reach it (decision S9).
 */
async function nextStep({ db }: Deps, person: Person, target: SignInTarget | null): Promise<Next> {
  if (target === null && person.permissions.length > 0) return { to: 'dashboard' }
  const accesses = await listAccess(db, person.userId)
  const candidates = target === null ? accesses : accessesOf(accesses, target)
  const [only, ...others] = candidates
  if (only === undefined || others.length > 0) return { to: 'dashboard' }
  return {
    to: 'application',
    applicationId: only.application.id,
    redirectUri: only.application.redirectUrl,
    client: only.client.id,
  }
}
