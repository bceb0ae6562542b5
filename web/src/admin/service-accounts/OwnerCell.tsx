import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ServiceAccountRow } from './service-account-row.ts'
import './service-accounts.css'

/** Who is notified of keys that expire, and a warning where nobody is. */
export function OwnerCell({ row: { ownerName, hasOwner } }: { row: ServiceAccountRow }) {
  const { t } = useTranslation()
  if (hasOwner) return ownerName
  return (
    <span className="service-account-warning">
      <TriangleAlert size={16} aria-hidden />
      {ownerName === '' ? t('No owner') : t('{{name}}, no longer active', { name: ownerName })}
    </span>
  )
}
