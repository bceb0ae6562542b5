import { approvalCheck, FINDINGS_MAX } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Alert } from '../../ui/Alert.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { ApprovalFinding } from './ApprovalFinding.tsx'
import { type Finding, findingWords } from './approval-finding.ts'
import { IntendedGaps } from './intended/IntendedGaps.tsx'
import { RoutingNote } from './routing/RoutingNote.tsx'

type Place = { applicationId: string; clientId: string }

/** What is odd about the approvals of an application for a client, by page. */
export function ApprovalFindings({ applicationId, clientId }: Place) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['approvalCheck', applicationId, clientId],
    queryFn: () => call(approvalCheck, { applicationId, clientId }),
    staleTime: 0,
  })
  if (isPending) return <Spinner size={20} />
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  const groups = [...Map.groupBy(data.findings, ({ pages }) => pages.map(({ _id }) => _id).join())]
  return (
    <div className="approval-check">
      <Summary checked={data} />
      <RoutingNote routing={data.routing} />
      {groups.map(([key, findings]) => (
        <Group key={key} findings={findings} place={{ applicationId, clientId }} version={data.version} />
      ))}
      <IntendedGaps gaps={data.intended} />
      {data.findings.length === FINDINGS_MAX && (
        <p className="approval-check-hint">{t('Only the first findings are shown. Mend these and check again.')}</p>
      )}
    </div>
  )
}

function Summary({ checked: { counts, pages, routing, intended } }: { checked: Output<typeof approvalCheck> }) {
  const { t, i18n } = useTranslation()
  const { error, warning, note } = counts
  const names = { pages: findingWords().list(pages.map(({ name }) => name)) }
  if (error + warning === 0)
    return (
      <p className="approval-fine">
        <CircleCheck size={18} aria-hidden />
        {intended.length > 0
          ? t('Besides the intended gaps, nothing is missing: {{pages}}.', names)
          : routing.mode === 'ladder'
            ? t(
                'Every amount in every region finds active people for each step, up to the final approval: {{pages}}.',
                names,
              )
            : t('Every amount in every region finds active people with enough authority: {{pages}}.', names)}
      </p>
    )
  const number = (count: number) => formatNumber(count, i18n.language)
  const parts = [
    error > 0 && t('{{number}} errors', { count: error, number: number(error) }),
    warning > 0 && t('{{number}} warnings', { count: warning, number: number(warning) }),
    note > 0 && t('{{number}} notes', { count: note, number: number(note) }),
  ]
  return (
    <Alert tone={error > 0 ? 'error' : 'warning'}>
      <p>
        {error > 0
          ? t('Some documents are denied, or stop on their way.')
          : t('Every document finds somebody, but not everything may be meant like this.')}
      </p>
      <p>{parts.filter(Boolean).join(' · ')}</p>
    </Alert>
  )
}

type GroupProps = { findings: Finding[]; place: Place; version: number }

function Group({ findings, place, version }: GroupProps) {
  const { t } = useTranslation()
  const id = useId()
  const pages = findings[0]?.pages ?? []
  return (
    <section className="approval-group" aria-labelledby={id}>
      <h3 id={id}>{pages.length > 0 ? pages.map(({ name }) => name).join(', ') : t('All pages')}</h3>
      <ul className="approval-findings" aria-labelledby={id}>
        {findings.map((finding) => (
          <ApprovalFinding key={finding.text} finding={finding} place={place} version={version} />
        ))}
      </ul>
    </section>
  )
}
