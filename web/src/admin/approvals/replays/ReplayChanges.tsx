import {
  type ChangedDecision,
  LISTED_CHANGES_MAX,
  listReplayChanges,
  type Replay,
} from '@gatehouse/contract/admin/approvals/replays.ts'
import { APPROVAL_REASONS } from '@gatehouse/contract/approval-reasons.ts'
import { regionCode } from '@gatehouse/contract/regions.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFullMoment, formatNumber, formatRupees } from '../../../i18n/format.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { withoutEmpty } from '../../engine/lines/lines-search.ts'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { useDrawnSearch } from '../../engine/list/use-typed-search.ts'
import { NO_CASE, writeCheck } from '../use-check-address.ts'
import { readVersionsSearch } from '../versions/versions-search.ts'
import { isUnderWay, REPLAYS } from './use-replay.ts'

/** The decisions that differ, each with the way to its case. */
export function ReplayChanges({ replay }: { replay: Replay }) {
  const { t, i18n } = useTranslation()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const { page, change, search } = shown
  const [typed, setTyped] = useDrawnSearch(search, (asked) => show({ search: asked }))
  const filter = { replayId: replay._id, ...withoutEmpty({ change, decision: search.trim() }) }
  const loaded = useLines(REPLAYS, listReplayChanges, { page, filter })
  const { refetch } = loaded
  const progress = `${replay.state} ${replay.position}`
  const seen = useRef(progress)

  // Also once more at the end, when the replay is asked for no more.
  useEffect(() => {
    if (seen.current === progress) return
    seen.current = progress
    void refetch()
  }, [progress, refetch])

  const columns: TableColumn<ChangedDecision>[] = [
    {
      label: t('Document'),
      cell: (one) => (
        <div className="cell-lines">
          <CaseLink replay={replay} decision={one} />
          <span>{[amountText(one.amount), one.region].filter(Boolean).join(' · ')}</span>
          {one.earlierAmount !== '' && (
            <small>{t('Approved before: {{amount}}', { amount: amountText(one.earlierAmount) })}</small>
          )}
          <small>{one.client?.name}</small>
        </div>
      ),
    },
    {
      label: t('Asked'),
      cell: ({ at, person, onBehalfOf, action, decisionId }) => (
        <div className="cell-lines">
          {[
            person && onBehalfOf
              ? t('{{name}} for {{lender}}', { name: person.name, lender: onBehalfOf.name })
              : person?.name,
            t(action),
          ]
            .filter(Boolean)
            .join(' · ')}
          <small>{formatFullMoment(new Date(at), i18n.language)}</small>
          {decisionId && <small className="replay-decision">{decisionId}</small>}
        </div>
      ),
    },
    {
      label: t('Reasons'),
      leftOutBelow: 900,
      cell: ({ reasonsAfter }) => reasonsAfter.map((reason) => t(APPROVAL_REASONS[reason])).join(' '),
    },
    { label: t('Effect'), isStatus: true, cell: (one) => <Effects decision={one} /> },
  ]
  const isCut = loaded.data !== undefined && change === '' && search === '' && loaded.data.total >= LISTED_CHANGES_MAX
  return (
    <div className="list-card">
      <div className="list-toolbar">
        <SegmentedControl
          label={t('Show')}
          value={change === '' ? 'all' : change}
          onChange={(chosen) => show({ change: chosen === 'all' ? '' : chosen })}
          choices={[
            { value: 'all', label: t('All') },
            { value: 'allow-to-deny', label: t('Denied') },
            { value: 'deny-to-allow', label: t('Allowed') },
            { value: 'unapprovable', label: t('Unapprovable') },
          ]}
        />
        <SearchBox label={t('Decision id')} value={typed} onChange={setTyped} />
      </div>
      {isCut && (
        <p className="versions-note replay-cut">
          {t('The first {{number}} are listed.', { number: formatNumber(LISTED_CHANGES_MAX, i18n.language) })}
        </p>
      )}
      <LinesTable
        label={t('Changed decisions')}
        columns={columns}
        loaded={loaded}
        rowKey={({ number }) => String(number)}
        rowName={({ number, page: on }) => `${on.name}, ${formatNumber(number, i18n.language)}`}
        empty={
          search !== ''
            ? t('No listed decision has this id.')
            : isUnderWay(replay)
              ? t('Nothing has changed so far.')
              : t('No decision differs.')
        }
        page={page}
        onShow={show}
      />
    </div>
  )
}

function Effects({ decision: { before, after, current, isUnapprovable } }: { decision: ChangedDecision }) {
  const { t } = useTranslation()
  return (
    <div className="cell-lines">
      {before !== after && (
        <StatusBadge
          status={after === 'allow' ? 'Would be allowed' : 'Would be denied'}
          tone={after === 'allow' ? 'success' : 'warning'}
        />
      )}
      {isUnapprovable && <StatusBadge status="Unapprovable" tone="error" />}
      {before !== after && after === current && <small>{t('Also by what counts now')}</small>}
    </div>
  )
}

/** The page of a decision, which leads to its case. A question that could not be answered as it was asked has none. */
function CaseLink({ replay, decision }: { replay: Replay; decision: ChangedDecision }) {
  const { t } = useTranslation()
  const { client, page, amount, earlierAmount, region, person } = decision
  const isReadable = AMOUNT.test(amount) && (earlierAmount === '' || AMOUNT.test(earlierAmount))
  if (client === null || !isUuid(page._id) || !isReadable) return <b>{page.name}</b>
  const asked = {
    ...NO_CASE,
    ...{ pageId: page._id, amount, earlier: earlierAmount, region: regionCode(region), userId: person?._id ?? '' },
    ...{ draftId: replay.draftId ?? '', version: replay.version === null ? '' : String(replay.version) },
  }
  const case_ = { applicationId: replay.application._id, clientId: client._id, view: 'explain' as const, asked }
  return (
    <Link
      to="/dashboard/approvalProcess"
      search={writeCheck(case_) as never}
      className="button button-link"
      title={t('Check the case')}
    >
      {page.name}
    </Link>
  )
}

const AMOUNT = /^\d+(\.\d+)?$/
const amountText = (amount: string) => (AMOUNT.test(amount) ? formatRupees(Number(amount)) : amount)
