import { TextField } from '../../ui/TextField.tsx'
import { type FieldInputProps, useField } from '../engine/fields/field.ts'

/** Shows a value that the form does not change. */
export function ReadOnlyInput(props: FieldInputProps) {
  return <TextField {...useField(props)} readOnly />
}
