import * as z from 'zod/mini'

/**
 * Years that every calendar knows, fractions of a second as clocks have them, and time zones that every place on Earth may
 * have. The database refuses longer fractions.
 */
const KNOWN_TIME = /^[12]\d{3}-\d\d-\d\d(?:T[\d:]{5,8}(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):\d\d))?$/

/** A moment with its time zone. */
export const moment = (message = 'Choose a date') =>
  z.iso.datetime({ offset: true, error: message }).check(z.regex(KNOWN_TIME, message))

/** A day such as '2027-03-31' that must be given. */
export const requiredDay = () =>
  z.string('Choose a date').check(z.iso.date('Choose a date'), z.regex(KNOWN_TIME, 'Choose a date'))

/** A moment with its time zone, or a day, that must be given. */
export const requiredDayOrMoment = () => z.union([requiredDay(), moment()], 'Choose a date')

/** A day such as '2027-03-31'; empty or `null` means none. If absent, it stays the same. */
export const day = () =>
  z.optional(
    z.nullable(
      z.pipe(
        z.pipe(
          z.union([z.literal(''), z.iso.date('Choose a date')], 'Choose a date'),
          z.transform((sent) => (sent === '' ? null : sent)),
        ),
        z.nullable(z.string().check(z.regex(KNOWN_TIME, 'Choose a date'))),
      ),
    ),
  )

/** A moment with its time zone, or a day of the portal's time zone; empty or `null` means none. */
export const dayOrMoment = () =>
  z.optional(
    z.nullable(
      z.pipe(
        z.pipe(
          z.union([z.literal(''), z.iso.date(), z.iso.datetime({ offset: true })], 'Choose a date'),
          z.transform((sent) => (sent === '' ? null : sent)),
        ),
        z.nullable(z.string().check(z.regex(KNOWN_TIME, 'Choose a date'))),
      ),
    ),
  )
