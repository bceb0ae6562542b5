import * as z from 'zod/mini'
import { day } from '../../day-fields.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'

const CONFIRM_RANGE = 'Enter minutes from 5 to 1440'

/** Which sign-in a role, a client or an application needs of its people (ADR 0096). */
export const signInDemandRow = {
  needsStrongSignIn: z.boolean(),
  needsPasskey: z.boolean(),
  /** The day in the portal's time zone on which that begins; null: it has begun. */
  strongSignInFrom: field.nullableText(),
}

export const signInDemandForm = () => ({
  /**
   * Whether a sign-in with a passkey or an authenticator app is needed. If absent, it stays the same; a new record does
   * not need it.
   */
  needsStrongSignIn: z.optional(flag()),
  /** Whether only a passkey counts, so that an authenticator app is not enough. It includes `needsStrongSignIn`. */
  needsPasskey: z.optional(flag()),
  /** The day on which that begins, in the portal's time zone; until then people are reminded. Empty or null: at once. */
  strongSignInFrom: day(),
})

export const confirmMinutesRow = z.nullable(z.int())

/** How old, in minutes, a sign-in may be; null: of any age. If absent, it stays the same; a new record allows any age. */
export const confirmMinutesForm = () =>
  z.optional(z.nullable(z.int().check(z.minimum(5, CONFIRM_RANGE), z.maximum(1440, CONFIRM_RANGE))))
