import type { Message } from '@gatehouse/contract/admin/messages/messages.ts'
import { useTranslation } from 'react-i18next'
import '../../ui/status-badge.css'
import { STATES } from './message-words.ts'

/** What became of a message, as a dot and its word. */
export function MessageState({ state, reason }: Pick<Message, 'state' | 'reason'>) {
  const { t } = useTranslation()
  if (state === 'sent' && reason !== '')
    return (
      <span className="status-badge status-badge-warning" title={reason}>
        {t('Sent, may not arrive')}
      </span>
    )
  return <span className={`status-badge status-badge-${STATES[state].tone}`}>{t(STATES[state].label)}</span>
}
