import { useTranslation } from 'react-i18next'
import './secret-cell.css'

/** All that a list tells of a secret: whether there is one (requirement C5). */
export function SecretCell({ value }: { value: string }) {
  const { t } = useTranslation()
  return <span className={value ? undefined : 'secret-cell-none'}>{value ? t('Set') : t('Not set')}</span>
}
