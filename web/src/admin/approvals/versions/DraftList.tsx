import { type Draft, listApprovalDrafts } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime, formatNumber } from '../../../i18n/format.ts'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { withoutEmpty } from '../../engine/lines/lines-search.ts'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { DRAFTS } from './use-draft-change.ts'
import { readVersionsSearch } from './versions-search.ts'

/** The drafts, the one that was changed last first. */
export function DraftList({ applicationId }: { applicationId: string }) {
  const { t, i18n } = useTranslation()
  const title = useScreenTitle()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const { page } = shown
  const loaded = useLines(DRAFTS, listApprovalDrafts, { page, filter: withoutEmpty({ applicationId }) })
  const columns: TableColumn<Draft>[] = [
    {
      label: t('Name'),
      cell: ({ _id, name, restores, isAsked, publishesAt }) => (
        <div className="cell-lines">
          <Link to="/dashboard/approvalVersions" search={{ draft: _id } as never} className="row-name">
            {name}
          </Link>
          {restores !== null && <small>{t('Restores version {{version}}', { version: restores })}</small>}
          {isAsked && <StatusBadge status="Waits for a second person" tone="warning" />}
          {publishesAt !== null && (
            <small>{t('Publishes on {{at}}', { at: formatDayAndTime(new Date(publishesAt), i18n.language) })}</small>
          )}
        </div>
      ),
    },
    { label: t('Application'), cell: ({ application }) => application.name },
    { label: t('Changes'), isQuantity: true, cell: ({ changes }) => formatNumber(changes, i18n.language) },
    {
      label: t('Changed'),
      leftOutBelow: 900,
      cell: ({ updatedAt, updatedBy }) => (
        <div className="cell-lines">
          <Moment at={updatedAt} />
          <small>{updatedBy}</small>
        </div>
      ),
    },
  ]
  return (
    <LinesTable
      label={title}
      columns={columns}
      loaded={loaded}
      rowKey={({ _id }) => _id}
      rowName={({ name }) => name}
      page={page}
      onShow={show}
      empty={t('There are no drafts. A draft holds changes of approvals that count together, once it is published.')}
    />
  )
}
