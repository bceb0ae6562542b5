import { TextArea } from '../../../ui/TextArea.tsx'
import { type FieldInputProps, useField } from './field.ts'

export function TextAreaInput(props: FieldInputProps) {
  return <TextArea {...useField(props)} />
}
