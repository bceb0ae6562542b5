import { STATUSES } from '@gatehouse/contract/fields.ts'
import type { FieldInputProps } from './field.ts'
import { SelectInput } from './SelectInput.tsx'

/** ACTIVE or INACTIVE. */
export function StatusInput(props: FieldInputProps) {
  return <SelectInput {...props} options={STATUSES} />
}
