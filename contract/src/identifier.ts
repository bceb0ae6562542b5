import * as z from 'zod/mini'
import { phoneDigits } from './phone.ts'

export const IDENTIFIER_REQUIRED = 'Email/UserId/Phone is required'

const text = z.string().check(z.trim(), z.maxLength(254, 'Too Long!'))

/** Old clients send what they do not mean as `null`, and digits as a number. */
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

/** The three ways to name an account; one of them is sent (requirement W11). */
export const identifierFields = { email: typed(), phone: typed(), userId: typed() }

type IdentifierFields = { email?: string | undefined; phone?: string | undefined; userId?: string | undefined }

/** What old clients write into fields that they do not use. Alone it may be somebody's user name. */
const UNUSED = 'NA'

/** What the person typed, whichever field carried it; empty when none did. */
export function identifierOf({ email, phone, userId }: IdentifierFields): string {
  const given = [email, phone, userId].filter((one) => one !== undefined && one !== '')
  return given.find((one) => one !== UNUSED) ?? given[0] ?? ''
}

/** Check for schemas that hold `identifierFields`. It also runs when another field is wrong, so that all is said at once. */
export const identifierIsGiven = z.refine<unknown>((sent) => identifierOf(sent as IdentifierFields) !== '', {
  message: IDENTIFIER_REQUIRED,
  when: ({ value }) => typeof value === 'object' && value !== null,
})

/** Names the field a typed identifier belongs into: `@` means email, a phone number in any notation `phone` (requirement W8). */
export function identifierField(text: string): IdentifierFields {
  const identifier = text.trim()
  if (identifier.includes('@')) return { email: identifier }
  const phone = phoneDigits(identifier)
  return phone === null ? { userId: identifier } : { phone }
}
