import { approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import { REGIONS } from '@gatehouse/contract/regions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartNoAxesGantt, Printer, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { ApprovalFinding } from '../ApprovalFinding.tsx'
import { severityName } from '../approval-finding.ts'
import { IntendedGaps } from '../intended/IntendedGaps.tsx'
import { RoutingNote } from '../routing/RoutingNote.tsx'
import { PictureLanes } from './PictureLanes.tsx'
import { PictureTable } from './PictureTable.tsx'
import './approval-picture.css'

type Props = { applicationId: string; clientId: string }

/** Who acts on which amounts of a page in a region, drawn and as a table. */
export function ApprovalPicture({ applicationId, clientId }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ pageId?: string; region?: string }>({})
  const [view, setView] = useState<'picture' | 'table'>('picture')
  const place = { applicationId, clientId }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['approvalPicture', applicationId, clientId, asked],
    queryFn: () => call(approvalPicture, { ...place, ...asked }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (isPending) return <Spinner size={20} />
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  const { pages, pageId, region, regions, findings, intended, routing } = data
  if (pageId === null)
    return (
      <p className="approval-check-hint">
        {t('No role acts on a page of this application for this client, so nobody approves anything.')}
      </p>
    )
  const severities = new Map(regions.map(({ code, severity }) => [code, severity]))
  return (
    <div className="approval-picture">
      <div className="approval-picture-bar">
        <Select
          label={t('Page Name')}
          value={pageId}
          onChange={({ target }) => setAsked({ ...asked, pageId: target.value })}
        >
          {pages.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={t('Region')}
          value={region}
          onChange={({ target }) => setAsked({ ...asked, pageId, region: target.value })}
        >
          {Object.entries(REGIONS).map(([code, name]) => {
            const severity = severities.get(code)
            return (
              <option key={code} value={code}>
                {severity ? `${t(name)} · ${severityName(severity)}` : t(name)}
              </option>
            )
          })}
        </Select>
        <div className="approval-picture-actions">
          <SegmentedControl
            label={t('View')}
            value={view}
            onChange={setView}
            choices={[
              { value: 'picture', label: t('Picture'), icon: <ChartNoAxesGantt size={16} aria-hidden /> },
              { value: 'table', label: t('Table'), icon: <Table2 size={16} aria-hidden /> },
            ]}
          />
          <Button variant="neutral" onClick={() => window.print()}>
            <Printer size={16} aria-hidden />
            {t('Print')}
          </Button>
        </div>
      </div>
      {view === 'picture' ? (
        <PictureLanes picture={data} place={place} />
      ) : (
        <PictureTable picture={data} place={place} />
      )}
      <RoutingNote routing={routing} />
      {findings.length + intended.length === 0 && (
        <p className="approval-check-hint">{t('Nothing is missing on this page in this region.')}</p>
      )}
      {findings.length > 0 && (
        <ul className="approval-findings" aria-label={t('What was found')}>
          {findings.map((finding) => (
            <ApprovalFinding key={finding.text} finding={finding} place={place} />
          ))}
        </ul>
      )}
      <IntendedGaps gaps={intended} />
    </div>
  )
}
