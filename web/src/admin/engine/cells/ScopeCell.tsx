import { useTranslation } from 'react-i18next'

/** The name of the application or client that something applies to, or 'All'. */
export function ScopeCell({ name }: { name: string }) {
  const { t } = useTranslation()
  return name === 'All' ? t('All') : name
}
