import { NumberField } from '../../ui/NumberField.tsx'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** A whole number; `null` while there is none. */
export function NumberInput(props: FieldInputProps) {
  return <NumberField {...useControlledField<number | null>(props)} />
}
