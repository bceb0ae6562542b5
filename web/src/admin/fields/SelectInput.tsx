import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/Select.tsx'
import { type FieldInputProps, useField } from './field.ts'

/** A choice of a few fixed values, shown by their own (translated) words. */
export function SelectInput({ options, ...props }: FieldInputProps & { options: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <Select {...useField(props)}>
      <option value="" disabled={props.required}>
        {props.required ? t('Choose') : t('None')}
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
export function selectOf(options: readonly string[]): ComponentType<FieldInputProps> {
  return (props) => <SelectInput {...props} options={options} />
}
