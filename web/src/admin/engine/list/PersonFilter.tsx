import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { OptionFilter } from './OptionFilter.tsx'

type Props = { label: string; value: string; onChange: (id: string) => void }

/** Anyone, or one person found by typing. Absent for those who may not see people. */
export function PersonFilter({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  if (!permissions.includes('users:read')) return null
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
