import { HtmlEditor } from '../../ui/html-editor/HtmlEditor.tsx'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** HTML of a message. */
export function HtmlInput(props: FieldInputProps) {
  return <HtmlEditor {...useControlledField<string>(props)} />
}
