import { formatAmount } from '../../../i18n/money.ts'
import { MoneyField } from '../../../ui/MoneyField.tsx'
import type { FieldInputProps } from './field.ts'
import { useTypedField } from './use-typed-field.ts'

/** An amount in rupees. */
export function MoneyInput(props: FieldInputProps) {
  return <MoneyField {...useTypedField(props)} />
}
MoneyInput.show = (rupees: unknown) => (typeof rupees === 'number' ? `₹${formatAmount(rupees)}` : '–')
MoneyInput.problemOf = (value: unknown) =>
  typeof value === 'string' && value !== '' ? 'Enter an amount in rupees, such as 25,000.50 or 5 lakh' : null
