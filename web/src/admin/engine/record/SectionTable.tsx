import { PAGE_SIZES } from '@gatehouse/contract/paging.ts'
import type { ComponentProps } from 'react'
import { ListPager } from '../list/ListPager.tsx'
import { LoadedTable } from '../list/LoadedTable.tsx'
import type { useSectionRows } from './use-section-rows.ts'

type Loaded<Row extends { _id: string }> = ReturnType<typeof useSectionRows<Row, object>>

type Props<Row extends { _id: string }> = Pick<
  ComponentProps<typeof LoadedTable<Row, NonNullable<Loaded<Row>['data']>>>,
  'label' | 'columns' | 'rowName' | 'rowMenu' | 'menuLabel' | 'empty'
> & { loaded: Loaded<Row> }

/** The rows that belong to a record, on its page. */
export function SectionTable<Row extends { _id: string }>({ loaded, ...table }: Props<Row>) {
  const { data, size, isFetching } = loaded
  return (
    <LoadedTable
      {...table}
      loaded={loaded}
      rowKey={({ _id }) => _id}
      // A list that fits on its first page stands for itself: nothing below it moves.
      size={data && data.total <= size ? data.rows.length : size}
      isReloading={isFetching}
      pager={(answer) =>
        answer.total > Math.min(...PAGE_SIZES) && <ListPager {...answer} shown={loaded} onShow={loaded.show} />
      }
    />
  )
}
