import type { ReactNode, SyntheticEvent } from 'react'
import { ColumnHeader, type Sorting } from './ColumnHeader.tsx'
import './data-table.css'
import { SelectPage, SelectRow } from './SelectRow.tsx'
import { useMedia } from './use-media.ts'
import { useIsPhone } from './use-phone.ts'

export type TableColumn<Row> = {
  /** Translated. */
  label: string
  cell: (row: Row) => ReactNode
  sort?: string | undefined
  /** Figures, which stand under each other. */
  isNumber?: true
  /** Numbers to compare: they end under each other. */
  isQuantity?: true
  /** Stays in sight where the table is wider than the window; on phones it stands under the first column. */
  isStatus?: boolean
  /** On phones it stands under the column before it. */
  isUnderOnPhones?: true
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
  const { menuLabel, rowKey, rowName, selection, isStale = false, isReloading = false, highlighted = null } = rest
  const isPhone = useIsPhone()
  const isNarrow = useMedia('(max-width: 899px)')
  const columns = all.filter(
    ({ isUnderOnPhones, leftOutBelow }) =>
      !(isPhone && (isUnderOnPhones || leftOutBelow)) && !(isNarrow && leftOutBelow === 900),
  )
  const width = columns.length + (rowMenu ? 1 : 0) + (selection ? 1 : 0)
  const keys = rows?.map(rowKey) ?? []
  const status = columns.find(({ isStatus }, position) => isStatus && position > 0)
  const filled = notice ? 0 : (rows?.length ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="data-table-frame" aria-label={label} tabIndex={0}>
      <table
        className="data-table"
        aria-busy={!rows && !notice}
        data-roomy={all.length <= COLUMNS_WITH_SENTENCES || undefined}
        data-dense={all.length > COLUMNS_WITH_ROOM || undefined}
        data-stale={isStale || undefined}
        data-reloading={isReloading || undefined}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="data-table-select">
                <SelectPage {...selection} keys={keys} />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHeader key={column.label} {...column} sorting={sorting} onSort={onSort} />
            ))}
            {rowMenu && (
              <th scope="col" className="data-table-menu">
                {menuLabel}
              </th>
            )}
          </tr>
        </thead>
        <tbody onMouseOver={tellWhole} onFocus={tellWhole}>
          {!notice &&
            rows?.map((row) => (
              <tr
                key={rowKey(row)}
                data-highlighted={rowKey(row) === highlighted || undefined}
                data-selected={selection?.isSelected(rowKey(row)) || undefined}
              >
                {selection && (
                  <td className="data-table-select">
                    <SelectRow {...selection} id={rowKey(row)} name={rowName(row)} />
                  </td>
                )}
                {columns.map((column, position) => {
                  const next = all[all.indexOf(column) + 1]
                  return (
                    <td key={column.label} className={cellClass(column)}>
                      {column.cell(row)}
                      {position === 0 && status && <span className="data-table-under">{status.cell(row)}</span>}
                      {isPhone && next?.isUnderOnPhones && <div className="data-table-next">{next.cell(row)}</div>}
                    </td>
                  )
                })}
                {rowMenu && <td className="data-table-menu">{rowMenu(row)}</td>}
              </tr>
            ))}
          {notice && (
            <tr>
              <td colSpan={width} className="data-table-notice" data-rows={Math.min(size, FILLED_ROWS)}>
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

function cellClass<Row>({ isStatus, isQuantity, isNumber }: TableColumn<Row>): string | undefined {
  if (isStatus) return 'data-table-status'
  if (isQuantity) return 'data-table-number data-table-quantity'
  return isNumber ? 'data-table-number' : undefined
}

/** The title of a cell has the text that is cut off. */
function tellWhole({ target }: SyntheticEvent) {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell || cell.classList.contains('data-table-notice')) return
  const isCut = [cell, ...cell.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  if (isCut) cell.title = cell.innerText
  else cell.removeAttribute('title')
}

function Skeleton({ rows, width }: { rows: number; width: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} aria-hidden="true">
      {Array.from({ length: width }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <td key={cell}>
          <span className="data-table-bone" />
        </td>
      ))}
    </tr>
  ))
}

function Filler({ rows, width }: { rows: number; width: number }) {
  return Array.from({ length: Math.max(0, rows) }, (_, row) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} aria-hidden="true" className="data-table-filler">
      <td colSpan={width} />
    </tr>
  ))
}
