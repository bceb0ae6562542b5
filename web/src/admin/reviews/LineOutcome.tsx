import type { ReviewLine } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../i18n/format.ts'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'

/** English, for `t()`. */
const OUTCOMES: Record<NonNullable<ReviewLine['outcome']>, { status: string; tone: Tone }> = {
  kept: { status: 'Kept', tone: 'success' },
  revoked: { status: 'Removed', tone: 'neutral' },
  shortened: { status: 'Ends earlier', tone: 'neutral' },
  changed: { status: 'Changed meanwhile, left alone', tone: 'warning' },
  failed: { status: 'Not carried out', tone: 'error' },
}

/** What came of a decision. */
export function LineOutcome({ line: { outcome, problem, undoneAt } }: { line: ReviewLine }) {
  const { t, i18n } = useTranslation()
  if (outcome === null) return t('Waiting')
  return (
    <div className="cell-lines">
      <StatusBadge {...OUTCOMES[outcome]} />
      {problem && <small>{t(problem)}</small>}
      {undoneAt && (
        <small>{t('Given back {{at}}', { at: formatMoment(new Date(undoneAt), new Date(), i18n.language) })}</small>
      )}
    </div>
  )
}
