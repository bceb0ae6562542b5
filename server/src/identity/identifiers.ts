import { phoneDigits } from '@gatehouse/contract/phone.ts'

/**
 * The one form in which identifiers are compared and stored: phone numbers in ten digits, all else NFKC, without case and
 * surrounding space. No user name and no email reads like a phone number.
 */
export function normaliseIdentifier(typed: string): string {
  return phoneDigits(typed) ?? typed.normalize('NFKC').trim().toLowerCase()
}

/** Control and direction characters make two different names look alike. */
export function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
}

/** `asha.rao@example.com` as `a••••o@example.com`. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const last = local.length > 2 ? local.at(-1) : ''
  return `${local[0] ?? ''}••••${last}@${domain}`
}
