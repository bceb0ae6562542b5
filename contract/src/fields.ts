import * as z from 'zod/mini'

/** Text that must be given; `message` also answers a missing value or another type. */
export const requiredText = (message: string, maxLength = 500) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(maxLength, 'Too Long!'))

/** An email address, trimmed. RFC 5321 §4.5.3.1.3 allows 254 characters. */
export const email = () => requiredText('Email is required', 254).check(z.email('Email must be a valid email address'))

/** 2 to 50 characters (specification 1 section 5). */
export const personName = (message: string) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.minLength(2, 'Too Short!'), z.maxLength(50, 'Too Long!'))

/** Exactly ten digits (specification 1 section 5). */
export const phoneNumber = () =>
  z
    .string('Contact Number')
    .check(
      z.trim(),
      z.minLength(1, 'Contact Number'),
      z.minLength(10, 'Too Short!'),
      z.maxLength(10, 'Too Long!'),
      z.regex(/^\d{10}$/, 'Contact Number'),
    )

/** Room for any passphrase; longer input is refused before it is hashed. */
const PASSWORD_MAX_LENGTH = 256

/** A password as typed, never trimmed. Its strength is judged by `passwordProblem`, and never at sign-in (decision S7). */
export const password = (message = 'Password is required') =>
  z.string(message).check(z.minLength(1, message), z.maxLength(PASSWORD_MAX_LENGTH, 'Too Long!'))

/** A six-digit code; spaces and hyphens that people paste along are dropped. */
export const otp = () =>
  z.pipe(
    z.pipe(
      z.string('OTP is required'),
      z.transform((typed) => typed.replace(/[\s-]/g, '')),
    ),
    z.string().check(z.minLength(1, 'OTP is required'), z.regex(/^[0-9]{6}$/, 'Invalid OTP')),
  )

/** The id of a record (decision G10). */
export const id = (message = 'Id is required') => z.string(message).check(z.uuid(message))

/** An optional query or body value that may also be sent empty. */
export const optionalText = (maxLength = 500) =>
  z.optional(z.string().check(z.trim(), z.maxLength(maxLength, 'Too Long!')))
