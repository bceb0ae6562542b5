import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../i18n/format.ts'
import './pagination.css'
import './select.css'
import { IconButton } from './IconButton.tsx'

type Props = {
  /** From 1; negative ones count from the end. */
  page: number
  size: number
  sizes: readonly number[]
  /** Rows of this page and of all pages. */
  rowCount: number
  total: number
  isEstimate: boolean
  isLast: boolean
  /** Whether the list answers pages that are counted from the end, as the last one of an estimated total is. */
  hasPagesFromEnd?: boolean
  onPage: (page: number) => void
  onSize: (size: number) => void
}

export function Pagination({ page, size, sizes, isEstimate, total, isLast, ...rest }: Props) {
  const { hasPagesFromEnd = true, onPage, onSize, ...shown } = rest
  const { t } = useTranslation()
  const sizeId = useId()
  const lastPage = isEstimate ? -1 : Math.max(1, Math.ceil(total / size))
  return (
    <nav className="pagination" aria-label={t('Pages')}>
      <label htmlFor={sizeId}>{t('Rows per page:')}</label>
      <select id={sizeId} className="select" value={size} onChange={(event) => onSize(Number(event.target.value))}>
        {sizes.map((offered) => (
          <option key={offered} value={offered}>
            {offered}
          </option>
        ))}
      </select>
      <span className="pagination-range">
        <Range {...shown} page={page} size={size} total={total} isEstimate={isEstimate} />
      </span>
      {!(page === 1 && isLast) && (
        <span className="pagination-steps">
          <IconButton label={t('First page')} icon={ChevronFirst} isOff={page === 1} onPress={() => onPage(1)} />
          <IconButton
            label={t('Previous page')}
            icon={ChevronLeft}
            isOff={page === 1}
            onPress={() => onPage(page - 1)}
          />
          <IconButton label={t('Next page')} icon={ChevronRight} isOff={isLast} onPress={() => onPage(page + 1)} />
          {(hasPagesFromEnd || !isEstimate) && (
            <IconButton label={t('Last page')} icon={ChevronLast} isOff={isLast} onPress={() => onPage(lastPage)} />
          )}
        </span>
      )}
    </nav>
  )
}

type RangeProps = Pick<Props, 'page' | 'size' | 'rowCount' | 'total' | 'isEstimate'>

function Range({ page, size, rowCount, total, isEstimate }: RangeProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  if (rowCount === 0) return t('0 of {{total}}', { total: number(total) })
  // Counted from the end, of an estimated total, the rows have no numbers.
  if (page < 0) return t('{{rows}} rows of about {{total}}', { rows: rowCount, total: number(total) })
  const from = (page - 1) * size + 1
  const range = { from: number(from), to: number(from + rowCount - 1), total: number(total) }
  return isEstimate ? t('{{from}}–{{to}} of about {{total}}', range) : t('{{from}}–{{to}} of {{total}}', range)
}
