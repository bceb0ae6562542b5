import * as z from 'zod/mini'
import { asciiDigits } from './ascii-digits.ts'
import { VISIBLE, withoutIndicJoiners } from './hidden-characters.ts'
import { normalisePhone } from './phone.ts'
import { oneSpelling } from './record-name.ts'
import { soughtText } from './sought-text.ts'

/** The text of a search, as names are stored. */
export const search = (maxLength = 200) =>
  z.optional(z.string().check(z.overwrite(soughtText), z.maxLength(maxLength, 'Too Long!')))

/** A required text; `message` is also the error for a missing value or another type. */
export const requiredText = (message: string, maxLength = 500) =>
  z
    .string(message)
    .check(z.trim(), z.minLength(1, message), z.maxLength(maxLength, 'Too Long!'), z.regex(VISIBLE, message))

/** The same of one spelling: what looks the same is stored, and found, as the same. */
const spelledText = (message: string, maxLength: number) =>
  z
    .string(message)
    .check(
      z.overwrite(oneSpelling),
      z.minLength(1, message),
      z.maxLength(maxLength, 'Too Long!'),
      z.regex(VISIBLE, message),
    )

/** An email address, trimmed. RFC 5321 §4.5.3.1.3 allows 254 characters. */
export const email = () => requiredText('Email is required', 254).check(z.email('Email must be a valid email address'))

const NAME_MAX_LENGTH = 50

/** Up to 50 characters: many surnames in India are one letter. */
export const personName = (message: string) => spelledText(message, NAME_MAX_LENGTH)

const NAME_RULE = 'Use letters, numbers, spaces, apostrophes, hyphens and dots only'

const IS_NAME = /^(?=.*\p{L})[\p{L}\p{M}\p{N}\p{Zs}.'’-]*$/u
/** As in "evil.example"; "M.K." is none. */
const IS_ADDRESS = /[\p{L}\p{M}]{2}\.[\p{L}\p{M}]{2}/u

/**
 * A name that people write themselves. It stands in messages to others, also to an address that nobody has confirmed yet, where it must
 * not look like a link, an address or a sentence of the portal.
 */
export const ownName = (message: string) =>
  personName(message).check(
    z.refine((name) => IS_NAME.test(withoutIndicJoiners(name)), NAME_RULE),
    z.refine((name) => !IS_ADDRESS.test(withoutIndicJoiners(name)), 'Put a space after the dot'),
  )

/** The same for registration: 2 to 50 characters (requirement W8). */
export const registeredName = (message: string) => ownName(message).check(z.minLength(2, 'Too Short!'))

/** The error for a user name that could be mistaken for a phone number or an email. */
export const USER_NAME_RULE = 'Use letters, numbers, dots, hyphens and underscores, with at least one letter'

/** A user name, or the person's own email: the server checks that it is their own. */
export const userName = () =>
  requiredText('Username is required', 100).check(
    z.regex(/^((?=.*[a-z])[a-z0-9._-]{2,100}|[^@\s]+@[^@\s]+)$/i, USER_NAME_RULE),
  )

/** Digits, which old clients also send as a number: `length` restores leading zeros that the number has lost. */
const digits = (message: string, length = 0) =>
  z.pipe(
    z.union([z.string(), z.number()], message),
    z.transform((sent) => (typeof sent === 'number' ? String(sent).padStart(length, '0') : sent)),
  )

/** A phone number in any common notation; the result is its ten digits (requirement W8). */
export const phoneNumber = (message = 'Contact Number') =>
  z.pipe(
    z.pipe(digits(message), z.transform(normalisePhone)),
    z
      .string()
      .check(
        z.minLength(1, message),
        z.minLength(10, 'Too Short!'),
        z.maxLength(10, 'Too Long!'),
        z.regex(/^\d{10}$/, message),
      ),
  )

/** Long enough for any passphrase; longer input is refused before it is hashed. */
export const PASSWORD_MAX_LENGTH = 256

/** A password as typed, never trimmed. `passwordProblem` judges its strength, and never at sign-in (requirement S7). */
export const password = (message = 'Password is required') =>
  z.string(message).check(z.minLength(1, message), z.maxLength(PASSWORD_MAX_LENGTH, 'Too Long!'))

/** A six-digit code, also in the digits of a Hindi keyboard; pasted spaces and hyphens are removed. */
export const otp = () =>
  z.pipe(
    z.pipe(
      digits('OTP is required', 6),
      z.transform((typed) => asciiDigits(typed).replace(/[\s-]/g, '')),
    ),
    z.string().check(z.minLength(1, 'OTP is required'), z.regex(/^[0-9]{6}$/, 'Invalid OTP')),
  )

/** The id of a record (requirement G10). */
export const id = (message = 'Id is required') => z.string(message).check(z.uuid(message))

/** An optional query or body value that may also be sent empty. */
export const optionalText = (maxLength = 500) =>
  z.optional(z.string().check(z.trim(), z.maxLength(maxLength, 'Too Long!')))

/** The same; callers without a value may send `null`. */
export const optionalTextOrNull = (maxLength = 500) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.nullable(z.string()),
        z.transform((sent) => sent ?? ''),
      ),
      z.string().check(z.trim(), z.maxLength(maxLength, 'Too Long!')),
    ),
  )

export const STATUSES = ['ACTIVE', 'INACTIVE'] as const

export const status = () => z.enum(STATUSES, 'Status is required')

export const statusInAnyCase = () =>
  z.pipe(
    z.pipe(
      z.string('Status is required'),
      z.transform((sent) => sent.toUpperCase()),
    ),
    status(),
  )

/** A text that may be missing or empty; the result is then empty. */
export const textOrEmpty = (maxLength = 500, ...rules: z.core.$ZodCheck<string>[]) =>
  z._default(z.string().check(z.trim(), z.maxLength(maxLength, 'Too Long!'), ...rules), '')

/** One of a fixed set; `message` is the error for anything else. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, message: string) =>
  z.enum(values as unknown as [Values[number], ...Values[number][]], message)

// Fields of answers.
export const text = () => z.string()
export const nullableText = () => z.nullable(z.string())
/** Records shown by name. */
export const named = () => z.array(z.object({ _id: z.string(), name: z.string() }))

/** The path of a picture stored by one of our uploads, or empty. */
export const uploadedPath = () => z._default(storedPath(), '')

/** The same; when it is left out, the stored picture stays. */
export const optionalUploadedPath = () => z.optional(storedPath())

const storedPath = () => z.string().check(z.regex(/^(\/uploads\/[0-9a-f]{32}\.png)?$/, 'please select file'))

/** A whole web address, or empty; 'NA' counts as empty (requirement G12). The server checks it more closely. */
export const webAddress = () =>
  z._default(
    z.pipe(
      z.pipe(
        z.string().check(z.trim(), z.maxLength(2000, 'Too Long!')),
        z.transform((sent) => (sent === 'NA' ? '' : sent)),
      ),
      z
        .string()
        .check(z.regex(/^(https?:\/\/\S+)?$/i, 'Enter a full web address, such as https://app.example.com/login')),
    ),
    '',
  )

const NUMBER_MAX = 1_000_000_000_000

/** Only digits count as a number: '1e3', '0x10' and blanks do not. */
function numberOf(sent: number | string): number {
  if (typeof sent === 'number') return sent
  const text = asciiDigits(sent)
  return /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN
}

/** A whole number, also as text; an empty text or `null` means no number. */
export const wholeNumber = (min: number, max: number, message: string) => numberBetween(min, max, numberOf, message)

/** Reads a number as `read` does; an empty text, 'NA' or `null` means no number. */
export const numberBetween = (min: number, max: number, read: (sent: number | string) => number, message: string) =>
  z._default(
    z.pipe(
      z.pipe(
        z.union([z.number(), z.string(), z.null()], message),
        z.transform((sent) => (sent === null || sent === '' || sent === 'NA' ? null : read(sent))),
      ),
      z.nullable(z.int(message).check(z.gte(min, message), z.lte(max, message))),
    ),
    null,
  )

/** A text that old callers may send as a number; missing or empty means empty. */
export const textOrNumber = (maxLength = 500) =>
  z._default(
    z.pipe(
      z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
      z.string().check(z.trim(), z.maxLength(maxLength, 'Too Long!')),
    ),
    '',
  )

/** A required whole number. */
export const requiredNumber = (message: string, min = 0, max = NUMBER_MAX, outside = message) =>
  z.pipe(
    z.pipe(z.union([z.number(message), z.string(message)], message), z.transform(numberOf)),
    z.int(message).check(z.gte(min, outside), z.lte(max, outside)),
  )

/** The id of a record, or 'All' (requirement A19). */
export const idOrAll = (message: string) => z.union([z.literal('All'), z.uuid(message)], message)

export const requiredWebAddress = (message: string) =>
  requiredText(message, 2000).check(
    z.regex(/^https?:\/\/\S+$/i, 'Enter a full web address, such as https://app.example.com/login'),
  )

/** Shown instead of a stored secret, which is never sent out (requirement C5). Sent back, it keeps the secret. */
export const SECRET_MASK = '********'

/** A secret. Left out or sent as `SECRET_MASK`, it stays unchanged; empty or 'NA' removes it. */
export const secret = () =>
  z._default(
    z.pipe(
      z.string().check(z.maxLength(1000, 'Too Long!')),
      z.transform((sent) => (sent === 'NA' ? '' : sent)),
    ),
    SECRET_MASK,
  )
