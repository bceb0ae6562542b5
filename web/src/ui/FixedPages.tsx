import { Pagination } from './Pagination.tsx'

type Props = {
  /** From 0. */
  page: number
  size: number
  /** Rows of this page and of all pages. */
  rowCount: number
  total: number
  isEstimate: boolean
  onPage: (page: number) => void
}

/** From page to page of a list whose pages have a fixed number of rows; nothing where there is only one. */
export function FixedPages({ page, size, rowCount, total, isEstimate, onPage }: Props) {
  if (total <= size) return null
  return (
    <Pagination
      page={page + 1}
      size={size}
      sizes={[size]}
      rowCount={rowCount}
      total={total}
      isEstimate={isEstimate}
      isLast={isEstimate ? rowCount < size : (page + 1) * size >= total}
      hasPagesFromEnd={false}
      onPage={(next) => onPage(next - 1)}
      onSize={() => undefined}
    />
  )
}
