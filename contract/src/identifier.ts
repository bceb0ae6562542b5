import * as z from 'zod/mini'
import { phoneDigits } from './phone.ts'

export const IDENTIFIER_REQUIRED = 'Email/UserId/Phone is required'

const text = z.string().check(z.trim(), z.maxLength(254, 'Too Long!'))

/** Old clients send `null` in unused fields, and digits as a number. */
const typed = () =>
  z.optional(
    z.pipe(
      z.pipe(
        z.union([z.string(), z.number(), z.null()], IDENTIFIER_REQUIRED),
        z.transform((sent) => String(sent ?? '')),
      ),
      text,
    ),
  )

/** The three ways to identify an account; a caller sends one of them (requirement W11). */
export const identifierFields = { email: typed(), phone: typed(), userId: typed() }

type IdentifierFields = { email?: string | undefined; phone?: string | undefined; userId?: string | undefined }

/** The value that old clients write into unused fields. When it is the only one, it may be a real user name. */
const UNUSED = 'NA'

/** The identifier that the person typed, whichever field contains it; empty when none does. */
export function identifierOf({ email, phone, userId }: IdentifierFields): string {
  const given = [email, phone, userId].filter((one) => one !== undefined && one !== '')
  return given.find((one) => one !== UNUSED) ?? given[0] ?? ''
}

/**
 * A check for schemas with `identifierFields`. It also runs when another field is wrong, so that all errors are shown
 * together.
 */
export const identifierIsGiven = z.refine<unknown>((sent) => identifierOf(sent as IdentifierFields) !== '', {
  message: IDENTIFIER_REQUIRED,
  when: ({ value }) => typeof value === 'object' && value !== null,
})

/** The field for a typed identifier: `@` means email, a phone number in any notation `phone` (requirement W8). */
export function identifierField(text: string): IdentifierFields {
  const identifier = text.trim()
  if (identifier.includes('@')) return { email: identifier }
  const phone = phoneDigits(identifier)
  return phone === null ? { userId: identifier } : { phone }
}
