import { TextField } from '../../../ui/TextField.tsx'
import { type FieldInputProps, useField } from './field.ts'

export function TextInput(props: FieldInputProps) {
  return <TextField {...useField(props)} />
}
