import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import './admin-reviews.css'

/** How many of the lines are decided, as a bar and in figures. */
export function Progress({ decided, total }: { decided: number; total: number }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <span className="review-progress">
      <progress value={decided} max={Math.max(total, 1)} aria-hidden="true" />
      {t('{{decided}} of {{total}} decided', { decided: number(decided), total: number(total) })}
    </span>
  )
}
