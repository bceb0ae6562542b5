import type { SignInTarget } from '../access/sign-in-target.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Counted } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { endCopiedBrowser, recogniseBrowser } from '../factors/remembered-browsers.ts'
import { makeDeviceCookie } from '../identity/known-device.ts'
import type { Account } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { nextStep, type SignedIn } from './complete.ts'
import { enter, ProofLost } from './enter.ts'

/** Of the two steps only the password was given in this sign-in, so it does not claim to be `mfa` (RFC 8176). */
const AMR = ['pwd']

type Given = {
  /** Whose password was right. */
  account: Account
  device: string | null
  counted: Counted[]
  rememberMe: boolean
  target: SignInTarget | null
}

/**
 * Signs in without the second step where the browser is remembered for this person (ADR 0085).
 *
 * @returns `null` where it is not, or not any more: the second step follows. @throws AppError sign_in_failed when the account was changed meanwhile
 */
export async function signInByRememberedBrowser(
  deps: Deps,
  caller: Caller,
  { account, device, counted, rememberMe, target }: Given,
): Promise<SignedIn | null> {
  const { isWeb, rememberedCookie, ip, userAgent } = caller
  if (!isWeb || rememberedCookie === undefined) return null
  const recognised = await recogniseBrowser(deps.db, account.id, rememberedCookie, { ip, userAgent })
  if (recognised === null) return judgeOldValue(deps, caller, account)
  const { id, use, cookie } = recognised
  const entered = await enter(deps, caller, {
    ...{ account, device, counted, proof: { kind: 'browser', id, use }, detail: { isRemembered: true } },
    asked: { userId: account.id, kind: 'cookie', ip, userAgent, amr: AMR, factor: null, rememberMe },
    refusal: 'sign_in_failed',
  }).catch((error: unknown) => {
    if (error instanceof ProofLost) return null
    throw error
  })
  if (entered === null) return judgeOldValue(deps, caller, account)
  const { session, person, accesses, isKnown } = entered
  if (!isKnown) deps.outbox.wake()
  return {
    ...{ session, person, next: nextStep(person, accesses, target), rememberedCookie: cookie },
    deviceCookie: makeDeviceCookie(deps.keys.device, account, device),
  }
}

/** Somebody else may have copied the cookie: then the browser is forgotten, and its owner is notified. */
async function judgeOldValue(deps: Deps, { ip, rememberedCookie }: Caller, { id }: Account): Promise<null> {
  const isCopied = await deps.db.transaction(async (tx) => {
    if (!(await endCopiedBrowser(tx, id, rememberedCookie))) return false
    await recordAudit(tx, { event: 'browsers.copied', subjectId: id, ip })
    await notify(deps, tx, 'browser-copied', id, { values: { ip } })
    return true
  })
  if (isCopied) deps.outbox.wake()
  return null
}
