import { NumberField } from '../../../ui/NumberField.tsx'
import type { FieldInputProps } from './field.ts'
import { useTypedField } from './use-typed-field.ts'

/** A number. */
export function NumberInput(props: FieldInputProps) {
  return <NumberField {...useTypedField(props)} />
}
NumberInput.problemOf = (value: unknown) => {
  if (typeof value !== 'string' || value === '') return null
  return /^\s*0\d+\s*$/.test(value) ? 'Leave out the zeros at the beginning' : 'Enter a whole number'
}
