import type { CodeSent } from '@gatehouse/contract/signin.ts'
import type { Tx } from '../db/database.ts'
import type { SignInTarget } from '../db/schema/signin.ts'
import type { Deps } from '../deps.ts'
import { maskEmail } from '../identity/identifiers.ts'
import { notify } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { CODE_MINUTES, RESEND_SECONDS } from './challenge.ts'

/** Writes the message with a sign-in code. Who signs in for an application gets the words of that application. */
export async function writeCode(
  deps: Deps,
  tx: Tx,
  { language }: Pick<Caller, 'language'>,
  userId: string | null,
  code: string,
  target: SignInTarget | null = null,
): Promise<void> {
  const scope = target?.applicationId ? { applicationId: target.applicationId, clientId: null } : null
  await notify(deps, tx, 'login-otp', userId, {
    ...(scope === null ? {} : { scope }),
    minutes: CODE_MINUTES,
    values: { code },
    language,
  })
}

export function codeSent(email: string, loginTxn: string | null): CodeSent {
  return {
    next: 'otp',
    sentTo: email === '' ? '' : maskEmail(email),
    expiresInSeconds: CODE_MINUTES * 60,
    resendInSeconds: RESEND_SECONDS,
    loginTxn,
  }
}
