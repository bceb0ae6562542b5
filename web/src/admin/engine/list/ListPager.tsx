import { PAGE_SIZES, type Page } from '@gatehouse/contract/paging.ts'
import { Pagination } from '../../../ui/Pagination.tsx'
import { isLastPage } from './use-list.ts'

type Shown = { page: number; size: number }
type Props = Page<unknown> & { shown: Shown; onShow: (change: Partial<Shown>) => void }

/** From page to page of a list, and how many rows a page has. */
export function ListPager({ shown, onShow, ...answer }: Props) {
  const { rows, total, isEstimate } = answer
  return (
    <Pagination
      page={shown.page}
      size={shown.size}
      sizes={PAGE_SIZES}
      rowCount={rows.length}
      total={total}
      isEstimate={isEstimate}
      isLast={isLastPage(answer, shown)}
      onPage={(page) => onShow({ page })}
      onSize={(size) => onShow({ size })}
    />
  )
}
