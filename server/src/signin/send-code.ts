import type { CodeSent } from '@gatehouse/contract/signin.ts'
import type { SignInTarget } from '../access/sign-in-target.ts'
import type { Executor, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { SecondStep } from '../factors/second-step.ts'
import { maskEmail } from '../identity/identifiers.ts'
import { findRoute, type Route, writeMessage } from '../notifications/notify.ts'
import type { Caller } from './caller.ts'
import { CHALLENGE_MINUTES, CODE_MINUTES, RESEND_SECONDS } from './challenge-limits.ts'

const NOTICE = 'login-otp'

/** The route of a sign-in code. A sign-in for an application uses the templates of that application. */
export async function findCodeRoute(
  on: Executor,
  { language }: Pick<Caller, 'language'>,
  userId: string | null,
  target: SignInTarget | null = null,
): Promise<Route> {
  const scope = target?.applicationId ? { applicationId: target.applicationId, clientId: null } : undefined
  return findRoute(on, NOTICE, userId, scope, language)
}

/** Writes the message with a sign-in code; it is sent right after the commit. */
export function writeCode(
  deps: Deps,
  tx: Tx,
  { language }: Pick<Caller, 'language'>,
  userId: string | null,
  code: string,
  route: Route,
): void {
  const facts = { minutes: CODE_MINUTES, values: { code }, language }
  writeMessage(deps, tx, NOTICE, userId, facts, route, deps.outbox.send)
}

/** What step one has led to. `isSent`: false while a code of an authenticator app is expected instead. */
export type Begun = { email: string; isSent: boolean } & SecondStep

export function codeSent({ email, isSent, otherSteps, mayRemember }: Begun, loginTxn: string | null): CodeSent {
  return {
    next: 'otp',
    sentTo: email === '' || !isSent ? '' : maskEmail(email),
    otherSteps,
    mayRemember,
    expiresInSeconds: (isSent ? CODE_MINUTES : CHALLENGE_MINUTES) * 60,
    resendInSeconds: isSent ? RESEND_SECONDS : 0,
    loginTxn,
  }
}

/** The same for a caller who has given no password. */
export const codeSentToNobody = (loginTxn: string | null): CodeSent =>
  codeSent({ email: '', isSent: true, otherSteps: [], mayRemember: false }, loginTxn)

/** Programs have no cookie by which they could be remembered. */
export const offeredTo = ({ isWeb }: Caller, { otherSteps, mayRemember }: SecondStep): SecondStep => ({
  otherSteps,
  mayRemember: mayRemember && isWeb,
})
