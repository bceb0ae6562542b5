import type { RangeBounds } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { toInclusive } from '../../../approvals/bounds.ts'
import { OTHER_CURRENCY, plainText, readAmount } from './read-amount.ts'

/** A range in paise, as it was entered. */
export type Range = { rangeFrom: number | null; rangeTo: number | null; bounds: RangeBounds }
export type Band = Range & {
  /** Whether the first amount has the unit of the second: '1 - 5 lakh'. */
  isUnitTaken: boolean
}
export type BandProblem = 'unreadable' | 'other-currency'

const LENGTH_MAX = 100
const ABOVE = '(?:above|over|more than|greater than|exceeding|beyond|>)'
const UP_TO = '(?:up ?to|till|until|not exceeding|not more than|at most|within|max\\.?|maximum|<=|≤)'
const BELOW = '(?:below|under|less than|<)'
const AND = '(?:,|and|but|&)?'

/** The words around amounts, which bounds they mean, and in which order the amounts stand. */
const FORMS: { words: RegExp; bounds: RangeBounds; amounts: ('from' | 'to')[] }[] = [
  { words: new RegExp(`^${ABOVE} ?(.+?) ?${AND} ?(?:${UP_TO}|to\\b) ?(.+)$`), bounds: '(]', amounts: ['from', 'to'] },
  { words: new RegExp(`^${ABOVE} ?(.+?) ?${AND} ?${BELOW} ?(.+)$`), bounds: '()', amounts: ['from', 'to'] },
  { words: new RegExp(`^${ABOVE} ?(.+)$`), bounds: '(]', amounts: ['from'] },
  { words: new RegExp(`^${UP_TO} ?(.+)$`), bounds: '[]', amounts: ['to'] },
  { words: new RegExp(`^${BELOW} ?(.+)$`), bounds: '[)', amounts: ['to'] },
  {
    words: /^(?:from|at least|min\.?|minimum|>=|≥) ?([^-]+?)(?: (?:onwards?|and (?:above|more|over)))?$/,
    bounds: '[]',
    amounts: ['from'],
  },
  { words: /^(.+?) ?(?:\+|onwards?|(?:and|or|&) (?:above|more|over))$/, bounds: '[]', amounts: ['from'] },
  { words: /^(?:between )?(.+?) and (?:up ?to )?(.+)$/, bounds: '[]', amounts: ['from', 'to'] },
  { words: /^(?:from )?(.+?) ?(?:-|\bup ?to\b|\bto\b) ?(.+)$/, bounds: '[]', amounts: ['from', 'to'] },
]

/** A range of amounts as people write it: 'up to 5,00,000', 'above 10 lakh', '1 - 5 lakh', 'unlimited'. */
export function readBand(text: string): Band | BandProblem {
  const plain = plainText(text).replace(/\.$/, '')
  if (plain.length > LENGTH_MAX) return 'unreadable'
  if (OTHER_CURRENCY.test(plain)) return 'other-currency'
  if (readAmount(plain) === 'unlimited') return { rangeFrom: 0, rangeTo: null, bounds: '[]', isUnitTaken: false }
  for (const { words, bounds, amounts } of FORMS) {
    const found = words.exec(plain)
    if (found === null) continue
    const band = bandOf(found.slice(1), amounts)
    if (band !== null) return { ...band, bounds }
  }
  return 'unreadable'
}

function bandOf(texts: string[], amounts: ('from' | 'to')[]): Omit<Band, 'bounds'> | null {
  const found = { rangeFrom: 0 as number | null, rangeTo: null as number | null }
  const [first = '', second] = texts
  // '1 - 5 lakh' is from one lakh.
  const unit =
    second === undefined ? '' : (/[a-z]+\.?$/.exec(second.replace(/ ?(?:\/-|only|rs\.?|inr|rupees?)$/, ''))?.[0] ?? '')
  const isUnitTaken =
    unit !== '' && /^[\d.]+$/.test(first) && Number(first) > 0 && Number(first) < Number.parseFloat(second ?? '')
  for (const [place, which] of amounts.entries()) {
    const text = texts[place] ?? ''
    const amount = readAmount(place === 0 && isUnitTaken ? `${text} ${unit}` : text)
    if (amount === 'unlimited' && which === 'to') continue
    if (typeof amount === 'string') return null
    found[which === 'from' ? 'rangeFrom' : 'rangeTo'] = amount.paise
  }
  return { ...found, isUnitTaken }
}

/** Whether no amount is in a range. */
export function isEmptyRange(range: Range): boolean {
  const { rangeFrom, rangeTo } = toInclusive(range)
  return rangeFrom !== null && rangeTo !== null && rangeFrom > rangeTo
}
