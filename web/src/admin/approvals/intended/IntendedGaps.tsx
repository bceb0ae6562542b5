import type { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import { unmarkIntendedGap } from '@gatehouse/contract/admin/approvals/intended-gaps.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatCalendarDay, formatMoment } from '../../../i18n/format.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { findingText } from '../approval-finding.ts'
import { useGapChange } from './use-gap-change.ts'

type Intended = Output<typeof approvalCheck>['intended'][number]

type Props = {
  gaps: Intended[]
  /** Whether they are of the matrix that counts now, whose gaps alone can be unmarked from here. */
  isCounting: boolean
}

/** The gaps that somebody has called intended, with who and why. */
export function IntendedGaps({ gaps, isCounting }: Props) {
  const { t } = useTranslation()
  if (gaps.length === 0) return null
  return (
    <section className="approval-group">
      <h3>{t('Intended gaps')}</h3>
      <ul className="approval-findings" aria-label={t('Intended gaps')}>
        {gaps.map((gap) => (
          <IntendedGap key={gap._id} gap={gap} isCounting={isCounting} />
        ))}
      </ul>
    </section>
  )
}

function IntendedGap({ gap, isCounting }: Omit<Props, 'gaps'> & { gap: Intended }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const { submit } = useGapChange(unmarkIntendedGap, () => undefined)
  const { _id, pages, reason, markedBy, markedAt, lastDay } = gap
  const facts = [
    pages.map(({ name }) => name).join(', '),
    markedBy,
    formatMoment(new Date(markedAt), new Date(), i18n.language),
    ...(lastDay === null ? [] : [t('until {{until}}', { until: formatCalendarDay(lastDay, i18n.language) })]),
  ]
  return (
    <li>
      <CircleCheck size={18} aria-hidden />
      <div>
        {findingText(gap)}
        <p>{reason}</p>
        <p className="field-hint">{facts.filter(Boolean).join(' · ')}</p>
        <ErrorAlert error={submit.error} />
        {isCounting && permissions.includes('approvals:write') && (
          <div className="approval-links">
            <Button
              variant="link"
              isBusy={submit.isBusy}
              aria-label={t('No longer intended: {{finding}}', { finding: findingText(gap) })}
              onClick={() => void submit.run({ intendedGapId: _id })}
            >
              {t('No longer intended')}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
