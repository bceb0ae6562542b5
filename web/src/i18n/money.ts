import { asciiDigits } from '@gatehouse/contract/ascii-digits.ts'
import { readAmount as readWritten } from '@gatehouse/contract/read-amount.ts'

/** More digits before the point would leave what a number holds exactly. */
const MAX_RUPEE_DIGITS = 12
const MAX_DIGITS = 15

/** Digits alone, or in groups: as in India (1,00,000) or elsewhere (100,000). Anything else may mean something else. */
const WHOLE = /^(\d+|\d{1,2}(,\d{2})*,\d{3}|\d{1,3}(,\d{3})+)$/
const AMOUNT = /^([\d,]*)(?:\.(\d{0,2}))?$/

/** What somebody typed as rupees; `null` for nothing, and the text itself where it is no amount. */
export function readAmount(typed: string): number | null | string {
  const text = asciiDigits(typed).replace(/^\s*₹/, '').trim()
  if (text === '') return null
  const [, rupees = '', paise = ''] = AMOUNT.exec(text) ?? []
  const digits = rupees.replaceAll(',', '')
  const isAmount = rupees === '' ? paise !== '' : WHOLE.test(rupees) && digits.length <= MAX_RUPEE_DIGITS
  if (isAmount) return Number(`${digits || 0}.${paise || 0}`)
  // With a unit, such as '5 lakh', as in a sheet of authority.
  const written = readWritten(text)
  return typeof written === 'object' ? written.paise / 100 : typed
}

/** Whether an amount is typed in another way than it is shown, so that what was understood should be, too. */
export const isWorded = (typed: string) => /[^\s₹\d.,]/.test(typed)

/** What somebody typed as a whole number; `null` for nothing, and the text itself where it is none. */
export function readWholeNumber(typed: string): number | null | string {
  const text = asciiDigits(typed).trim()
  if (text === '') return null
  const isNumber = WHOLE.test(text) && !/^0\d/.test(text) && text.length <= MAX_DIGITS
  return isNumber ? Number(text.replaceAll(',', '')) : typed
}
