import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import type { WebhookRow } from './webhook-row.ts'
import './webhooks.css'

/** Why a webhook is inactive that nobody has made so. */
export function SwitchedOff({ row }: { row: WebhookRow }) {
  const { t, i18n } = useTranslation()
  if (row.switchedOffAt === null) return null
  const time = formatMoment(new Date(row.switchedOffAt), new Date(), i18n.language)
  return <span className="webhook-note">{t('Switched off {{time}} after failed deliveries', { time })}</span>
}
