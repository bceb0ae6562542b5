/** How a workbook shows numbers (ECMA-376, part 1, §18.8.31). */
export type NumberFormat = readonly Section[]

type Section = {
  /** What stands before and after the number, such as '₹' and 'lakh'. */
  before: string
  after: string
  /** By how many thousands the number is divided before it is shown. */
  thousands: number
  isPercent: boolean
  /** Whether it shows the number at all, and not its words alone. */
  hasNumber: boolean
  condition: RegExpExecArray | null
}

/** Longer ones cannot be entered. */
export const FORMAT_MAX_LENGTH = 255
const SECTION = /(?:"[^"]*"|\\.|[_*].|\[[^\]]*\]|[^;])+|(?<=^|;)(?=;|$)/g
const PART = /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|(General|@|[0#?.,]+)|E[+-]|AM\/PM|[hmsegb]|(.)/gi
const CONDITION = /\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]/
/** Commas, dashes and brackets around a number do not change it. */
const MEANS_SOMETHING = /[\p{L}\p{N}\p{S}%‰]/u

/** What of a format, of at most `FORMAT_MAX_LENGTH`, changes what people read in a cell. */
export function parseFormat(code: string): NumberFormat {
  const sections = code.match(SECTION) ?? ['']
  return sections.slice(0, 3).map(parseSection)
}

function parseSection(code: string): Section {
  const texts = { before: '', after: '' }
  let digits = ''
  let isPercent = false
  for (const [, quoted, escaped, currency, number, sign] of code.matchAll(PART)) {
    if (number !== undefined) digits += number
    isPercent ||= sign === '%'
    texts[digits === '' ? 'before' : 'after'] += quoted ?? escaped ?? currency ?? sign ?? ''
  }
  const meant = (text: string) => (MEANS_SOMETHING.test(text) ? text.trim() : '')
  return {
    ...{ before: meant(texts.before), after: meant(texts.after), isPercent },
    thousands: digits.match(/,+(?=\.|$)/g)?.join('').length ?? 0,
    hasNumber: digits !== '',
    condition: CONDITION.exec(code),
  }
}

/** By the names of units, how many thousands they are. */
const UNIT_THOUSANDS: Readonly<Record<number, RegExp>> = {
  1: /^(?:k|thousands?)$/i,
  2: /^(?:mn|millions?)$/i,
  3: /^(?:bn|billions?)$/i,
}

/**
 * A number with the words and signs that its cell shows: 5 as '5 lakh', 0.25 as '25 %'. One that is shown divided, without the
 * unit in which it then is, becomes a text that is no amount: people may have read it in two ways.
 */
export function showNumber(value: number, format: NumberFormat | undefined): string {
  const section = format?.find((one, place) => isFor(one, place, value, format.length))
  if (section === undefined || !Number.isFinite(value)) return plainNumber(value)
  const { before, after, thousands, isPercent, hasNumber } = section
  if (!hasNumber) return before || plainNumber(value)
  const isNamed = thousands === 0 || UNIT_THOUSANDS[thousands]?.test(after) === true
  const shown = plainNumber((value * (isPercent ? 100 : 1)) / 1000 ** thousands)
  return [before, shown, after, isNamed ? '' : `(×${1000 ** thousands})`].filter((text) => text !== '').join(' ')
}

function isFor({ condition }: Section, place: number, value: number, count: number): boolean {
  if (place === count - 1) return true
  if (condition === null) return place === 1 ? value < 0 : count === 2 ? value >= 0 : value > 0
  const [, sign, bound] = condition
  const order = Math.sign(value - Number(bound))
  if (sign === '<>') return order !== 0
  return (
    (sign?.includes('=') === true && order === 0) || (order > 0 ? sign?.[0] === '>' : order < 0 && sign?.[0] === '<')
  )
}

/** Without an exponent, and without the noise of a binary fraction. */
const plainNumber = (value: number) =>
  Number.isFinite(value)
    ? new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 6 }).format(value)
    : ''
