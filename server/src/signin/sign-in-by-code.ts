import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { resendLogInOtp } from '@gatehouse/contract/signin.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Attempted, countAttempt } from '../counting/count-attempt.ts'
import { codeRequests, codesSent } from '../counting/endpoint-limits.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { readSecondStep } from '../factors/second-step.ts'
import { normaliseIdentifier } from '../identity/identifiers.ts'
import { readDeviceCookie } from '../identity/known-device.ts'
import { findAccountById, findAccountByIdentifier } from '../identity/users.ts'
import { DECOY } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { findHeld } from './find-challenge.ts'
import { issueCode } from './issue-code.ts'
import { openChallenge, renewCode } from './open-challenge.ts'
import { codeSent, codeSentToNobody, findCodeRoute, offeredTo, writeCode } from './send-code.ts'
import { readProgress } from './sign-in-progress.ts'

type Resent = Output<typeof resendLogInOtp>

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
  const mayAsk = account?.codeOnly && account.isActive && !account.isContested
  const allowed = mayAsk && account.isEmailVerified ? account : null
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
 * Sends a new code for a sign-in under way. A caller who has given no password may be a stranger, and gets the same answer
 * when none can be sent; all others learn what became of it.
 *
 * @throws AppError too_many_attempts; sign_in_expired, codes_used_up (the password was given)
 */
export async function resendCode(deps: Deps, caller: Caller, secret: string | undefined): Promise<Resent> {
  const { db, keys } = deps
  await countAttempt(deps, [{ bucket: 'code-requests', of: caller.ip }])
  // The cookie of our own pages stays.
  const loginTxn = caller.isWeb ? null : secret || null
  const toStranger = { ...codeSentToNobody(loginTxn), isSent: true }
  if (secret === undefined) return toStranger
  return db.transaction(async (tx) => {
    const renewed = await renewCode(tx, keys.otp, 'login', { secret })
    if (renewed === null) return { ...toStranger, ...(await readUnsent(tx, caller, secret)) }
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
    if (!hasPassword || account === null) return toStranger
    const begun = { email: account.email, isSent: true, ...offeredTo(caller, await readSecondStep(tx, account.id)) }
    return { ...codeSent(begun, loginTxn), isSent: true }
  })
}

/** What a caller who has given the password goes on with, without a new code; `null` for all others. */
async function readUnsent(tx: Tx, caller: Caller, secret: string) {
  const held = await findHeld(tx, 'login', { secret })
  if (!held?.hasPassword) return null
  const under = await readProgress(tx, caller, secret)
  if (under === null) throw new AppError('sign_in_expired')
  if (!under.mayResend) throw new AppError('codes_used_up')
  return { ...under.progress, isSent: false }
}
