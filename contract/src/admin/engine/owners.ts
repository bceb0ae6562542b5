import * as z from 'zod/mini'
import * as field from '../../fields.ts'

/** The most owners of one record. */
const OWNERS_MAX = 20

/** The email addresses of the owners of a record; empty for callers who may not read people. */
export const ownersRow = z.array(z.string())

/** Email addresses of people. If absent, they stay the same. */
export const ownersForm = () =>
  z.optional(
    z
      .array(field.email(), 'Email must be a valid email address')
      .check(z.maxLength(OWNERS_MAX, `At most ${OWNERS_MAX} owners`)),
  )
