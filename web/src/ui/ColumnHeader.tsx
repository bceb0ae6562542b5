import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'

/** What a table is sorted by; `null` is its own order. */
export type Sorting = { by: string; order: 'asc' | 'desc' } | null

type Props = {
  label: string
  sort?: string | undefined
  isStatus?: boolean | undefined
  isQuantity?: boolean | undefined
  sorting: Sorting
  /** Without it nothing is sorted. */
  onSort: ((sorting: NonNullable<Sorting>) => void) | undefined
}

/** Pressing it sorts ascending first, and then the other way each time (requirement A19). */
export function ColumnHeader({ label, sort, isStatus, isQuantity, sorting, onSort }: Props) {
  const className = isStatus ? 'data-table-status' : isQuantity ? 'data-table-quantity' : undefined
  if (!sort || !onSort)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )

  const order = sorting?.by === sort ? sorting.order : null
  const Arrow = order === null ? ChevronsUpDown : order === 'desc' ? ArrowDown : ArrowUp

  return (
    <th scope="col" className={className} aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className="data-table-sort"
        onClick={() => onSort({ by: sort, order: order === 'asc' ? 'desc' : 'asc' })}
      >
        {label}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}
