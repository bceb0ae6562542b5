import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api-error.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useSession } from '../../../session/use-session.ts'
import type { Sorting } from '../../../ui/ColumnHeader.tsx'
import { namesOf } from '../../../ui/DataTable.tsx'
import { useIsPhone } from '../../../ui/use-phone.ts'
import type { Opened } from '../RecordDialogs.tsx'
import { RecordLink } from '../record/RecordLink.tsx'
import type { Column, Screen } from '../screen.ts'
import { deletedColumns } from './deleted-columns.tsx'
import { ListNotice } from './ListNotice.tsx'
import { ListPager } from './ListPager.tsx'
import { LoadedTable } from './LoadedTable.tsx'
import type { ListSearch } from './list-search.ts'
import { ListSelection } from './selection/ListSelection.tsx'
import { useSelection } from './selection/use-selection.ts'
import { sizeOf } from './size-of.ts'
import type { useList, useListSearch } from './use-list.ts'
import { useRowMenu } from './use-row-menu.tsx'
import { useTableColumns } from './use-table-columns.ts'

type Props<Row extends RecordRow> = {
  title: string
  screen: Screen<Row>
  list: ReturnType<typeof useListSearch<Row>>
  columns: readonly Column<Row>[]
  loaded: ReturnType<typeof useList<Row>>
  highlighted: string | null
  onOpen: (opened: Opened<Row>) => void
}

/** The rows of a list with their menus, what can be done with the selected ones, and its pages. */
export function ListTable<Row extends RecordRow>({ title, screen, list, loaded, onOpen, ...rest }: Props<Row>) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const { shown, show } = list
  const { data, isPlaceholderData } = loaded
  const canWrite = permissions.includes(screen.resource.write)
  const canSelect = canWrite && (shown.deleted || screen.Bulk !== undefined)
  const selection = useSelection(shown)
  const rowMenu = useRowMenu(screen, shown.deleted, onOpen)
  const columns = useTableColumns(shown.deleted ? deletedColumns(rest.columns) : rest.columns)
  const isPhone = useIsPhone()
  const [name] = isPhone ? namesOf(columns) : columns

  function nameOf(row: Row, content: ReactNode) {
    if (shown.deleted) return content
    if (screen.page)
      return (
        <RecordLink list={screen.page} id={row._id}>
          {content}
        </RecordLink>
      )
    return canWrite ? <RowButton onPress={() => onOpen({ kind: 'form', row })}>{content}</RowButton> : content
  }

  return (
    <>
      <p role="status" className="visually-hidden">
        {data &&
          !isPlaceholderData &&
          t('{{total}} results', { total: formatNumber(data.total, i18n.language), count: data.total })}
      </p>
      {canSelect && data && <ListSelection {...data} screen={screen} isDeleted={shown.deleted} selection={selection} />}
      <LoadedTable
        label={title}
        columns={columns.map((one) =>
          one === name ? { ...one, cell: (row: Row) => nameOf(row, one.cell(row)) } : one,
        )}
        loaded={loaded}
        rowKey={({ _id }) => _id}
        rowName={screen.nameOf}
        selection={canSelect ? { isSelected: selection.isSelected, onSelect: selection.select } : undefined}
        size={sizeOf(data, shown.size)}
        sorting={sortingOf(shown)}
        onSort={({ by, order }) => show({ sort: by, order })}
        menuLabel={t(screen.menuLabel ?? 'Actions')}
        rowMenu={rowMenu}
        isReloading={loaded.isFetching}
        highlighted={rest.highlighted}
        empty={<ListNotice shown={shown} about={screen.about} onShow={show} />}
        onClear={isAboutAddress(loaded.error, shown) ? () => show({ search: '', filters: {} }) : undefined}
        pager={(answer) => <ListPager {...answer} shown={shown} onShow={show} />}
      />
    </>
  )
}

/** The name of a row that opens its form. */
function RowButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="row-name" onClick={onPress}>
      {children}
    </button>
  )
}

/** Whether the server refuses the search or a filter of this address. */
function isAboutAddress(error: unknown, { filters }: ListSearch): boolean {
  if (!(error instanceof ApiError)) return false
  return Object.keys(error.data.fields ?? {}).some((name) => name === 'search' || name in filters)
}

/** The default order of deleted records: the last deleted first. */
function sortingOf({ sort, order, deleted }: ListSearch): Sorting {
  if (sort) return { by: sort, order }
  return deleted ? { by: 'deletedAt', order: 'desc' } : null
}
