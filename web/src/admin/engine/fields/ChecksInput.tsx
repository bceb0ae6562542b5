import { useTranslation } from 'react-i18next'
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx'
import type { FieldInput, FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** Any of a few fixed values under names that people understand: `choices` maps values to English. */
function ChecksInput({ choices, required: _, ...props }: FieldInputProps & { choices: Record<string, string> }) {
  const { t } = useTranslation()
  const field = useControlledField<string[]>(props)
  const named = Object.entries(choices).map(([value, name]) => [value, t(name)])
  return <CheckboxGroup {...field} choices={Object.fromEntries(named)} />
}

/** An `Input` for a choice of several. */
export function checksOf(choices: Record<string, string>): FieldInput {
  const Input: FieldInput = (props) => <ChecksInput {...props} choices={choices} />
  Input.show = (values, t) => (values as string[]).map((value) => t(choices[value] ?? value)).join(', ') || '–'
  return Input
}
