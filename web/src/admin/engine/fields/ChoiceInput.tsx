import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { type FieldInput, type FieldInputProps, useField } from './field.ts'

/** A choice of a few fixed values under names that people understand: `choices` maps values to English. */
function ChoiceInput({ choices, ...props }: FieldInputProps & { choices: Record<string, string> }) {
  const { t } = useTranslation()
  return (
    <Select {...useField(props)}>
      {Object.entries(choices).map(([value, name]) => (
        <option key={value} value={value}>
          {t(name)}
        </option>
      ))}
    </Select>
  )
}

/** An `Input` for values that do not speak for themselves. */
export function choiceOf(choices: Record<string, string>): FieldInput {
  const Input: FieldInput = (props) => <ChoiceInput {...props} choices={choices} />
  Input.show = (value, t) => t(choices[String(value)] ?? String(value))
  return Input
}
