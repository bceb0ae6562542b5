import { MoneyField } from '../../ui/MoneyField.tsx'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** An amount: rupees on the screen, paise in the form. */
export function MoneyInput(props: FieldInputProps) {
  return <MoneyField {...useControlledField<number | null>(props)} />
}
