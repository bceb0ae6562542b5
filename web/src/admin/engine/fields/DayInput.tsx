import { TextField } from '../../../ui/TextField.tsx'
import { type FieldInputProps, useField } from './field.ts'

/** A day such as '2027-03-31'; empty: none. */
export function DayInput(props: FieldInputProps) {
  return <TextField {...useField(props)} type="date" />
}
