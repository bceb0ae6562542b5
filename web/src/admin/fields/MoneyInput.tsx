import { formatAmount } from '../../i18n/money.ts'
import { MoneyField } from '../../ui/MoneyField.tsx'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** An amount: rupees on the screen, paise in the form. */
export function MoneyInput(props: FieldInputProps) {
  return <MoneyField {...useControlledField<number | null>(props)} />
}
MoneyInput.show = (paise: unknown) => (typeof paise === 'number' ? `₹${formatAmount(paise)}` : '–')
