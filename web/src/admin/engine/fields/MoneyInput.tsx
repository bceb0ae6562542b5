import { RUPEES_PROBLEM } from '@gatehouse/contract/rupees.ts'
import { formatRupees } from '../../../i18n/format.ts'
import { MoneyField } from '../../../ui/MoneyField.tsx'
import type { FieldInputProps } from './field.ts'
import { useTypedField } from './use-typed-field.ts'

/** An amount in rupees. */
export function MoneyInput(props: FieldInputProps) {
  return <MoneyField {...useTypedField(props)} />
}
MoneyInput.show = (rupees: unknown) => (typeof rupees === 'number' ? formatRupees(rupees) : '–')
MoneyInput.problemOf = (value: unknown) => (typeof value === 'string' && value !== '' ? RUPEES_PROBLEM : null)
