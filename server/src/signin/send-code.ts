import type { CodeSent } from '@gatehouse/contract/signin.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { maskEmail } from '../identity/identifiers.ts'
import { notifyNow } from '../notifications/notify.ts'
import type { DeliverNow } from '../outbox/outbox.ts'
import { CODE_MINUTES, RESEND_SECONDS } from './challenge.ts'

/** How long an answer waits to hear whether the mail server took the code. A slow one is not waited for. */
const WAIT_MS = 1000

/** Writes the message with a sign-in code; gives what delivers it after the commit. */
export async function writeCode(
  deps: Deps,
  tx: Tx,
  person: { email: string; firstName: string },
  code: string,
): Promise<DeliverNow> {
  return notifyNow(deps, tx, 'login-otp', person, { code, minutes: CODE_MINUTES })
}

/** @throws AppError code_not_sent when the mail server refused it at once; it is tried again all the same */
export async function sendCode(deliver: DeliverNow): Promise<void> {
  if ((await deliver(WAIT_MS)) === 'failed') throw new AppError('code_not_sent')
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
