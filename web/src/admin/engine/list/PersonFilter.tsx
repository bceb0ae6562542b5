import { useTranslation } from 'react-i18next'
import { OptionFilter } from './OptionFilter.tsx'

type Props = { label: string; value: string; onChange: (id: string) => void }

/** Anyone, or one person found by typing. */
export function PersonFilter({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <OptionFilter
      kind="people"
      label={label}
      placeholder={t('Anyone')}
      gone={t('A deleted person')}
      value={value}
      onChange={onChange}
    />
  )
}
