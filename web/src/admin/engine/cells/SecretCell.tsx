import { useTranslation } from 'react-i18next'
import './secret-cell.css'

/** Shows only whether a secret is set (requirement C5). */
export function SecretCell({ value }: { value: string }) {
  const { t } = useTranslation()
  return <span className={value ? undefined : 'secret-cell-none'}>{value ? t('Set') : t('Not set')}</span>
}
