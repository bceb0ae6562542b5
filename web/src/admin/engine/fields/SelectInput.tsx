import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/Select.tsx'
import { type FieldInput, type FieldInputProps, useField } from './field.ts'

type Choices = {
  options: readonly string[]
  /** Adds an empty option. Only for optional fields. */
  hasNone?: boolean
}

/** A choice of a few fixed values, shown by their own (translated) words. */
export function SelectInput({ options, hasNone = false, ...props }: FieldInputProps & Choices) {
  const { t } = useTranslation()
  return (
    <Select {...useField(props)}>
      <option value="" disabled={!hasNone} hidden={!hasNone}>
        {hasNone ? t('None') : t('Choose')}
      </option>
      {options.map((option) => (
        <option key={option} value={option}>
          {t(option)}
        </option>
      ))}
    </Select>
  )
}

/** An `Input` for a fixed set of values. */
export function selectOf(options: readonly string[], { hasNone = false } = {}): FieldInput {
  const Input: FieldInput = (props) => <SelectInput {...props} options={options} hasNone={hasNone} />
  // 'NA' means that nothing was chosen (requirement G12).
  Input.show = (value, t) => (value === '' || value === 'NA' ? '–' : t(String(value)))
  return Input
}
