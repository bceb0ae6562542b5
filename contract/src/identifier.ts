import * as z from 'zod/mini'
import { phoneDigits } from './phone.ts'

export const IDENTIFIER_REQUIRED = 'Email/UserId/Phone is required'

const typed = () => z.optional(z.string(IDENTIFIER_REQUIRED).check(z.trim(), z.maxLength(254, 'Too Long!')))

/** The three ways to name an account; exactly one of them is sent (specification 1 section 7). */
export const identifierFields = { email: typed(), phone: typed(), userId: typed() }

type IdentifierFields = { email?: string | undefined; phone?: string | undefined; userId?: string | undefined }

/** What the person typed, whichever field carried it; empty when none did. */
export function identifierOf(sent: IdentifierFields): string {
  return sent.email || sent.phone || sent.userId || ''
}

/** Check for schemas that hold `identifierFields`. It also runs when another field is wrong, so that all is said at once. */
export const identifierIsGiven = z.refine<unknown>((sent) => identifierOf(sent as IdentifierFields) !== '', {
  message: IDENTIFIER_REQUIRED,
  when: ({ value }) => typeof value === 'object' && value !== null,
})

/** Names the field a typed identifier belongs into: `@` means email, a phone number in any notation `phone` (specification 1 section 5). */
export function identifierField(text: string): IdentifierFields {
  const identifier = text.trim()
  if (identifier.includes('@')) return { email: identifier }
  const phone = phoneDigits(identifier)
  return phone === null ? { userId: identifier } : { phone }
}
