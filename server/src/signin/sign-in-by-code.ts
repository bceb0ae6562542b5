import { recordAudit } from '../audit/record-audit.ts'
import { type Attempted, countAttempt } from '../counting/count-attempt.ts'
import { codeRequests, codesSent } from '../counting/endpoint-limits.ts'
import type { Deps } from '../deps.ts'
import { readSecondStep } from '../factors/second-step.ts'
import { normaliseIdentifier } from '../identity/identifiers.ts'
import { readDeviceCookie } from '../identity/known-device.ts'
import { findAccountById, findAccountByIdentifier } from '../identity/users.ts'
import { DECOY } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { issueCode } from './issue-code.ts'
import { openChallenge, renewCode } from './open-challenge.ts'
import { type Begun, findCodeRoute, offeredTo, writeCode } from './send-code.ts'

/**
 * Step one without a password, for accounts that an administrator allows it (requirement S4). All others get the same
 * answer and a decoy challenge that no code opens.
 *
 * @returns the secret that binds step two
 */
export async function requestCode(
  deps: Deps,
  caller: Caller,
  identifier: string,
  rememberMe: boolean,
): Promise<string> {
  const { db, keys } = deps
  const account = await findAccountByIdentifier(db, identifier)
  const accountId = account?.id ?? null
  const device = readDeviceCookie(keys.device, account, caller.deviceCookie)
  await countAttempt(deps, codeRequests({ ip: caller.ip, identifier, accountId, device }), { subjectId: accountId })
  const allowed = account?.codeOnly && account.isActive && account.isEmailVerified ? account : null
  const secret = await db.transaction(async (tx) => {
    // Strangers get the same answer: an error about used-up codes would reveal that the account exists.
    const sent = codesSent({ accountId: allowed?.id ?? decoyOf(identifier), device })
    const counted = await countAttempt(deps, device === null ? sent.map(hidden) : sent, { tx, subjectId: accountId })
    const mayUse = counted.some(({ isClosed }) => isClosed) ? null : allowed
    const issued = issueCode(keys.otp, 'login')
    await openChallenge(tx, issued, {
      userId: mayUse?.id ?? null,
      signUpId: null,
      ip: caller.ip,
      fromBrowser: caller.isBrowser,
      rememberMe,
      amr: ['otp'],
      target: null,
    })
    await recordAudit(tx, { event: 'signin.code-sent', subjectId: mayUse?.id ?? null, ip: caller.ip })
    const to = mayUse?.id ?? DECOY
    writeCode(deps, tx, caller, to, issued.code, await findCodeRoute(tx, caller, to))
    return issued.secret
  })
  return secret
}

const hidden = (one: Attempted): Attempted => ({ ...one, isHidden: true })
/** An id that no account has. */
const decoyOf = (identifier: string) => `nobody ${normaliseIdentifier(identifier)}`

/**
 * Sends a new code for a sign-in under way; gives the same answer when none can be sent.
 *
 * @throws AppError too_many_attempts
 * @returns `null` for a caller who has given no password and may be a stranger
 */
export async function resendCode(deps: Deps, caller: Caller, secret: string | undefined): Promise<Begun | null> {
  const { db, keys } = deps
  await countAttempt(deps, [{ bucket: 'code-requests', of: caller.ip }])
  if (secret === undefined) return null
  return db.transaction(async (tx) => {
    const renewed = await renewCode(tx, keys.otp, 'login', { secret })
    if (renewed === null) return null
    const { userId, code } = renewed
    const hasPassword = renewed.amr.includes('pwd')
    const account = userId === null ? null : await findAccountById(tx, userId)
    const device = readDeviceCookie(keys.device, account, caller.deviceCookie)
    const attempts = codesSent({ accountId: userId ?? `nobody ${renewed.id}`, device })
    const isHidden = !hasPassword && device === null
    const counted = await countAttempt(deps, isHidden ? attempts.map(hidden) : attempts, { tx, subjectId: userId })
    const isClosed = counted.some((one) => one.isClosed)
    const to = isClosed ? DECOY : userId
    writeCode(deps, tx, caller, to, code, await findCodeRoute(tx, caller, to))
    if (!hasPassword || account === null) return null
    return { email: account.email, isSent: true, ...offeredTo(caller, await readSecondStep(tx, account.id)) }
  })
}
