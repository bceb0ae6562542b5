import { useTranslation } from 'react-i18next'
import { OptionFilter } from '../OptionFilter.tsx'

/** Whose doings are shown: anybody, or one person found by typing. */
export function PersonFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  return (
    <OptionFilter
      kind="people"
      label={t('Who')}
      placeholder={t('Anybody')}
      gone={t('A deleted person')}
      value={value}
      onChange={onChange}
    />
  )
}
