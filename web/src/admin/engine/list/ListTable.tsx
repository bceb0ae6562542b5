import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { PAGE_SIZES } from '@gatehouse/contract/paging.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { useSession } from '../../../session/use-session.ts'
import type { Sorting } from '../../../ui/ColumnHeader.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import type { Opened } from '../RecordDialogs.tsx'
import { RecordLink } from '../record/RecordLink.tsx'
import { type Column, type Screen, STATUS } from '../screen.ts'
import { deletedColumns } from './deleted-columns.ts'
import { ListNotice } from './ListNotice.tsx'
import type { ListSearch } from './list-search.ts'
import { RestoreBar } from './RestoreBar.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { useList, useListSearch } from './use-list.ts'
import { useRowItems } from './use-row-items.ts'
import { useSelection } from './use-selection.ts'

type Props<Row extends RecordRow> = {
  title: string
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  columns: readonly Column<Row>[]
  loaded: ReturnType<typeof useList<Row>>
  highlighted: string | null
  onOpen: (opened: Opened<Row>) => void
}

export function ListTable<Row extends RecordRow>({ title, screen, list, loaded, onOpen, ...rest }: Props<Row>) {
  const { columns: chosen, highlighted } = rest
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const { permissions } = useSession()
  const { shown, show } = list
  const { data, error, isLast, isPlaceholderData, isFetching, refetch } = loaded
  const itemsOf = useRowItems(screen, shown.deleted, onOpen)
  const isFailed = error !== null && (!data || isPlaceholderData)
  const isEmpty = data?.rows.length === 0 && !isPlaceholderData
  const canWrite = permissions.includes(screen.resource.write)
  const canEdit = canWrite && !shown.deleted
  const hasMenus = canWrite || data?.rows.some((row) => itemsOf(row).length > 0)
  const selection = useSelection(shown)
  const canSelect = canWrite && (shown.deleted || screen.Bulk !== undefined)
  const Bulk = shown.deleted ? screen.Restore : screen.Bulk
  const shownColumns = shown.deleted ? deletedColumns(chosen, i18n.language) : chosen
  const columns = shownColumns.map((column, position) => ({
    ...column,
    label: t(column.label),
    isStatus: column.label === STATUS,
    cell: position === 0 ? (row: Row) => nameCell(row, column.cell(row)) : column.cell,
  }))

  function handleDone() {
    selection.clear()
    void cache.invalidateQueries()
  }

  function nameCell(row: Row, content: ReactNode) {
    if (screen.page && !shown.deleted)
      return (
        <RecordLink list={screen.page} id={row._id}>
          {content}
        </RecordLink>
      )
    if (!canEdit) return content
    return (
      <button type="button" className="row-name" onClick={() => onOpen({ kind: 'form', row })}>
        {content}
      </button>
    )
  }

  function rowMenu(row: Row) {
    const items = itemsOf(row)
    return items.length > 0 && <RowMenu name={screen.nameOf(row)} items={items} />
  }

  return (
    <>
      <p role="status" className="visually-hidden">
        {data &&
          !isPlaceholderData &&
          t('{{total}} results', { total: formatNumber(data.total, i18n.language), count: data.total })}
      </p>
      {canSelect && Bulk && data && (
        <SelectionBar {...data} selection={selection}>
          <Bulk selection={selection.toSelection()} onDone={handleDone} />
        </SelectionBar>
      )}
      {canSelect && !Bulk && data && <RestoreBar {...data} resource={screen.resource} selection={selection} />}
      <DataTable
        label={title}
        columns={columns}
        rows={data?.rows}
        rowKey={({ _id }) => _id}
        rowName={screen.nameOf}
        selection={canSelect ? { isSelected: selection.isSelected, onSelect: selection.select } : undefined}
        size={shown.size}
        sorting={sortingOf(shown)}
        onSort={({ by, order }) => show({ sort: by, order })}
        menuLabel={t(screen.menuLabel ?? 'Actions')}
        rowMenu={hasMenus ? rowMenu : undefined}
        isStale={isPlaceholderData}
        isReloading={isFetching}
        highlighted={highlighted}
        notice={
          (isFailed || isEmpty) && (
            <ListNotice
              shown={shown}
              error={isFailed ? error : null}
              isBusy={isFetching}
              onClear={() => show({ search: '', filters: {} })}
              onFirst={() => show({})}
              onRetry={() => void refetch()}
            />
          )
        }
      />
      {data && !isFailed && (
        <Pagination
          {...data}
          page={shown.page}
          size={shown.size}
          sizes={PAGE_SIZES}
          rowCount={data.rows.length}
          isLast={isLast}
          onPage={(page) => show({ page })}
          onSize={(size) => show({ size })}
        />
      )}
    </>
  )
}

/** The default order of deleted records: the last deleted first. */
function sortingOf({ sort, order, deleted }: ListSearch): Sorting {
  if (sort) return { by: sort, order }
  return deleted ? { by: 'deletedAt', order: 'desc' } : null
}
