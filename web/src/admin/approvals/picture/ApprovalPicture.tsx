import { approvalPicture } from '@gatehouse/contract/admin/approvals/picture.ts'
import { REGIONS } from '@gatehouse/contract/regions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isError } from '../../../api.ts'
import { Button } from '../../../ui/Button.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { ApprovalFinding } from '../ApprovalFinding.tsx'
import { severityName } from '../approval-finding.ts'
import { ByWhich } from '../ByWhich.tsx'
import { type AskedMatrix, isCounting } from '../case-matrix.ts'
import { IntendedGaps } from '../intended/IntendedGaps.tsx'
import { RoutingNote } from '../routing/RoutingNote.tsx'
import { ApprovalCoverage } from './ApprovalCoverage.tsx'
import type { PictureProps } from './approval-bar.ts'
import { PictureLanes } from './PictureLanes.tsx'
import { PictureTable } from './PictureTable.tsx'
import './approval-picture.css'

type Props = { applicationId: string; clientId: string; matrix: AskedMatrix }

/** Who acts on which amounts of a page in a region, drawn and as a table. */
export function ApprovalPicture({ applicationId, clientId, matrix }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ pageId?: string; region?: string }>({})
  const [view, setView] = useState<'picture' | 'table' | 'regions'>('picture')
  const regionField = useRef<HTMLSelectElement>(null)
  const place = { applicationId, clientId }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['approvalPicture', place, matrix, asked],
    queryFn: () => call(approvalPicture, { ...place, ...matrix, ...asked }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  // A page may be younger than the version that is asked: then it is the one with the most rows again.
  const isWithoutPage = asked.pageId !== undefined && isError(error, 'not_found')
  useEffect(() => {
    if (isWithoutPage) setAsked(({ region }) => (region === undefined ? {} : { region }))
  }, [isWithoutPage])
  if (isPending || isWithoutPage) return <Spinner size={20} />
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} />
  const { pages, pageId, region, regions } = data
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
          ref={regionField}
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
              { value: 'picture', label: t('Picture') },
              { value: 'table', label: t('Table') },
              { value: 'regions', label: t('Coverage by region') },
            ]}
          />
          <Button variant="neutral" onClick={() => window.print()}>
            <Printer size={16} aria-hidden />
            {t('Print')}
          </Button>
        </div>
      </div>
      {view === 'regions' ? (
        <ApprovalCoverage
          place={{ ...place, pageId }}
          matrix={matrix}
          region={region}
          onChoose={(next) => {
            setAsked({ pageId, region: next })
            setView('picture')
            // The cell is gone, and its region is now in this field.
            regionField.current?.focus()
          }}
        />
      ) : (
        <OfRegion picture={data} place={place} view={view} />
      )}
    </div>
  )
}

/** What is drawn of one region, and what was found about it. */
function OfRegion({ picture, place, view }: PictureProps & { view: 'picture' | 'table' }) {
  const { t } = useTranslation()
  const { findings, intended, routing } = picture
  const isNow = isCounting(picture)
  return (
    <>
      <ByWhich answer={picture} />
      {view === 'picture' ? (
        <PictureLanes picture={picture} place={place} />
      ) : (
        <PictureTable picture={picture} place={place} />
      )}
      <RoutingNote routing={routing} />
      {findings.length + intended.length === 0 && (
        <p className="approval-check-hint">{t('Nothing is missing on this page in this region.')}</p>
      )}
      {findings.length > 0 && (
        <ul className="approval-findings" aria-label={t('What was found')}>
          {findings.map((finding) => (
            <ApprovalFinding key={finding.text} finding={finding} place={place} isCounting={isNow} />
          ))}
        </ul>
      )}
      <IntendedGaps gaps={intended} isCounting={isNow} />
    </>
  )
}
