import type { ComponentProps } from 'react'
import { LoadedTable } from '../list/LoadedTable.tsx'
import { LINES_PER_PAGE } from './lines-per-page.ts'
import { NewerOlder } from './NewerOlder.tsx'

type Answer<Row> = { rows: readonly Row[]; total: number; isEstimate: boolean }

type Props<Row, Data extends Answer<Row>> = Omit<ComponentProps<typeof LoadedTable<Row, Data>>, 'size' | 'pager'> & {
  /** How many rows are expected; a page of lines, where it is left out. */
  size?: number
  page: number
  onShow: (change: { page: number }) => void
}

/** A table of lines, the newest first, with what leads to older ones. */
export function LinesTable<Row, Data extends Answer<Row>>({
  page,
  onShow,
  size = LINES_PER_PAGE,
  ...table
}: Props<Row, Data>) {
  return <LoadedTable {...table} size={size} pager={(data) => <NewerOlder {...data} page={page} onShow={onShow} />} />
}
