import { useTranslation } from 'react-i18next'
import { Select } from './Select.tsx'

type Props = {
  label: string
  /** English names of what can be chosen, by value. */
  choices: Readonly<Record<string, string>>
  /** Empty: all. */
  value: string
  onChange: (value: string) => void
}

/** One of a few values that narrows a list, or all of them. */
export function ChoiceFilter({ label, choices, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Select label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t('All')}</option>
      {Object.entries(choices).map(([one, name]) => (
        <option key={one} value={one}>
          {t(name)}
        </option>
      ))}
    </Select>
  )
}
