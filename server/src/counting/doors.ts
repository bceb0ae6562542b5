import { normaliseIdentifier } from '../identity/identifiers.ts'
import type { Attempted } from './count-attempt.ts'

/** Who tries, as a door of the portal knows it. `device`: the known browser of this account, else `null`. */
export type Trier = { ip: string; identifier: string; accountId: string | null; device: string | null }

/** A password at /login or /ssologin. */
export function passwordTries({ ip, identifier, accountId, device }: Trier): Attempted[] {
  if (device !== null) return [{ bucket: 'password-device', of: `${accountId} ${device}` }]
  const typed = normaliseIdentifier(identifier)
  return [
    { bucket: 'password-requests', of: ip },
    { bucket: 'password-failures', of: ip },
    { bucket: 'password-pair', of: `${typed} ${ip}` },
    { bucket: 'password-typed', of: typed },
    accountId === null
      ? { bucket: 'password-nobody', of: typed, isHidden: true }
      : { bucket: 'password-account', of: accountId, isHidden: true },
  ]
}

/** What a forgotten and newly chosen password clears. */
export function passwordTriesOf(accountId: string, identifiers: string[]): Attempted[] {
  const typed = identifiers.map((one): Attempted => ({ bucket: 'password-typed', of: normaliseIdentifier(one) }))
  return [...typed, { bucket: 'password-account', of: accountId }]
}

/** Codes for signing in that are sent: counted with the message, whichever door asked for it. */
export function codesSent({ accountId, device }: Pick<Trier, 'device'> & { accountId: string }): Attempted[] {
  return device === null
    ? [{ bucket: 'codes-account', of: accountId }]
    : [{ bucket: 'codes-device', of: `${accountId} ${device}` }]
}

/** A code asked for without a password: strangers do so for whom they like, so that no answer may depend on the account. */
export function codeRequests({ ip, identifier, device }: Trier): Attempted[] {
  if (device !== null) return []
  return [
    { bucket: 'code-requests', of: ip },
    { bucket: 'code-typed', of: normaliseIdentifier(identifier) },
  ]
}

/** Verification codes sent to an email address, whether it has an account or not. */
export function verificationCodesSent(email: string): Attempted[] {
  const of = normaliseIdentifier(email)
  return [
    { bucket: 'codes-email', of },
    { bucket: 'codes-email-day', of },
  ]
}

/**
 * A sign-in code that is entered.
 *
 * @param binding whether the caller began the sign-in, and with a password. Those who did not can be right by no code:
 * what they do closes nothing to those who did
 */
export function codeTries(
  { ip, identifier, accountId, device }: Trier,
  binding: 'none' | 'code' | 'password',
): Attempted[] {
  if (device !== null) return [{ bucket: 'code-device', of: `${accountId} ${device}` }]
  // Who has given no password may be anybody: what they typed is counted, and not the account that it names.
  const of = binding === 'password' && accountId !== null ? accountId : normaliseIdentifier(identifier)
  return [
    { bucket: 'code-failures', of: ip },
    { bucket: 'code-account', of: `${binding} ${of}` },
  ]
}

/** A verification code that is entered. The browser that began the registration has a count of its own. */
export function verificationTries(ip: string, email: string, began: string | null): Attempted[] {
  if (began !== null) return [{ bucket: 'code-device', of: `verify-email ${began}` }]
  return [
    { bucket: 'code-failures', of: ip },
    { bucket: 'code-account', of: `verify-email ${normaliseIdentifier(email)}` },
  ]
}

/** A reset link that is asked for. */
export function resetRequests({ ip, identifier, accountId, device }: Trier): Attempted[] {
  if (device !== null) return [{ bucket: 'reset-device', of: `${accountId} ${device}` }]
  return [
    { bucket: 'reset-requests', of: ip },
    { bucket: 'reset-email', of: normaliseIdentifier(identifier) },
  ]
}

/**
 * Wrong secrets of an application, counted for an address and by one count for every door. It slows down whoever guesses
 * and nobody else: secrets are compared before it is asked, so the right one is always taken.
 *
 * @param applicationId empty where there is no such application: names that nobody has are counted together
 */
export const failuresOf = (applicationId: string, address: string): Attempted => ({
  bucket: 'client-failures',
  of: `${applicationId} ${address}`,
})

/**
 * Wrong codes, verifiers and refresh tokens of an application that has no secret: anybody may try with its id. They are
 * judged before they are counted, as wrong secrets are, so that the right code is always taken.
 */
export const grantFailuresOf = (applicationId: string, address: string): Attempted => ({
  bucket: 'grant-failures',
  of: `${applicationId} ${address}`,
})
