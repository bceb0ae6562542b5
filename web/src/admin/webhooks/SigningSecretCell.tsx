import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import { SecretCell } from '../engine/cells/SecretCell.tsx'
import type { WebhookRow } from './webhook-row.ts'

/** Whether the webhook has a secret. For a day after a change it has two. */
export function SigningSecretCell({ row: { hasSecret, previousSecretUntil } }: { row: WebhookRow }) {
  const { t, i18n } = useTranslation()
  if (previousSecretUntil === null) return <SecretCell value={hasSecret ? 'set' : ''} />
  return t('Two secrets until {{time}}', {
    time: formatMoment(new Date(previousSecretUntil), new Date(), i18n.language),
  })
}
