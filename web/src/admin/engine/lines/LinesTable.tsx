import type { ComponentProps } from 'react'
import { LoadedTable } from '../list/LoadedTable.tsx'
import { sizeOf } from '../list/size-of.ts'
import { LINES_PER_PAGE } from './lines-per-page.ts'
import { NewerOlder } from './NewerOlder.tsx'

type Answer<Row> = { rows: readonly Row[]; total: number; isEstimate: boolean }

type Props<Row, Data extends Answer<Row>> = Omit<ComponentProps<typeof LoadedTable<Row, Data>>, 'size' | 'pager'> & {
  /** How many rows are expected; where it is left out, a page of lines, or fewer once all are there. */
  size?: number
  page: number
  onShow: (change: { page: number }) => void
}

/** A table of lines, the newest first, with what leads to older ones. */
export function LinesTable<Row, Data extends Answer<Row>>({
  page,
  onShow,
  loaded,
  size = sizeOf(loaded.data, LINES_PER_PAGE),
  ...table
}: Props<Row, Data>) {
  return (
    <LoadedTable
      {...table}
      loaded={loaded}
      size={size}
      pager={(data) => <NewerOlder {...data} page={page} onShow={onShow} />}
    />
  )
}
