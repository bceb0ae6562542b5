import { asciiDigits } from './ascii-digits.ts'

const TEN_DIGITS = /^\d{10}$/
/** India's country code in any spelling, and the 0 that is dialled before a number within the country. */
const PREFIX = /^(?:(?:\+|00)91|91(?=0?\d{10}$))?0?(\d{10})$/
/** Blanks, brackets, dots, slashes and dashes of any kind, and invisible characters from pasting. */
const SPACING = /[\s\p{Cf}\p{Pd}()./\u2212]/gu

/** The ten digits of a phone number in any notation; any other text without its spacing. */
export function normalisePhone(typed: string): string {
  const bare = withoutSpacing(typed)
  return PREFIX.exec(bare)?.[1] ?? bare
}

/** The ten digits of a phone number, or `null` when the text is none. */
export function phoneDigits(typed: string): string | null {
  const phone = normalisePhone(typed)
  return TEN_DIGITS.test(phone) ? phone : null
}

/** The digits of a phone number or a landline in any notation as a number, without what is dialled before; `NaN` for other text. */
export function phoneAsNumber(typed: string): number {
  const bare = normalisePhone(typed)
  return /^\+?\d+$/.test(bare) ? Number(bare.replace(/^\+/, '')) : Number.NaN
}

/** A part of a phone number in the form in which numbers are stored; other text stays unchanged. */
export function phonePart(typed: string): string {
  const whole = phoneDigits(typed)
  if (whole !== null) return whole
  const bare = withoutSpacing(typed)
  return /^\+?\d+$/.test(bare) ? bare.replace(/^(?:\+|00)(?:91)?/, '') : typed
}

function withoutSpacing(typed: string): string {
  return asciiDigits(typed.normalize('NFKC')).replace(SPACING, '')
}
