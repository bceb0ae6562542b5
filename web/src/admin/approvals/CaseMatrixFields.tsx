import { listApprovalDrafts } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { listApprovalVersions } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { formatMoment, formatNumber } from '../../i18n/format.ts'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CASE_MATRICES, type CaseMatrix } from './case-matrix.ts'
import { DRAFTS } from './versions/use-draft-change.ts'

/** As many as one page of the lists has. */
const OFFERED = 100

type Props = {
  applicationId: string
  chosen: CaseMatrix
  onChoose: (chosen: CaseMatrix) => void
  /** Which kinds there are to choose from. */
  kinds?: readonly CaseMatrix['kind'][]
}

/** Which matrix answers: the one that counts, a draft, a version, or that of a day. */
export function CaseMatrixFields({ applicationId, chosen, onChoose, kinds = CASE_MATRICES }: Props) {
  const { t } = useTranslation()
  const words = {
    live: t('What counts now'),
    draft: t('A draft'),
    version: t('A version'),
    day: t('A day in the past'),
  }
  const { kind, value } = chosen
  const input = { value, onChange: (next: string) => onChoose({ kind, value: next }) }
  return (
    <>
      <Select
        label={t('By which approvals')}
        value={kind}
        onChange={({ target }) => onChoose({ kind: target.value as CaseMatrix['kind'], value: '' })}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </Select>
      {kind === 'draft' && <DraftSelect applicationId={applicationId} {...input} />}
      {kind === 'version' && <VersionSelect applicationId={applicationId} {...input} />}
      {kind === 'day' && (
        <TextField label={t('Day')} type="date" value={value} onChange={({ target }) => input.onChange(target.value)} />
      )}
    </>
  )
}

type SelectProps = { applicationId: string; value: string; onChange: (value: string) => void }

function DraftSelect({ applicationId, value, onChange }: SelectProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: [DRAFTS, 'offered', applicationId],
    queryFn: () => call(listApprovalDrafts, { applicationId, page: 0, pageSize: OFFERED }),
    staleTime: 0,
  })
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  const isOffered = value === '' || data?.rows.some(({ _id }) => _id === value)
  return (
    <Select
      label={t('Draft')}
      value={value}
      hint={data?.total === 0 ? t('This application has no drafts.') : undefined}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="" disabled>
        {t('Choose')}
      </option>
      {!isOffered && <option value={value}>{data ? t('A deleted record') : t('Loading…')}</option>}
      {data?.rows.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function VersionSelect({ applicationId, value, onChange }: SelectProps) {
  const { t, i18n } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: [DRAFTS, 'versions', 'offered', applicationId],
    queryFn: () => call(listApprovalVersions, { applicationId, page: 0, pageSize: OFFERED }),
    staleTime: 0,
  })
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  const nameOf = (version: number) => t('Version {{version}}', { version: formatNumber(version, i18n.language) })
  const isOffered = value === '' || data?.rows.some(({ version }) => String(version) === value)
  return (
    <Select
      label={t('Version')}
      value={value}
      hint={data?.total === 0 ? t('This application has no approvals yet.') : undefined}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="" disabled>
        {t('Choose')}
      </option>
      {!isOffered && <option value={value}>{nameOf(Number(value))}</option>}
      {data?.rows.map(({ version, publishedAt }) => (
        <option key={version} value={String(version)}>
          {[nameOf(version), formatMoment(new Date(publishedAt), new Date(), i18n.language)].join(' · ')}
        </option>
      ))}
    </Select>
  )
}
