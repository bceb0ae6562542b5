import type { Message } from '@gatehouse/contract/admin/messages.ts'
import { useTranslation } from 'react-i18next'
import '../../ui/status-badge.css'
import { STATES } from './message-words.ts'

/** What became of a message, as a dot and its word. */
export function MessageState({ state }: Pick<Message, 'state'>) {
  const { t } = useTranslation()
  return <span className={`status-badge status-badge-${STATES[state].tone}`}>{t(STATES[state].label)}</span>
}
