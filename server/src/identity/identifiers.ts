import { phoneDigits } from '@gatehouse/contract/phone.ts'

/**
 * The form in which identifiers are compared and stored: phone numbers as ten digits, all others in NFKC, lower case,
 * trimmed. No user name and no email can look like a phone number.
 */
export function normaliseIdentifier(typed: string): string {
  return phoneDigits(typed) ?? typed.normalize('NFKC').trim().toLowerCase()
}

/**
 * Invisible characters can make two different names look alike, or a name look empty. More marks on one letter than any
 * script needs cover the lines around it.
 */
export function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{5}/u.test(text)
}

/** `asha.rao@example.com` as `a••••o@example.com`. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const last = local.length > 2 ? local.at(-1) : ''
  return `${local[0] ?? ''}••••${last}@${domain}`
}

/** The last digits of a number; of none, nothing. */
export const maskPhone = (number: string): string => (number === '' ? '' : `••••••${number.slice(-4)}`)
