import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import type { WebhookRow } from './webhook-row.ts'
import './webhooks.css'

/** Shows that a webhook was switched off automatically, not by a person. */
export function SwitchedOff({ row }: { row: WebhookRow }) {
  const { t, i18n } = useTranslation()
  if (row.switchedOffAt === null) return null
  const time = formatMoment(new Date(row.switchedOffAt), new Date(), i18n.language)
  return <span className="webhook-note">{t('Switched off {{time}} after failed deliveries', { time })}</span>
}
