import type { Recovery } from '@gatehouse/contract/admin/people/recoveries.ts'
import { t } from 'i18next'
import type { Tone } from '../../../ui/StatusBadge.tsx'

/** The shown state of a recovery. English, for `t()`. */
export const RECOVERY_WORDS: Record<Recovery['state'], { status: string; tone: Tone }> = {
  approval: { status: 'Waits for a second administrator', tone: 'warning' },
  waiting: { status: 'Waiting time runs', tone: 'warning' },
  sent: { status: 'Link sent', tone: 'warning' },
  used: { status: 'Recovered', tone: 'success' },
  stopped: { status: 'Stopped by the person', tone: 'error' },
  cancelled: { status: 'Cancelled', tone: 'neutral' },
  expired: { status: 'Expired', tone: 'neutral' },
}

export const isOpen = ({ state }: Recovery) => state === 'approval' || state === 'waiting' || state === 'sent'

/** What happens next, or when it ended. */
export function whatFollows(
  { state, readyAt, expiresAt, settledAt }: Recovery,
  moment: (time: string) => string,
): string {
  switch (state) {
    case 'approval':
      return t('Nothing happens until it is approved. It expires {{time}}.', { time: moment(expiresAt) })
    case 'waiting':
      return t('The link is sent {{time}}, unless the person stops it before.', { time: moment(readyAt ?? expiresAt) })
    case 'sent':
      return t('The link works once, until {{time}}.', { time: moment(expiresAt) })
    case 'expired':
      return t('Ended {{time}}', { time: moment(expiresAt) })
    default:
      return t('Ended {{time}}', { time: moment(settledAt ?? expiresAt) })
  }
}
