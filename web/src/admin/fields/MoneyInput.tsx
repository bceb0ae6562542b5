import { formatAmount } from '../../i18n/money.ts'
import { MoneyField } from '../../ui/MoneyField.tsx'
import type { FieldInputProps } from './field.ts'
import { useTypedField } from './use-typed-field.ts'

/** An amount: rupees on the screen, paise in the form. */
export function MoneyInput(props: FieldInputProps) {
  return <MoneyField {...useTypedField(props)} />
}
MoneyInput.show = (paise: unknown) => (typeof paise === 'number' ? `₹${formatAmount(paise)}` : '–')
MoneyInput.problemOf = (value: unknown) =>
  typeof value === 'string' && value !== '' ? 'Enter an amount in rupees, such as 25,000.50' : null
