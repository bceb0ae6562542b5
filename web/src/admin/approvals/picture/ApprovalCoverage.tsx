import { approvalCoverage } from '@gatehouse/contract/admin/approvals/picture.ts'
import { REGIONS } from '@gatehouse/contract/regions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { ByWhich } from '../ByWhich.tsx'
import type { AskedMatrix } from '../case-matrix.ts'
import { RoutingNote } from '../routing/RoutingNote.tsx'
import { CoverageGrid } from './CoverageGrid.tsx'
import { gapsOf } from './coverage.ts'
import { HatchKey } from './HatchKey.tsx'
import './approval-coverage.css'

type Props = {
  place: { applicationId: string; clientId: string; pageId: string }
  matrix: AskedMatrix
  region: string
  onChoose: (region: string) => void
}

/** A page in all regions at once: up to which amount each step is asked, and where nobody approves. */
export function ApprovalCoverage({ place, matrix, region, onChoose }: Props) {
  const { t, i18n } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['approvalCoverage', place, matrix],
    queryFn: () => call(approvalCoverage, { ...place, ...matrix }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (isPending) return <Spinner size={20} />
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  const codes = Object.keys(REGIONS)
  const gaps = codes.map((code) => [null, ...data.steps].flatMap((step) => gapsOf(data, code, step)))
  const open = gaps.filter((ofRegion) => ofRegion.some(({ severity }) => severity === 'error'))
  const number = (count: number) => formatNumber(count, i18n.language)
  return (
    <>
      <ByWhich answer={data} />
      <p>
        {open.length === 0
          ? t('No region has a gap.')
          : t('Regions with a gap: {{number}} of {{all}}. Documents there are denied, or stop on their way.', {
              ...{ number: number(open.length), all: number(codes.length) },
            })}
      </p>
      <CoverageGrid coverage={data} region={region} onChoose={onChoose} />
      <p className="picture-key">
        <span>
          <i className="coverage-asked" />
          {t('Asked')}
        </span>
        <HatchKey marks={gaps.flat()} />
      </p>
      <RoutingNote routing={data.routing} />
    </>
  )
}
