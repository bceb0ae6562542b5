import { RUPEES_MAX } from '@gatehouse/contract/fields.ts'

export type Amount =
  | { paise: number; hasUnit: boolean }
  | 'unlimited'
  /** Nothing is written. */
  | 'none'
  | 'unreadable'
  | 'other-currency'

/** Longer texts are no amounts. */
const LENGTH_MAX = 100

/** Units by their zeros. A plain M is a thousand to some and a million to others, so it is none. */
const UNITS: Record<string, number> = {
  ...{ k: 3, thousand: 3, l: 5, lac: 5, lacs: 5, lakh: 5, lakhs: 5, mn: 6, million: 6, millions: 6 },
  ...{ cr: 7, crs: 7, crore: 7, crores: 7, bn: 9, billion: 9 },
}
const RUPEE = '(?:₹|rs\\.?|inr|rupees?)'
const WRITTEN = new RegExp(
  `^${RUPEE}?\\s*(\\d[\\d,]*)(?:\\.(\\d+))?\\s*(${Object.keys(UNITS).join('|')})?\\.?\\s*${RUPEE}?\\s*(?:/-)?\\s*(?:only)?$`,
)
/** 5,00,000 or 500,000, and nothing between them. */
const GROUPED = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})$/
const UNLIMITED = /^(?:unlimited|no limits?|without limit|any|any amount|full|full powers?|∞)$/
export const OTHER_CURRENCY = /[$€£¥]|\b(?:usd|eur|gbp|aed|jpy|sgd|chf|dollars?|euros?|pounds?|dirhams?)\b/i
export const RUPEES = /₹|\b(?:rs|inr|rupees?|lakhs?|lacs?|crores?|cr)\b/i

/** Lower case, one kind of dash and blank, and no full-width characters. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

/** An amount in rupees as people write it in sheets: '10K', '1 lakh', '₹ 2.5 cr', '5,00,000/-'. */
export function readAmount(text: string): Amount {
  const plain = plainText(text)
  if (plain === '' || plain === '-') return 'none'
  if (plain.length > LENGTH_MAX) return 'unreadable'
  if (UNLIMITED.test(plain)) return 'unlimited'
  if (OTHER_CURRENCY.test(plain)) return 'other-currency'
  const [, whole = '', fraction = '', unit] = WRITTEN.exec(plain) ?? []
  if (!GROUPED.test(whole)) return 'unreadable'
  const zeros = (unit === undefined ? 0 : (UNITS[unit] ?? 0)) + 2
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > zeros) return 'unreadable'
  const paise = Number(whole.replaceAll(',', '') + digits.padEnd(zeros, '0'))
  return paise <= RUPEES_MAX * 100 ? { paise, hasUnit: unit !== undefined } : 'unreadable'
}
