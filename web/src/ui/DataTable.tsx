import type { ReactNode, SyntheticEvent } from 'react'
import { ColumnHeader, type Sorting } from './ColumnHeader.tsx'
import './data-table.css'
import { SelectPage, SelectRow } from './SelectRow.tsx'
import './table/cell-lines.css'
import './table/data-entries.css'
import { SortSelect } from './table/SortSelect.tsx'
import { Filler, Skeleton } from './table/TableBones.tsx'
import { TableCell } from './table/TableCell.tsx'
import { useTableRoles } from './table/use-table-roles.ts'
import { useIsNarrow, useIsPhone } from './use-phone.ts'

export type TableColumn<Row> = {
  /** Translated. */
  label: string
  /** A scale for the cells, such as the days of a month, below the label; only for a column that is not sorted. */
  scale?: ReactNode
  cell: (row: Row) => ReactNode
  sort?: string | undefined
  /** Figures, which stand under each other. */
  isNumber?: true
  /** Numbers to compare: they end under each other. */
  isQuantity?: true
  /** Goes to a second line instead of being shortened. */
  isWhole?: true
  /** Stays in sight where the table is wider than the window; on phones it stands beside the title of the entry. */
  isStatus?: boolean
  /** On phones, such columns together are the title of an entry. By default the first column is. */
  isName?: true
  /** On phones it has no label: its value is enough. */
  isPlainOnPhones?: true
  /** Left out in windows narrower than this: what a row opens shows it. The widths are those of data-table.css. */
  leftOutBelow?: 600 | 900
}

export type RowSelection = {
  isSelected: (key: string) => boolean
  onSelect: (keys: readonly string[], isSelected: boolean) => void
}

/** Shorter pages are filled up to this height, so that the pager below them stays where it was. */
const FILLED_ROWS = 10

/** So few leave room for whole sentences. */
const COLUMNS_WITH_SENTENCES = 4

/** More of them take less room each, so that they fit beside the menu of the console at 1440 px. */
const COLUMNS_WITH_ROOM = 7

type Props<Row> = {
  /** Names the table. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** None while they load for the first time. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** How many rows a full page has. */
  size: number
  sorting?: Sorting
  /** Without it nothing is sorted. */
  onSort?: (sorting: NonNullable<Sorting>) => void
  /** What a row is called where it stands alone. */
  rowName: (row: Row) => string
  /** Without it nothing can be selected. */
  selection?: RowSelection | undefined
  /** What ends a row: its menu. */
  rowMenu?: ((row: Row) => ReactNode) | undefined
  /** Translated; heads the menus. */
  menuLabel?: string | undefined
  /** Other rows than these are on their way. */
  isStale?: boolean
  /** The rows are asked for once more. */
  isReloading?: boolean
  /** The row that has just changed. */
  highlighted?: string | null
  /** Instead of rows: why there are none. */
  notice?: ReactNode
}

export function DataTable<Row>({
  label,
  columns: all,
  rows,
  size,
  sorting = null,
  onSort,
  rowMenu,
  notice,
  ...rest
}: Props<Row>) {
  const { menuLabel, rowKey, rowName, isStale = false, isReloading = false, highlighted = null } = rest
  // Where there are no rows, there is nothing to select or to sort.
  const selection = notice ? undefined : rest.selection
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const columns = all.filter(({ leftOutBelow }) => !(isPhone && leftOutBelow) && !(isNarrow && leftOutBelow === 900))
  const names = isPhone ? namesOf(columns) : []
  const cells = isPhone ? columns.filter((column) => column === names[0] || !names.includes(column)) : columns
  const width = cells.length + (rowMenu ? 1 : 0) + (selection ? 1 : 0)
  const keys = rows?.map(rowKey) ?? []
  const filled = notice ? 0 : (rows?.length ?? 0)
  const role = useTableRoles()
  return (
    <section
      className="data-table-frame"
      aria-label={label}
      // What scrolls must be reachable by keyboard. On a phone it only keeps the focus of a row that goes away.
      tabIndex={isPhone ? -1 : 0}
    >
      {isPhone && onSort && !notice && <SortSelect columns={columns} sorting={sorting} onSort={onSort} />}
      {/* Below what selects all entries. */}
      {isPhone && !onSort && selection && <div className="entries-order" />}
      <table
        {...role('table')}
        className={isPhone ? 'data-entries' : 'data-table'}
        aria-busy={!rows && !notice}
        data-roomy={all.length <= COLUMNS_WITH_SENTENCES || undefined}
        data-dense={all.length > COLUMNS_WITH_ROOM || undefined}
        data-stale={isStale || undefined}
        data-reloading={isReloading || undefined}
      >
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {selection && (
              <th scope="col" className="data-table-select" {...role('columnheader')}>
                <SelectPage {...selection} keys={keys} />
              </th>
            )}
            {cells.map((column) => (
              <ColumnHeader key={column.label} {...column} sorting={sorting} onSort={isPhone ? undefined : onSort} />
            ))}
            {rowMenu && (
              <th scope="col" className="data-table-menu" {...role('columnheader')}>
                {menuLabel}
              </th>
            )}
          </tr>
        </thead>
        <tbody {...role('rowgroup')} onMouseOver={tellWhole} onFocus={tellWhole}>
          {!notice &&
            rows?.map((row) => (
              <tr
                key={rowKey(row)}
                {...role('row')}
                data-highlighted={rowKey(row) === highlighted || undefined}
                data-selected={selection?.isSelected(rowKey(row)) || undefined}
              >
                {selection && (
                  <td className="data-table-select" {...role('cell')}>
                    <SelectRow {...selection} id={rowKey(row)} name={rowName(row)} />
                  </td>
                )}
                {cells.map((column) => (
                  <TableCell key={column.label} column={column} names={names} row={row} />
                ))}
                {rowMenu && (
                  <td className="data-table-menu" {...role('cell')}>
                    {rowMenu(row)}
                  </td>
                )}
              </tr>
            ))}
          {notice && (
            <tr {...role('row')}>
              <td colSpan={width} className="data-table-notice" {...role('cell')}>
                {notice}
              </td>
            </tr>
          )}
          {!notice && !rows && <Skeleton rows={size} width={width} />}
          {!notice && rows && <Filler rows={Math.min(size, FILLED_ROWS) - filled} width={width} />}
        </tbody>
      </table>
    </section>
  )
}

/** The columns that say what a row is. */
export function namesOf<Row>(columns: readonly TableColumn<Row>[]): readonly TableColumn<Row>[] {
  const names = columns.filter(({ isName }) => isName)
  return names.length > 0 ? names : columns.slice(0, 1)
}

/** The title of a cell has the text that is cut off. */
function tellWhole({ target }: SyntheticEvent) {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell || cell.classList.contains('data-table-notice')) return
  const isCut = [cell, ...cell.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  if (isCut) cell.title = cell.innerText
  else cell.removeAttribute('title')
}
