import { normaliseIdentifier } from '../identity/identifiers.ts'
import type { Attempted } from './count-attempt.ts'

/** The caller of an endpoint that is limited. `device`: the known browser of this account, else `null`. */
export type AttemptSource = { ip: string; identifier: string; accountId: string | null; device: string | null }

/** All strangers together: a known browser, and a code after the right password, are neither counted nor held back. */
const STRANGERS: Attempted = { bucket: 'sign-in-failures', of: '' }

/** A password at /login or /ssologin. */
export function passwordTries({ ip, identifier, accountId, device }: AttemptSource): Attempted[] {
  if (device !== null) return [{ bucket: 'password-device', of: `${accountId} ${device}` }]
  const typed = normaliseIdentifier(identifier)
  return [
    STRANGERS,
    { bucket: 'password-requests', of: ip },
    { bucket: 'password-failures', of: ip },
    { bucket: 'password-pair', of: `${typed} ${ip}` },
    { bucket: 'password-typed', of: typed },
    accountId === null
      ? { bucket: 'password-nobody', of: typed, isHidden: true }
      : { bucket: 'password-account', of: accountId, isHidden: true },
  ]
}

/** The counts that a reset of the password clears. */
export function passwordTriesOf(accountId: string, identifiers: string[]): Attempted[] {
  const typed = identifiers.map((one): Attempted => ({ bucket: 'password-typed', of: normaliseIdentifier(one) }))
  return [...typed, { bucket: 'password-account', of: accountId }]
}

/** Sign-in codes that are sent: counted with the message, whichever endpoint asked for it. */
export function codesSent({ accountId, device }: Pick<AttemptSource, 'device'> & { accountId: string }): Attempted[] {
  return device === null
    ? [{ bucket: 'codes-account', of: accountId }]
    : [{ bucket: 'codes-device', of: `${accountId} ${device}` }]
}

/**
 * Requests for a code without a password: strangers can make them for any account, so no answer may depend on the
 * account.
 */
export function codeRequests({ ip, identifier, device }: AttemptSource): Attempted[] {
  if (device !== null) return []
  return [
    { bucket: 'code-requests', of: ip },
    { bucket: 'code-typed', of: normaliseIdentifier(identifier) },
  ]
}

/** Verification codes sent to an email address, whether or not it has an account. */
export function verificationCodesSent(email: string): Attempted[] {
  const of = normaliseIdentifier(email)
  return [
    { bucket: 'codes-email', of },
    { bucket: 'codes-email-day', of },
  ]
}

/**
 * The same for a caller who has not registered in this browser: how many codes others have had sent to the address must
 * not show, because that would tell whether somebody is registering with it.
 */
export function verificationCodesAsked(email: string): Attempted[] {
  const sent = verificationCodesSent(email).map((one): Attempted => ({ ...one, isHidden: true }))
  return [{ bucket: 'code-typed', of: normaliseIdentifier(email) }, ...sent]
}

/**
 * A sign-in code that is entered.
 *
 * @param binding whether the caller began the sign-in, and with a password. Other callers cannot succeed with any code,
 * and their attempts must not close the limit of the caller who began
 */
export function codeTries(
  { ip, identifier, accountId, device }: AttemptSource,
  binding: 'none' | 'code' | 'password',
): Attempted[] {
  if (device !== null) return [{ bucket: 'code-device', of: `${accountId} ${device}` }]
  // A caller without a password may be a stranger: count the typed identifier, not the account that it names.
  const of = binding === 'password' && accountId !== null ? accountId : normaliseIdentifier(identifier)
  return [
    ...(binding === 'password' ? [] : [STRANGERS]),
    { bucket: 'code-failures', of: ip },
    { bucket: 'code-account', of: `${binding} ${of}` },
  ]
}

/** A code of an authenticator app: such a code is never replaced, so slow guessing is counted for a year, too. */
export function appCodeTries(source: AttemptSource & { accountId: string }): Attempted[] {
  const { accountId, device } = source
  const yearly: Attempted =
    device === null
      ? { bucket: 'app-code-account', of: accountId, isHidden: true }
      : { bucket: 'app-code-device', of: `${accountId} ${device}`, isHidden: true }
  return [...codeTries(source, 'password'), yearly]
}

/** A passkey at any door: an account has no limit, because nobody can guess at its passkeys. */
export const passkeyTries = (ip: string): Attempted[] => [{ bucket: 'passkey-failures', of: ip }]

/** A verification code that is entered. The browser that began the registration has a count of its own. */
export function verificationTries(ip: string, email: string, began: string | null): Attempted[] {
  if (began !== null) return [{ bucket: 'code-device', of: `verify-email ${began}` }]
  return [
    { bucket: 'code-failures', of: ip },
    { bucket: 'code-account', of: `verify-email ${normaliseIdentifier(email)}` },
  ]
}

/** A request for a reset link. */
export function resetRequests({ ip, identifier, accountId, device }: AttemptSource): Attempted[] {
  if (device !== null) return [{ bucket: 'reset-device', of: `${accountId} ${device}` }]
  return [
    { bucket: 'reset-requests', of: ip },
    { bucket: 'reset-email', of: normaliseIdentifier(identifier) },
  ]
}

/**
 * Wrong secrets of an application, in one count per address for all endpoints. It slows down only the caller who
 * guesses: the secret is compared before the count is checked, so the right one is always accepted.
 *
 * @param applicationId empty when there is no such application: unknown ids are counted together
 */
export const failuresOf = (applicationId: string, address: string): Attempted => ({
  bucket: 'client-failures',
  of: `${applicationId} ${address}`,
})

/**
 * Wrong codes, verifiers and refresh tokens of an application without a secret: anyone can try with its id. Like wrong
 * secrets they are judged before they are counted, so that the right one is always accepted.
 */
export const grantFailuresOf = (applicationId: string, address: string): Attempted => ({
  bucket: 'grant-failures',
  of: `${applicationId} ${address}`,
})
