import { KEY_ENDS_SOON_DAYS } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDayToCome } from '../../i18n/format.ts'
import type { ServiceAccountRow } from './service-account-row.ts'
import './service-accounts.css'

const DAY_MS = 86_400_000

/** How many keys are valid, and when the first of them expires. */
export function KeysCell({ row: { keyCount, keysEndAt } }: { row: ServiceAccountRow }) {
  const { t, i18n } = useTranslation()
  if (keysEndAt === null) return t('No key')
  const end = new Date(keysEndAt)
  const day = formatDayToCome(end, new Date(), i18n.language)
  const words =
    keyCount === 1 ? t('One key, expires {{day}}', { day }) : t('Two keys, the first expires {{day}}', { day })
  if (end.getTime() - Date.now() > KEY_ENDS_SOON_DAYS * DAY_MS) return words
  return (
    <span className="service-account-warning">
      <TriangleAlert size={16} aria-hidden />
      {words}
    </span>
  )
}
