import type { RangeBounds } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { OTHER_CURRENCY, OTHER_DIGITS, plainText, readAmount, UNITS } from '@gatehouse/contract/read-amount.ts'
import { toInclusive } from '../../../approvals/bounds.ts'

/** A range in paise, as it was entered. */
export type Range = { rangeFrom: number | null; rangeTo: number | null; bounds: RangeBounds }
export type Band = Range & {
  /** Whether the first amount has the unit of the second: '1 - 5 lakh'. */
  isUnitTaken: boolean
}
export type BandProblem = 'unreadable' | 'other-currency' | 'unit-unclear'

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

/**
 * A range of amounts as people write it: 'up to 5,00,000', 'above 10 lakh', '1 - 5 lakh', 'unlimited'.
 *
 * @param given the unit of amounts that name none; empty: rupees
 */
export function readBand(text: string, given = ''): Band | BandProblem {
  const plain = plainText(text).replace(/\.$/, '')
  if (plain.length > LENGTH_MAX || OTHER_DIGITS.test(text)) return 'unreadable'
  if (OTHER_CURRENCY.test(plain)) return 'other-currency'
  if (readAmount(plain) === 'unlimited') return { rangeFrom: 0, rangeTo: null, bounds: '[]', isUnitTaken: false }
  for (const { words, bounds, amounts } of FORMS) {
    const found = words.exec(plain)
    if (found === null) continue
    const band = bandOf(found.slice(1), amounts, given)
    if (band === 'unit-unclear') return band
    if (band !== null) return { ...band, bounds }
  }
  return 'unreadable'
}

function bandOf(
  texts: string[],
  amounts: ('from' | 'to')[],
  given: string,
): Omit<Band, 'bounds'> | 'unit-unclear' | null {
  const found = { rangeFrom: 0 as number | null, rangeTo: null as number | null }
  const [first = '', second] = texts
  const shared = second === undefined ? '' : sharedUnit(first, second, given)
  if (shared === 'unclear') return isAmount(first) && isAmount(second ?? '') ? 'unit-unclear' : null
  for (const [place, which] of amounts.entries()) {
    const amount = readAmount(texts[place] ?? '', place === 0 && shared !== '' ? shared : given)
    if (amount === 'unlimited' && which === 'to') continue
    if (amount === 'unit-unclear') return amount
    if (typeof amount === 'string') return null
    found[which === 'from' ? 'rangeFrom' : 'rangeTo'] = amount.paise
  }
  return { ...found, isUnitTaken: shared !== '' }
}

const isAmount = (text: string) => typeof readAmount(text) === 'object'

/** From here on, an amount without a unit is one of rupees, whatever stands beside it: '50,000 - 1 lakh'. */
export const RUPEES_FROM = 1000
const UNIT_WRITTEN = new RegExp(`\\d ?(${Object.keys(UNITS).join('|')})(?![a-z])`)
const unitOf = (text: string) => UNIT_WRITTEN.exec(text)?.[1] ?? ''
const numberOf = (text: string) => Number(/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', ''))

/**
 * The unit that the lower of two amounts has from the upper one, as in '1 - 5 lakh'. Empty: none. `unclear`: '50 - 1 crore' is
 * from 50 of something else.
 *
 * @param given the unit of amounts that name none; empty: rupees
 */
export function sharedUnit(lower: string, upper: string, given = ''): string {
  const [low, high] = [plainText(lower), plainText(upper)]
  const unit = unitOf(high)
  if (unit === '' || unitOf(low) !== '' || unit === given) return ''
  const number = numberOf(low)
  if (!(number > 0 && number < RUPEES_FROM)) return ''
  if (given !== '') return number < numberOf(high) ? 'unclear' : ''
  return number < numberOf(high) ? unit : 'unclear'
}

/** Whether no amount is in a range. */
export function isEmptyRange(range: Range): boolean {
  const { rangeFrom, rangeTo } = toInclusive(range)
  return rangeFrom !== null && rangeTo !== null && rangeFrom > rangeTo
}
