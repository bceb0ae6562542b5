import { OTHER_CURRENCY, plainText, RUPEES, readAmount, UNITS } from '@gatehouse/contract/read-amount.ts'
import type { Note } from './entry.ts'
import type { Column, GridLine } from './guess-columns.ts'
import { RUPEES_FROM, readBand } from './read-band.ts'

const NAMES: Readonly<Record<number, string>> = { 3: 'thousand', 5: 'lakh', 6: 'million', 7: 'crore', 9: 'billion' }
const RUPEE_WORDS = ['rs', 'inr', 'rupee', 'rupees']
const CURRENCY_WORDS = ['usd', 'eur', 'gbp', 'aed', 'jpy', 'sgd', 'chf', 'dollar', 'dollars', 'euro', 'euros']
const NOT_OF_A_NAME: ReadonlySet<string> = new Set(['in', ...Object.keys(UNITS), ...RUPEE_WORDS, ...CURRENCY_WORDS])
/** What stands beside amounts as their unit, and has more than one meaning or no name here. */
const UNCLEAR = 'm|mm|mio|hundreds?|trillions?|tn|paisa|paise'
const LETTERS = 'k|l|m'
const words = Object.keys(UNITS).filter((word) => word.length > 1)
/** Not those of an amount, such as '5 lakh'. */
const UNIT_WORD = new RegExp(`(?<!\\d ?)(?<![a-z])(${words.join('|')}|${UNCLEAR})(?![a-z])`, 'g')
const UNIT_LETTER = new RegExp(`\\([^()\\d]*(?<![a-z])(${LETTERS})\\)`)
const THOUSANDS = /(?<![\d,.])000(?!\d)/
const ZEROS = /(?<![\d,.])0+,0+/
/** 'All figures x 1000'. */
const MULTIPLIED = /(?:[×*]|(?<![a-z\d])(?:x|times|multipl[a-z]+ (?:by|with))) ?(?:rs\.?|₹)? ?1[\d,]*00(?!\d)/
const RUPEE = '(?:₹|(?<![a-z])(?:rs\\.?|inr|rupees?))'
/** In a title only words such as 'in lakhs', 'Rs. crores' and '(lakhs)' are about the amounts below it. */
const UNIT_OF_TITLE = new RegExp(`(?:(?<![a-z])in|${RUPEE}|\\() ?${RUPEE}? ?(?:in )?(${words.join('|')})(?![a-z])`)
const CURRENCY_OF_TITLE =
  /[$€£¥]|(?<![a-z])(?:usd|eur|gbp|aed|jpy|sgd|chf)(?![a-z])|(?<![a-z])(?:in|us) (?:dollars?|euros?|pounds?|dirhams?)/
const AMOUNT_WITH_UNIT = new RegExp(`\\d ?(?:${Object.keys(UNITS).join('|')})(?![a-z])`)
const LENGTH_MAX = 300

const short = (text: string) => plainText(text.slice(0, LENGTH_MAX))
const nameOf = (word: string) => NAMES[UNITS[word] ?? 0] ?? 'unclear'

/** The words of a heading that name what its column says. */
export const withoutUnits = (words: string[]) => words.filter((word) => !NOT_OF_A_NAME.has(word))

/** A heading without parentheses that hold no amount, such as 'Up to 5 (₹ in lakhs)'. */
export const withoutParentheses = (heading: string) => heading.replace(/\([^()\d]*\)/g, ' ')

/** The units of amounts that a heading names beside them. */
function unitsOf(heading: string): string[] {
  const plain = short(heading)
  const found = [...plain.matchAll(UNIT_WORD)].map(([, word = '']) => nameOf(word))
  const letter = UNIT_LETTER.exec(plain)?.[1]
  return [
    ...found,
    ...(letter === undefined ? [] : [nameOf(letter)]),
    ...(THOUSANDS.test(plain) ? ['thousand'] : []),
    ...(ZEROS.test(plain) || MULTIPLIED.test(plain) ? ['unclear'] : []),
  ]
}

const isPlainAmount = (text: string) => /[1-9]/.test(text) && !AMOUNT_WITH_UNIT.test(short(text))

/**
 * Whether most cells of a column that nobody knows are amounts: those of rupees, with a unit or another sign of money, or
 * below a heading with one. Small whole numbers alone are more often a number of the line.
 */
export function haveAmounts(heading: string, cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const isOfMoney = unitsOf(heading).length > 0 || OTHER_CURRENCY.test(heading) || RUPEES.test(heading)
  const isOne = (cell: string) => {
    const amount = readAmount(cell)
    if (typeof amount === 'object') return isOfMoney || amount.paise >= RUPEES_FROM * 100 || /\D/.test(cell)
    return /\d/.test(cell) && (amount === 'other-currency' || typeof readBand(cell) === 'object')
  }
  return filled.filter(isOne).length * 2 > filled.length
}

type Titles = {
  /** Above the headings, where every word of a unit counts. */
  above: readonly string[]
  /** Among and below the lines, where only those count that are about amounts. */
  below: readonly string[]
}

/**
 * Gives the amounts without a unit in a column the one that its heading, a title or a note says. Units or currencies that
 * are not certain are errors: ₹5 for 5 lakh is worse than no import.
 */
export function applyUnits(columns: Column[], body: readonly GridLine[], { above, below }: Titles, note: Note): void {
  const amounts = columns.filter(({ meaning }) => ['from', 'to', 'range', 'band'].includes(meaning))
  const said = [...above, ...below].flatMap((text) => {
    const certain = UNIT_OF_TITLE.exec(short(text))?.[1]
    if (certain !== undefined) return [{ unit: nameOf(certain), text }]
    if (MULTIPLIED.test(short(text))) return [{ unit: 'unclear', text }]
    return above.includes(text) ? unitsOf(text).map(() => ({ unit: 'unclear', text })) : []
  })
  const foreign = [...above, ...below].find((text) => CURRENCY_OF_TITLE.test(short(text)))
  const read = new Map<string, { letters: string[]; texts: Set<string> }>()
  for (const column of amounts) {
    const place = { line: null, column: column.letter }
    const { heading } = column
    const isPlain =
      column.meaning === 'band'
        ? isPlainAmount(withoutParentheses(heading))
        : body.some(({ cells }) => isPlainAmount(cells[column.index] ?? ''))
    const other = OTHER_CURRENCY.test(heading) ? heading : isPlain ? foreign : undefined
    if (other !== undefined) note('other-currency', place, other)
    if (!isPlain) continue
    const all = [...unitsOf(heading).map((unit) => ({ unit, text: heading })), ...said]
    const [first] = all
    if (first === undefined) continue
    if (first.unit === 'unclear' || all.some(({ unit }) => unit !== first.unit))
      note('unit-unclear', place, [...new Set(all.map(({ text }) => text))].join(' / '))
    else {
      column.unit = first.unit
      const same = read.get(first.unit) ?? { letters: [], texts: new Set() }
      read.set(first.unit, { letters: [...same.letters, column.letter], texts: same.texts.add(first.text) })
    }
  }
  // Said once for all columns of a unit.
  for (const [unit, { letters, texts }] of read)
    note('unit-of-heading', { line: null, column: letters.join(', ') }, unit, [...texts].join(' / '))
  noteMixedUnits(amounts, body, note)
}

/** A limit of 5 beside one of 10 lakh, or below a heading without a unit beside one with it, may be 5 lakh. */
function noteMixedUnits(amounts: readonly Column[], body: readonly GridLine[], note: Note): void {
  const isSmall = (text: string) => /^[\d.]+$/.test(text) && Number(text) > 0 && Number(text) < RUPEES_FROM
  const hasUnit = ({ index, meaning, heading, unit }: Column) =>
    unit !== '' ||
    (meaning === 'band'
      ? AMOUNT_WITH_UNIT.test(short(heading))
      : body.some(({ cells }) => AMOUNT_WITH_UNIT.test(short(cells[index] ?? ''))))
  const isOfRows = ({ meaning }: Column) => meaning === 'to' || meaning === 'from'
  const isMixed = amounts.some(hasUnit)
  for (const { index, letter, meaning, heading, unit } of amounts) {
    if (!isMixed || unit !== '') continue
    const numbers = short(heading).match(/[₹\d][\d.,]*/g) ?? []
    const isUnclear = meaning === 'band' && !hasUnit({ index, letter, meaning, heading, unit })
    if (isUnclear && numbers.length > 0 && numbers.every(isSmall))
      note('unit-unclear', { line: null, column: letter }, heading)
    // A lower amount may take the unit that is written in its upper one.
    const isAlone = meaning === 'to' || (meaning === 'from' && amounts.some((one) => isOfRows(one) && one.unit !== ''))
    for (const { line, cells } of isAlone ? body : [])
      if (isSmall(cells[index] ?? '')) note('unit-unclear', { line, column: letter }, cells[index])
  }
}
