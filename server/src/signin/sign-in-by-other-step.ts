import { recordAudit } from '../audit/record-audit.ts'
import { type Counted, countAttempt, countFailures } from '../counting/count-attempt.ts'
import { appCodeTries } from '../counting/endpoint-limits.ts'
import { noteWrong } from '../counting/note-refusals.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { spendAppCode } from '../factors/authenticators.ts'
import type { StandingProof } from '../factors/proof-stands.ts'
import { spendRecoveryCode } from '../factors/recovery-codes.ts'
import { readDeviceCookie } from '../identity/known-device.ts'
import type { Account } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import type { NewSession } from '../sessions/open-session.ts'
import { enterAfterPassword, requireAfterPassword } from './after-password.ts'
import type { Caller } from './caller.ts'
import type { SignedIn } from './complete.ts'

/** What a step was; the detail is for the audit. */
type Spent = { proof: StandingProof; factor: NewSession['factor']; detail: Record<string, unknown> }

/** What else may prove the person after the password; `null`: it is wrong. */
type Step = {
  spend: (account: Account) => Promise<Spent | null>
  wrong: 'authenticator_code_wrong' | 'recovery_code_wrong'
  /** The person wants this browser to be remembered. */
  rememberBrowser: boolean
}

/**
 * Step two after a password: a code of an authenticator app instead of the one by email.
 *
 * @throws AppError otp_no_cookie, otp_other_browser, otp_invalid, sign_in_expired, too_many_attempts; and
 * authenticator_code_wrong, which only a caller with the right password gets
 */
export const signInByAuthenticator = (
  deps: Deps,
  caller: Caller,
  { otp, loginTxn, rememberBrowser }: { otp: string; loginTxn: string | undefined; rememberBrowser: boolean },
): Promise<SignedIn> =>
  signInByOtherStep(deps, caller, loginTxn, {
    wrong: 'authenticator_code_wrong',
    rememberBrowser,
    spend: async ({ id }) => {
      const app = await spendAppCode(deps.db, deps.keys.seal, id, otp)
      if (app === null) return null
      return { proof: { kind: 'app', id: app.id }, factor: 'app', detail: { authenticator: app.name } }
    },
  })

/**
 * The same with a recovery code. Its owner is notified, also when the sign-in is not completed.
 *
 * @throws AppError as above, with recovery_code_wrong
 */
export const signInByRecoveryCode = (
  deps: Deps,
  caller: Caller,
  { code, loginTxn }: { code: string; loginTxn: string | undefined },
): Promise<SignedIn> =>
  signInByOtherStep(deps, caller, loginTxn, {
    wrong: 'recovery_code_wrong',
    rememberBrowser: false,
    spend: ({ id, language }) =>
      deps.db.transaction(async (tx) => {
        const spent = await spendRecoveryCode(tx, id, code)
        if (spent === null) return null
        const { left, factor, codeHash } = spent
        const { ip, userAgent } = caller
        const values = { left: String(left), device: describeDevice(userAgent, language), ip }
        await recordAudit(tx, { event: 'recovery-codes.used', actorId: id, subjectId: id, ip, detail: { left } })
        await notify(deps, tx, 'recovery-code-used', id, { values })
        const proof = { kind: 'recovery', codeHash, isStrong: factor !== null } as const
        return { proof, factor, detail: { isRecovery: true } }
      }),
  })

async function signInByOtherStep(
  deps: Deps,
  caller: Caller,
  loginTxn: string | undefined,
  { spend, wrong, rememberBrowser }: Step,
): Promise<SignedIn> {
  const { keys, outbox } = deps
  const { held, account } = await requireAfterPassword(deps, caller, loginTxn)
  const device = readDeviceCookie(keys.device, account, caller.deviceCookie)
  const tries = appCodeTries({ ip: caller.ip, identifier: '', accountId: account.id, device })
  const counted = await countAttempt(deps, tries, { subjectId: account.id })
  const isShut = counted.some(({ isClosed }) => isClosed)
  const spent = isShut ? null : await spend(account)
  if (spent === null) return refuse(deps, caller, account, counted, wrong)
  outbox.wake()
  return enterAfterPassword(deps, caller, { ...spent, held, account, device, counted, rememberBrowser })
}

/** @throws AppError always */
async function refuse(
  deps: Deps,
  { ip }: Caller,
  { id }: Account,
  counted: Counted[],
  wrong: Step['wrong'],
): Promise<never> {
  const shown = counted.filter(({ isHidden }) => !isHidden)
  await Promise.all([
    countFailures(deps, counted),
    noteWrong(deps, shown, { event: 'signin.code-wrong', subjectId: id, ip }),
  ])
  throw new AppError(wrong)
}
