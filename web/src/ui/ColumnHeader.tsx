import { ArrowDown, ArrowUp } from 'lucide-react'

/** What a table is sorted by; `null` leaves it in its own order. */
export type Sorting = { by: string; order: 'asc' | 'desc' } | null

type Props = { label: string; sort?: string | undefined; sorting: Sorting; onSort: (sorting: Sorting) => void }

/** Pressing it goes from ascending to descending to unsorted. */
export function ColumnHeader({ label, sort, sorting, onSort }: Props) {
  if (!sort) return <th scope="col">{label}</th>

  const order = sorting?.by === sort ? sorting.order : null
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp

  function handleSort(by: string) {
    if (order === null) onSort({ by, order: 'asc' })
    else onSort(order === 'asc' ? { by, order: 'desc' } : null)
  }

  return (
    <th scope="col" aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <button type="button" className="data-table-sort" onClick={() => handleSort(sort)}>
        {label}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}
