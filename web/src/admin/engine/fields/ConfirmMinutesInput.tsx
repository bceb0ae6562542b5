import type { TFunction } from 'i18next'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatSpan } from '../../../i18n/format-span.ts'
import { Select } from '../../../ui/Select.tsx'
import type { FieldInputProps } from './field.ts'
import { useControlledField } from './use-controlled-field.ts'

const ANY_AGE = ''
const CHOICES = [10, 30, 60, 240, 480]

/** How old a sign-in may be; null: of any age. */
export function ConfirmMinutesInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { value, onChange, ...field } = useControlledField<number | null>(props)
  // Calls can set others.
  const choices = value === null || CHOICES.includes(value) ? CHOICES : [...CHOICES, value].toSorted((a, b) => a - b)
  return (
    <Select
      {...field}
      value={value ?? ANY_AGE}
      onChange={({ target }) => onChange(target.value === ANY_AGE ? null : Number(target.value))}
    >
      <option value={ANY_AGE}>{inWords(null, t)}</option>
      {choices.map((minutes) => (
        <option key={minutes} value={minutes}>
          {inWords(minutes, t)}
        </option>
      ))}
    </Select>
  )
}
ConfirmMinutesInput.show = (value: unknown, t: TFunction) => inWords(value as number | null, t)

function inWords(minutes: number | null, t: TFunction): string {
  if (minutes === null) return t('Of any age')
  return t('At most {{time}} old', { time: formatSpan(minutes * 60, i18next.language) })
}
