import type { AuthenticationResponse } from '@gatehouse/contract/factors/webauthn.ts'
import type { SignInTarget } from '../access/sign-in-target.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Counted, countAttempt, countFailures } from '../counting/count-attempt.ts'
import { passkeyTries } from '../counting/endpoint-limits.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { handleOf } from '../factors/ceremony-options.ts'
import { type Ceremony, spendPasskeyChallenge } from '../factors/passkey-challenges.ts'
import { findPasskey, noteFittingUse, notePasskeyUse, type StoredPasskey } from '../factors/passkeys.ts'
import { challengeOf, type PasskeyUse, verifyUse } from '../factors/verify-passkey.ts'
import { makeDeviceCookie, readDeviceCookie } from '../identity/known-device.ts'
import { type Account, findAccountByPasskey, lockPerson } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { NewSession } from '../sessions/open-session.ts'
import type { Caller } from './caller.ts'
import { nextStep, type SignedIn } from './complete.ts'
import { enter, LOST, ProofLost } from './enter.ts'
import { requireAssigned } from './require-assigned.ts'
import { proveEmailAgain } from './verify-email.ts'

/** Possession of a key, and a user who was verified by PIN, finger or face (RFC 8176): two factors. */
export const PASSKEY_AMR = ['pop', 'user']

type Asked = {
  credential: AuthenticationResponse
  ceremony: Ceremony
  rememberMe: boolean
  /** `null`: the default one. */
  target: SignInTarget | null
}

/**
 * Signs in with a passkey, as with a password and its code.
 *
 * @throws AppError passkey_expired, passkey_unknown, passkey_refused, passkey_suspected, too_many_attempts; and after a right signature
 * email_unverified, redirect_not_allowed, application_closed
 */
export async function signInByPasskey(deps: Deps, caller: Caller, asked: Asked): Promise<SignedIn> {
  const { keys, outbox } = deps
  const right = await requireRightSignature(deps, caller, asked)
  const { counted, account, passkey, use } = right
  const { rememberMe, target } = asked
  if (!account.isEmailVerified) {
    await requireUsable(deps, caller, right)
    return proveEmailAgain(deps, account)
  }
  if (target !== null) await requireAssigned(deps, account, target)

  const device = readDeviceCookie(keys.device, account, caller.deviceCookie)
  const { ip, userAgent } = caller
  const session: NewSession = {
    userId: account.id,
    kind: caller.isWeb ? 'cookie' : 'bearer',
    ...{ ip, userAgent, amr: PASSKEY_AMR, factor: 'passkey', rememberMe },
  }
  const entered = await enter(deps, caller, {
    ...{ account, device, asked: session, counted },
    proof: { kind: 'passkey', id: passkey.id, use },
    refusal: 'passkey_refused',
    detail: { passkey: passkey.name },
  }).catch(async (error: unknown) => {
    if (error instanceof ProofLost) await requireUsable(deps, caller, right)
    throw error
  })
  if (!entered.isKnown) outbox.wake()
  return {
    session: entered.session,
    person: entered.person,
    next: nextStep(entered.person, entered.accesses, target),
    deviceCookie: makeDeviceCookie(keys.device, account, device),
    rememberedCookie: null,
  }
}

type Right = { counted: Counted[]; account: Account; passkey: StoredPasskey; use: PasskeyUse }

/**
 * Spends the challenge, then verifies the signature, and judges the counter only after it.
 *
 * @throws AppError passkey_expired, passkey_unknown, passkey_refused, passkey_suspected, too_many_attempts
 */
export async function requireRightPasskey(
  deps: Deps,
  caller: Caller,
  asked: Pick<Asked, 'credential' | 'ceremony'>,
): Promise<Right> {
  const right = await requireRightSignature(deps, caller, asked)
  await requireUsable(deps, caller, right)
  return right
}

/** @throws AppError passkey_expired, passkey_unknown, passkey_refused, too_many_attempts */
async function requireRightSignature(
  deps: Deps,
  caller: Caller,
  { credential, ceremony }: Pick<Asked, 'credential' | 'ceremony'>,
): Promise<Right> {
  const { db, config } = deps
  const challenge = challengeOf(credential)
  const [counted, isOpen, passkey, account] = await db.together((on) =>
    Promise.all([
      countAttempt(deps, passkeyTries(caller.ip), { on }),
      spendPasskeyChallenge(on, ceremony, challenge),
      findPasskey(on, credential.id),
      findAccountByPasskey(on, Buffer.from(credential.id, 'base64url')),
    ]),
  )
  const refuse = (key: RefusalKey, reason: string) => refuseSignIn(deps, caller, counted, account, key, reason)
  if (!isOpen) return refuse('passkey_expired', 'challenge not open')
  if (passkey === null || account === null) return refuse('passkey_unknown', 'unknown passkey')
  const { userHandle } = credential.response
  const isTheirs = !userHandle || userHandle === handleOf(passkey.userId)
  const isMeant = ceremony.userId === null || ceremony.userId === passkey.userId
  const use = isTheirs && isMeant ? await verifyUse(config, challenge, credential, passkey.publicKey) : null
  if (use === null) return refuse('passkey_refused', 'passkey not verified')
  if (account.isSuspended) return refuse('account_suspended', 'account suspended')
  if (!account.isActive) return refuse('passkey_refused', 'account deactivated')
  return { counted, account, passkey, use }
}

/**
 * Notes the use, and judges the counter. A counter that has gone back is stored together with what follows from it, which happens once. The
 * person is locked before the passkey, as by whoever removes it (deadlock).
 *
 * @throws AppError passkey_unknown, passkey_suspected
 */
async function requireUsable(deps: Deps, caller: Caller, { counted, account, passkey, use }: Right): Promise<void> {
  const refuse = (key: RefusalKey, reason: string) => refuseSignIn(deps, caller, counted, account, key, reason)
  if (await noteFittingUse(deps.db, passkey, use)) return
  const outcome = await deps.db.transaction(async (tx) => {
    await lockPerson(tx, passkey.userId)
    const noted = await notePasskeyUse(tx, passkey, use)
    if (noted === 'copied') await endAccessOfCopy(deps, tx, caller, passkey)
    return noted
  })
  if (outcome === 'removed') return refuse('passkey_unknown', LOST)
  if (outcome === 'suspected') return refuse('passkey_suspected', 'passkey may be copied')
  if (outcome === 'copied') {
    deps.outbox.wake()
    return refuse('passkey_suspected', 'counter went back')
  }
}

type RefusalKey = 'account_suspended' | 'passkey_expired' | 'passkey_unknown' | 'passkey_refused' | 'passkey_suspected'

/** @throws AppError always */
async function refuseSignIn(
  deps: Deps,
  { ip }: Caller,
  counted: Counted[],
  account: Account | null,
  key: RefusalKey,
  reason: string,
): Promise<never> {
  await Promise.all([
    recordAudit(deps.db, { event: 'signin.failed', subjectId: account?.id ?? null, ip, detail: { reason } }),
    countFailures(deps, counted),
  ])
  throw new AppError(key)
}

/**
 * A right signature with a counter that has gone back: somebody may use a copy of the key, and may have opened any session of
 * the person with it. So all of them end, once.
 */
async function endAccessOfCopy(deps: Deps, tx: Tx, { ip }: Caller, { userId, name }: StoredPasskey): Promise<void> {
  await recordAudit(tx, { event: 'passkeys.copied', subjectId: userId, ip, detail: { name } })
  await endAccess(tx, userId, 'passkey-copied')
  await notify(deps, tx, 'passkey-copied', userId, { values: { passkey: name, ip } })
}
