import type { TFunction } from 'i18next'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

/** A yes or no. */
export function SwitchInput({ required, ...props }: FieldInputProps) {
  const { value, onChange, error, ...field } = useControlledField<boolean>(props)
  return <SwitchField {...field} checked={value} onChange={(event) => onChange(event.target.checked)} />
}
SwitchInput.show = (isOn: unknown, t: TFunction) => (isOn ? t('On') : t('Off'))
