import { asciiDigits } from './ascii-digits.ts'

/** The largest amount of a limit. */
export const RUPEES_MAX = 10_000_000_000

export type Amount =
  | { paise: number; hasUnit: boolean }
  | 'unlimited'
  /** Nothing is written. */
  | 'none'
  | 'unreadable'
  | 'other-currency'
  /** Too large for the unit of its column, such as 5,00,000 below “in lakhs”. */
  | 'unit-unclear'

/** Longer texts are no amounts. */
const LENGTH_MAX = 100
const TOO_LARGE_FOR_A_UNIT = 1_00_000

/** Hindi, as `plainText` gives it: with the nukta as a sign of its own. */
const HINDI_UNITS = { हजार: 3, ['हज़ार'.normalize('NFKC')]: 3, लाख: 5, करोड: 7, ['करोड़'.normalize('NFKC')]: 7 }

/** Units by their zeros. A plain M is a thousand to some and a million to others, so it is none. */
export const UNITS: Readonly<Record<string, number>> = {
  ...{
    k: 3,
    thousand: 3,
    thousands: 3,
    l: 5,
    lk: 5,
    lks: 5,
    lac: 5,
    lacs: 5,
    lakh: 5,
    lakhs: 5,
    mn: 6,
    million: 6,
    millions: 6,
  },
  ...{ cr: 7, crs: 7, crore: 7, crores: 7, bn: 9, billion: 9, billions: 9 },
  ...HINDI_UNITS,
}
const RUPEE = '(?:₹|rs\\.?|inr|rupees?|रुपये|रुपए|रु\\.?)'
const WRITTEN = new RegExp(
  `^${RUPEE}?\\s*(\\d[\\d,]*)(?:\\.(\\d+))?\\s*(${Object.keys(UNITS).join('|')})?\\.?\\s*${RUPEE}?\\s*(?:/-)?\\s*(?:only)?$`,
)
/** 5,00,000 or 500,000, and nothing between them. */
const GROUPED = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})$/
const UNLIMITED = /^(?:unlimited|no limits?|without limit|any|any amount|full|full powers?|∞)$/
export const OTHER_CURRENCY = /[$€£¥]|\b(?:usd|eur|gbp|aed|jpy|sgd|chf|dollars?|euros?|pounds?|dirhams?)\b/i
export const RUPEES = /₹|\b(?:rs|inr|rupees?|lakhs?|lacs?|lks?|crores?|crs?)\b/i

/** Superscripts and fractions: to normalise them gives other numbers, such as 5000002 of 500000². */
export const OTHER_DIGITS = /\p{No}/u

/** Lower case, one kind of digit, dash and blank, and no full-width characters. */
export const plainText = (text: string): string =>
  asciiDigits(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * An amount in rupees as people write it, in sheets and in fields: '10K', '1 lakh', '₹ 2.5 cr', '5,00,000/-'.
 *
 * @param given the unit of an amount that names none; empty: rupees
 */
export function readAmount(text: string, given = ''): Amount {
  const plain = plainText(text)
  if (plain === '') return 'none'
  if (OTHER_DIGITS.test(text)) return 'unreadable'
  if (plain.length > LENGTH_MAX) return 'unreadable'
  if (UNLIMITED.test(plain)) return 'unlimited'
  if (OTHER_CURRENCY.test(plain)) return 'other-currency'
  const [, whole = '', fraction = '', unit] = WRITTEN.exec(plain) ?? []
  if (!GROUPED.test(whole)) return 'unreadable'
  // 10.000 is ten to some, and ten thousand to others.
  if (fraction.length > 2 && ((unit ?? given) === '' || /^0+$/.test(fraction))) return 'unreadable'
  const isWithGiven = unit === undefined && given !== ''
  if (isWithGiven && Number(whole.replaceAll(',', '')) >= TOO_LARGE_FOR_A_UNIT) return 'unit-unclear'
  const zeros = (UNITS[unit ?? given] ?? 0) + 2
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > zeros) return 'unreadable'
  const paise = Number(whole.replaceAll(',', '') + digits.padEnd(zeros, '0'))
  return paise <= RUPEES_MAX * 100 ? { paise, hasUnit: unit !== undefined } : 'unreadable'
}
