import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { PAGE_SIZES, type Page } from '@gatehouse/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { type ListFilter, listLink } from '../../../session/list-link.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import { ListFailure } from '../list/ListFailure.tsx'
import { useRowItems } from '../list/use-row-items.ts'
import { type Opened, RecordDialogs } from '../RecordDialogs.tsx'
import { type Screen, STATUS } from '../screen.ts'
import { usePage } from './use-page.ts'

type Props<Row extends RecordRow> = {
  screen: Screen<Row>
  /** English. */
  label: string
  /** Of the call that lists, and its value: the record on whose page the list stands. */
  filter: string
  id: string
  /** English: stands there where there are none. */
  empty: string
  /** Where they can be searched. */
  list: ListFilter
}

/** The records that belong to another one, on its page: with the columns, menus and dialogs of their own list. */
export function RecordList<Row extends RecordRow>({ screen, label, filter, id, empty, list }: Props<Row>) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { page, size, show } = usePage()
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const itemsOf = useRowItems(screen, false, setOpened)
  const query = { [filter]: id, page: page - 1, pageSize: size }
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: [screen.resource.name, 'list', query],
    // Asked for a page, the server answers one.
    queryFn: () => call(screen.resource.list, query) as Promise<Page<Row>>,
    placeholderData: keepPreviousData,
  })
  const isFailed = error !== null && (!data || isPlaceholderData)
  const isLast = !data || (data.isEstimate ? data.rows.length < size : page * size >= data.total)
  const handleClose = () => setOpened(null)

  return (
    <div className="list-card">
      <div className="record-bar">
        <p role="status">{data && t('{{total}} results', { total: data.total, count: data.total })}</p>
        <div className="record-actions">
          <Link {...listLink(list, { _id: id, name: '' })} className="button button-neutral">
            {t('Open the list')}
          </Link>
          {permissions.includes(screen.resource.write) && (
            <Button onClick={() => setOpened({ kind: 'form', row: null, start: { [filter]: id } })}>
              <Plus size={16} aria-hidden />
              {t(screen.newLabel)}
            </Button>
          )}
        </div>
      </div>
      <DataTable
        label={t(label)}
        columns={screen.columns.map((column) => ({
          ...column,
          sort: undefined,
          label: t(column.label),
          isStatus: column.label === STATUS,
        }))}
        rows={data?.rows}
        rowKey={({ _id }) => _id}
        rowName={screen.nameOf}
        // A list that fits on its first page stands for itself: nothing below it moves.
        size={data && data.total <= size ? data.rows.length : size}
        sorting={null}
        onSort={() => undefined}
        isStale={isPlaceholderData}
        isReloading={isFetching}
        rowMenu={(row) => itemsOf(row).length > 0 && <RowMenu name={screen.nameOf(row)} items={itemsOf(row)} />}
        menuLabel={t('Actions')}
        notice={
          isFailed ? (
            <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
          ) : (
            data?.rows.length === 0 && (
              <div className="list-notice">
                <Inbox size={28} aria-hidden />
                <p>{t(empty)}</p>
              </div>
            )
          )
        }
      />
      {data && !isFailed && data.total > Math.min(...PAGE_SIZES) && (
        <Pagination
          {...data}
          page={page}
          size={size}
          sizes={PAGE_SIZES}
          rowCount={data.rows.length}
          isLast={isLast}
          onPage={(next) => show({ page: next })}
          onSize={(next) => show({ size: next })}
        />
      )}
      <RecordDialogs
        screen={screen}
        opened={opened}
        latest={(one) => data?.rows.find(({ _id }) => _id === one._id) ?? one}
        onClose={handleClose}
        onSaved={handleClose}
      />
    </div>
  )
}
