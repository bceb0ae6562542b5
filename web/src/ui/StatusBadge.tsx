import { useTranslation } from 'react-i18next'
import './status-badge.css'

const TONES: Record<string, 'success' | 'error' | 'warning'> = {
  ACTIVE: 'success',
  INACTIVE: 'error',
  EXTERNAL: 'success',
  INTERNAL: 'error',
  'Temporary BLOCKED': 'warning',
  'Permanent BLOCKED': 'error',
}

/** A status as a dot and its word, never by colour alone. */
export function StatusBadge({ status }: { status: string }) {
  const { t } = useTranslation()
  return <span className={`status-badge status-badge-${TONES[status] ?? 'neutral'}`}>{t(status)}</span>
}
