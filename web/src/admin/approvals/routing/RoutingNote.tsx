import type { ShownRouting } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { useTranslation } from 'react-i18next'
import { routingText } from './routing-words.ts'

/** Which levels are asked, in a line under what they are asked about. */
export function RoutingNote({ routing }: { routing: ShownRouting }) {
  const { t } = useTranslation()
  return (
    <p className="approval-check-hint">
      {t('Approval routing')}: {routingText(routing)}
    </p>
  )
}
