import type { Page } from '@gatehouse/contract/paging.ts'
import { Pagination } from './Pagination.tsx'

type Props = {
  /** From 0. */
  page: number
  size: number
  shown: Page<unknown>
  onPage: (page: number) => void
}

/** From page to page of a list whose pages have a fixed number of rows; nothing where there is only one. */
export function FixedPages({ page, size, shown: { rows, total, isEstimate }, onPage }: Props) {
  if (total <= size) return null
  return (
    <Pagination
      page={page + 1}
      size={size}
      sizes={[size]}
      rowCount={rows.length}
      total={total}
      isEstimate={isEstimate}
      isLast={isEstimate ? rows.length < size : (page + 1) * size >= total}
      hasPagesFromEnd={false}
      onPage={(next) => onPage(next - 1)}
      onSize={() => undefined}
    />
  )
}
