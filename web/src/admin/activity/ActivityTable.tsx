import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../ui/data-table.css'
import { EmptyNotice } from '../../ui/EmptyNotice.tsx'
import { Skeleton } from '../../ui/table/TableBones.tsx'
import { useTableRoles } from '../../ui/table/use-table-roles.ts'
import { NewerOlder } from '../engine/lines/NewerOlder.tsx'
import { ListFailure } from '../engine/list/ListFailure.tsx'
import { ActivityRow } from './ActivityRow.tsx'
import type { ActivitySearch } from './activity-search.ts'
import { useActivity } from './use-activity.ts'

const LOADING_LINES = 10

/** Lines about one record, or by one person. */
export type Shared = 'what' | 'who'

type Props = {
  shown: ActivitySearch
  onShow: (change: Partial<ActivitySearch>) => void
  /** What all lines share need not be said on each of them, and nothing narrows them further. */
  shared?: Shared
  /** Whether something is filtered besides. */
  isNarrowed?: boolean
}

/** The audit lines, newest first. Each opens to the values before and after. */
export function ActivityTable({ shown, onShow, shared, isNarrowed = false }: Props) {
  const { t } = useTranslation()
  const columns = shared ? 5 : 6
  const role = useTableRoles()
  const { data, error, isPlaceholderData, isFetching, refetch } = useActivity(shown)
  const [opened, setOpened] = useState<string | null>(null)
  const isFailed = error !== null && (!data || isPlaceholderData)
  // The server refuses it each time.
  const lacksPerson = shown.sessionId !== '' && shown.actorId === ''
  const isEmpty = data?.rows.length === 0 && !isPlaceholderData

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="data-table-frame" aria-label={t('Activity')} tabIndex={0}>
        <table
          {...role('table')}
          className="data-table activity-lines"
          aria-busy={!data && !isFailed}
          data-stale={isPlaceholderData || undefined}
        >
          <thead {...role('rowgroup')}>
            <tr {...role('row')}>
              <th scope="col" {...role('columnheader')}>
                {t('When')}
              </th>
              {shared !== 'who' && (
                <th scope="col" {...role('columnheader')}>
                  {t('Who')}
                </th>
              )}
              <th scope="col" {...role('columnheader')}>
                {t('What')}
              </th>
              {shared !== 'what' && (
                <th scope="col" {...role('columnheader')}>
                  {t('Record')}
                </th>
              )}
              <th scope="col" {...role('columnheader')}>
                {t('From where')}
              </th>
              <th scope="col" className="data-table-menu" {...role('columnheader')}>
                <span className="visually-hidden">{t('Details')}</span>
              </th>
            </tr>
          </thead>
          <tbody {...role('rowgroup')}>
            {isFailed || isEmpty ? (
              <tr {...role('row')}>
                <td colSpan={columns} className="data-table-notice" {...role('cell')}>
                  {isFailed ? (
                    <ListFailure
                      error={error}
                      isBusy={isFetching}
                      onRetry={() => void refetch()}
                      onClear={lacksPerson ? () => onShow({ sessionId: '' }) : undefined}
                    />
                  ) : (
                    <EmptyNotice>
                      {shared && !isNarrowed ? t('Nothing is recorded.') : t('No activity matches these filters.')}
                    </EmptyNotice>
                  )}
                </td>
              </tr>
            ) : (
              data?.rows.map((line) => (
                <ActivityRow
                  key={line._id}
                  line={line}
                  columns={columns}
                  shared={shared}
                  shown={shown}
                  isOpen={line._id === opened}
                  onToggle={() => setOpened(line._id === opened ? null : line._id)}
                  onShow={onShow}
                />
              ))
            )}
            {!data && !isFailed && <Skeleton rows={LOADING_LINES} width={columns} />}
          </tbody>
        </table>
      </section>
      {data && !isFailed && <NewerOlder {...data} page={shown.page} onShow={onShow} />}
    </>
  )
}
