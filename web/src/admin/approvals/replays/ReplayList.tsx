import { listApprovalReplays, type Replay } from '@gatehouse/contract/admin/approvals/replays.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { withoutEmpty } from '../../engine/lines/lines-search.ts'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { readVersionsSearch } from '../versions/versions-search.ts'
import { useReplayTitle } from './replay-title.ts'
import { REPLAY_BADGES, REPLAYS } from './use-replay.ts'

/** The replays of the last days, the newest first. */
export function ReplayList({ applicationId }: { applicationId: string }) {
  const { t, i18n } = useTranslation()
  const title = useScreenTitle()
  const titleOf = useReplayTitle()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const { page } = shown
  const loaded = useLines(REPLAYS, listApprovalReplays, { page, filter: withoutEmpty({ applicationId }) })
  const number = (value: number) => formatNumber(value, i18n.language)
  const columns: TableColumn<Replay>[] = [
    {
      label: t('Replay'),
      cell: (replay) => (
        <div className="cell-lines">
          <Link to="/dashboard/approvalVersions" search={{ replay: replay._id } as never} className="row-name">
            {titleOf(replay)}
          </Link>
          <small>{replay.application.name}</small>
        </div>
      ),
    },
    {
      label: t('Result'),
      cell: ({ total, allowToDeny, denyToAllow, unapprovable }) => (
        <div className="cell-lines">
          {t('{{changed}} of {{total}} change', { changed: number(allowToDeny + denyToAllow), total: number(total) })}
          <small>{t('Unapprovable: {{number}}', { number: number(unapprovable) })}</small>
        </div>
      ),
    },
    {
      label: t('Started'),
      leftOutBelow: 900,
      cell: ({ createdAt, createdBy }) => (
        <div className="cell-lines">
          <Moment at={createdAt} />
          <small>{createdBy}</small>
        </div>
      ),
    },
    { label: t('Status'), isStatus: true, cell: ({ state }) => <StatusBadge {...REPLAY_BADGES[state]} /> },
  ]
  return (
    <LinesTable
      label={title}
      columns={columns}
      loaded={loaded}
      rowKey={({ _id }) => _id}
      rowName={titleOf}
      page={page}
      onShow={show}
      empty={t(
        'Nothing was replayed in the last 30 days. A replay shows what a draft would have answered to applications.',
      )}
    />
  )
}
