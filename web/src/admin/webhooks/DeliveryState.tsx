import type { DeliveryState as State } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { useTranslation } from 'react-i18next'
import '../../ui/status-badge.css'

const LOOKS = {
  waiting: { tone: 'warning', label: 'Waiting' },
  sent: { tone: 'success', label: 'Delivered' },
  failed: { tone: 'error', label: 'Failed' },
} as const satisfies Record<State, object>

export const stateWords = (state: State): string => LOOKS[state].label

/** The state of a delivery, as a dot and a word. */
export function DeliveryState({ state }: { state: State }) {
  const { t } = useTranslation()
  return <span className={`status-badge status-badge-${LOOKS[state].tone}`}>{t(stateWords(state))}</span>
}
