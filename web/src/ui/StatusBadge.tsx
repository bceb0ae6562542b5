import { useTranslation } from 'react-i18next'
import './status-badge.css'

export type Tone = 'success' | 'error' | 'warning' | 'neutral'

const TONES: Record<string, Tone> = {
  ACTIVE: 'success',
  INACTIVE: 'error',
  SUSPENDED: 'warning',
  EXTERNAL: 'success',
  INTERNAL: 'error',
  'Temporary BLOCKED': 'warning',
  'Permanent BLOCKED': 'error',
}

/** A status as a dot and its word, never by colour alone. */
export function StatusBadge({ status, tone = TONES[status] ?? 'neutral' }: { status: string; tone?: Tone }) {
  const { t } = useTranslation()
  return <span className={`status-badge status-badge-${tone}`}>{t(status)}</span>
}
