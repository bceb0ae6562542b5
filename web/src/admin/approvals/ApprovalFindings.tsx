import { approvalCheck, FINDINGS_MAX } from '@gatehouse/contract/admin/approvals/check.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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
import { ByWhich } from './ByWhich.tsx'
import { type AskedMatrix, isCounting } from './case-matrix.ts'
import { IntendedGaps } from './intended/IntendedGaps.tsx'
import { RoutingNote } from './routing/RoutingNote.tsx'

type Place = { applicationId: string; clientId: string }
type Props = { place: Place; matrix: AskedMatrix }

/** What is odd about the approvals of an application for a client, by page. */
export function ApprovalFindings({ place, matrix }: Props) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['approvalCheck', place, matrix],
    queryFn: () => call(approvalCheck, { ...place, ...matrix }),
    staleTime: 0,
  })
  if (isPending) return <Spinner size={20} />
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  const groups = [...Map.groupBy(data.findings, ({ pages }) => pages.map(({ _id }) => _id).join())]
  return (
    <div className="approval-check">
      <ByWhich answer={data} />
      <Summary checked={data} />
      <RoutingNote routing={data.routing} />
      {groups.map(([key, findings]) => (
        <Group key={key} findings={findings} place={place} version={isCounting(data) ? data.version : null} />
      ))}
      <IntendedGaps gaps={data.intended} isCounting={isCounting(data)} />
      {data.draft && data.findings.length > 0 && (
        <Link to="/dashboard/approvalVersions" search={{ draft: data.draft._id, view: 'comparison' } as never}>
          {t('Mend them in the comparison')}
        </Link>
      )}
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

/** `version`: that of the matrix; `null`: it is not the one that counts now. */
type GroupProps = { findings: Finding[]; place: Place; version: number | null }

function Group({ findings, place, version }: GroupProps) {
  const { t } = useTranslation()
  const id = useId()
  const pages = findings[0]?.pages ?? []
  return (
    <section className="approval-group" aria-labelledby={id}>
      <h3 id={id}>{pages.length > 0 ? pages.map(({ name }) => name).join(', ') : t('All pages')}</h3>
      <ul className="approval-findings" aria-labelledby={id}>
        {findings.map((finding) => (
          <ApprovalFinding key={finding.text} {...{ finding, place, version }} isCounting={version !== null} />
        ))}
      </ul>
    </section>
  )
}
