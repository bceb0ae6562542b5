import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** What a table is sorted by; `null` is its own order. */
export type Sorting = { by: string; order: 'asc' | 'desc' } | null

type Props = {
  label: string
  scale?: ReactNode
  sort?: string | undefined
  isStatus?: boolean | undefined
  isQuantity?: boolean | undefined
  sorting: Sorting
  /** Without it nothing is sorted. */
  onSort: ((sorting: NonNullable<Sorting>) => void) | undefined
}

/** Pressing it sorts ascending first, and then the other way each time (requirement A19). */
export function ColumnHeader({ label, scale, sort, isStatus, isQuantity, sorting, onSort }: Props) {
  const className = isStatus ? 'data-table-status' : isQuantity ? 'data-table-quantity' : undefined
  const order = sort && sorting?.by === sort ? sorting.order : null
  const direction = order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'
  if (!sort || !onSort)
    return (
      // biome-ignore lint/a11y/noRedundantRoles: on a phone the row is laid out in another way than a table, and loses its roles
      <th scope="col" role="columnheader" className={className} aria-sort={sort ? direction : undefined}>
        {label}
        {scale}
      </th>
    )

  const Arrow = order === null ? ChevronsUpDown : order === 'desc' ? ArrowDown : ArrowUp

  return (
    <th scope="col" className={className} aria-sort={direction}>
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
