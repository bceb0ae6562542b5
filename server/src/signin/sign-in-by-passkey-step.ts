import type { AuthenticationResponse, RequestOptions } from '@gatehouse/contract/factors/webauthn.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { requestOptions } from '../factors/ceremony-options.ts'
import { openPasskeyChallenge } from '../factors/passkey-challenges.ts'
import { describePasskeys } from '../factors/passkeys.ts'
import { readDeviceCookie } from '../identity/known-device.ts'
import { enterAfterPassword, requireAfterPassword } from './after-password.ts'
import type { Caller } from './caller.ts'
import type { SignedIn } from './complete.ts'
import { PASSKEY_AMR, requireRightPasskey } from './sign-in-by-passkey.ts'

const PURPOSE = 'second-step'

/**
 * The options for step two by passkey. The challenge is bound to the secret of the sign-in, so that it ends with it and no
 * other cookie is needed.
 *
 * @throws AppError otp_no_cookie, otp_other_browser, otp_invalid, sign_in_expired, too_many_attempts
 */
export async function passkeyStepOptions(
  deps: Deps,
  caller: Caller,
  loginTxn: string | undefined,
): Promise<RequestOptions> {
  const { db, config } = deps
  await countAttempt(deps, [{ bucket: 'passkey-requests', of: caller.ip }])
  const { account, secret } = await requireAfterPassword(deps, caller, loginTxn)
  const [challenge, passkeys] = await Promise.all([
    openPasskeyChallenge(db, { purpose: PURPOSE, userId: account.id, binding: secret }),
    describePasskeys(db, account.id),
  ])
  return requestOptions(config, challenge, passkeys)
}

type Given = { credential: AuthenticationResponse; loginTxn: string | undefined; rememberBrowser: boolean }

/**
 * Step two after a password: a passkey of the same person instead of the emailed code.
 *
 * @throws AppError as above; passkey_expired, passkey_unknown, passkey_refused
 */
export async function signInByPasskeyStep(
  deps: Deps,
  caller: Caller,
  { credential, loginTxn, rememberBrowser }: Given,
): Promise<SignedIn> {
  const { held, account, secret } = await requireAfterPassword(deps, caller, loginTxn)
  const ceremony = { purpose: PURPOSE, userId: account.id, bindings: [secret] } as const
  const { counted, passkey } = await requireRightPasskey(deps, caller, { credential, ceremony })
  return enterAfterPassword(deps, caller, {
    ...{ held, account, counted, rememberBrowser },
    device: readDeviceCookie(deps.keys.device, account, caller.deviceCookie),
    proof: { kind: 'passkey', id: passkey.id },
    factor: 'passkey',
    amr: ['pwd', ...PASSKEY_AMR],
    detail: { passkey: passkey.name },
  })
}
