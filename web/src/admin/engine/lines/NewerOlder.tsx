import { PAGE_MAX } from '@gatehouse/contract/paging.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import '../../../ui/button.css'
import '../../../ui/pagination.css'
import { LINES_PER_PAGE } from './lines-per-page.ts'

type Props = {
  rows: readonly unknown[]
  total: number
  isEstimate: boolean
  page: number
  onShow: (change: { page: number }) => void
}

/** On to older lines, and back to newer ones. One page has nothing to turn to. */
export function NewerOlder({ rows, total, isEstimate, page, onShow }: Props) {
  const { t, i18n } = useTranslation()
  if (rows.length === 0 && page === 1) return null
  const number = (value: number) => formatNumber(value, i18n.language)
  const isFull = rows.length === LINES_PER_PAGE
  const hasOlder = isFull && (isEstimate || page * LINES_PER_PAGE < total) && page <= PAGE_MAX
  const first = (page - 1) * LINES_PER_PAGE
  const range = { from: number(first + 1), to: number(first + rows.length), total: number(total) }
  return (
    <nav className="pagination" aria-label={t('Pages')}>
      <span className="pagination-range" role="status">
        {rows.length > 0 &&
          (isEstimate ? t('{{from}}–{{to}} of many', range) : t('{{from}}–{{to}} of {{total}}', range))}
      </span>
      {(page > 1 || hasOlder) && (
        <>
          <Step isOff={page === 1} onPress={() => onShow({ page: page - 1 })}>
            <ChevronLeft size={16} aria-hidden />
            {t('Newer')}
          </Step>
          <Step isOff={!hasOlder} onPress={() => onShow({ page: page + 1 })}>
            {t('Older')}
            <ChevronRight size={16} aria-hidden />
          </Step>
        </>
      )}
    </nav>
  )
}

type StepProps = { isOff: boolean; onPress: () => void; children: ReactNode }

/** Keeps the focus when it can no longer be pressed. */
function Step({ isOff, onPress, children }: StepProps) {
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-disabled={isOff || undefined}
      onClick={() => isOff || onPress()}
    >
      {children}
    </button>
  )
}
