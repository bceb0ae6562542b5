import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextArea } from '../../../ui/TextArea.tsx'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** Several texts, one per line. A validation message names its line. */
export function LinesInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { value, onChange, error, ...field } = useControlledField<string[]>(props)
  const { errors } = useFormState()
  const position = positionOf(errors[props.name])
  // Empty lines are not validated.
  const line = position === -1 ? undefined : value.map((one) => one.trim()).filter((one) => one !== '')[position]
  return (
    <TextArea
      {...field}
      error={error && line ? `${line}: ${t(error)}` : error}
      value={value.join('\n')}
      onChange={(event) => onChange(event.target.value.split('\n'))}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function positionOf(error: unknown): number {
  return Array.isArray(error) ? error.findIndex((one) => one?.message) : -1
}
