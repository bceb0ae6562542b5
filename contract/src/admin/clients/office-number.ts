import { numberBetween } from '../../fields.ts'
import { phoneAsNumber } from '../../phone.ts'

/** Fifteen digits, as in ITU-T E.164. */
const PHONE_MAX = 999_999_999_999_999

/** The number of a phone or a landline, also as text in any common notation, kept as a number; empty or `null`: none. */
export const officeNumber = () =>
  numberBetween(
    0,
    PHONE_MAX,
    (sent) => (typeof sent === 'number' ? sent : phoneAsNumber(sent)),
    'Enter a phone number, such as 022 4567 8901',
  )
