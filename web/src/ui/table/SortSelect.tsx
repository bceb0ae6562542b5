import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Sorting } from '../ColumnHeader.tsx'
import '../select.css'

type Props = {
  columns: readonly { label: string; sort?: string | undefined }[]
  sorting: Sorting
  onSort: (sorting: NonNullable<Sorting>) => void
}

/** What the entries of a phone are sorted by: they have no column headers to press. */
export function SortSelect({ columns, sorting, onSort }: Props) {
  const { t } = useTranslation()
  const sortable = columns.filter(({ sort }) => sort)
  const current = sortable.some(({ sort }) => sort === sorting?.by) ? sorting : null
  const isDown = current?.order === 'desc'
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <div className="entries-order">
      <select
        className="select"
        aria-label={t('Sort by')}
        value={current?.by ?? ''}
        onChange={({ target }) => onSort({ by: target.value, order: 'asc' })}
      >
        <option value="" disabled hidden>
          {t('Sort by')}
        </option>
        {sortable.map(({ label, sort }) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
      {current && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('Descending order')}
          aria-pressed={isDown}
          onClick={() => onSort({ by: current.by, order: isDown ? 'asc' : 'desc' })}
        >
          <Arrow size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}
