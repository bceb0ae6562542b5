import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyNotice } from '../../../ui/EmptyNotice.tsx'
import { ListFailure } from './ListFailure.tsx'

type Answer<Row> = { rows: readonly Row[] }

/** A query for rows. */
type Loaded<Data> = {
  data: Data | undefined
  error: unknown
  isPlaceholderData: boolean
  isFetching: boolean
  refetch: () => unknown
}

type Props<Row, Data extends Answer<Row>> = Omit<
  ComponentProps<typeof DataTable<Row>>,
  'rows' | 'isStale' | 'notice'
> & {
  loaded: Loaded<Data>
  /** Translated, or a notice of its own: stands there where there are none. */
  empty: ReactNode
  /** Clears the search and the filters, where they are what was refused. */
  onClear?: (() => void) | undefined
  /** Below the rows that are there: what leads to others. */
  pager?: (data: Data) => ReactNode
}

/** A table of rows that are loaded: while they are, where there are none, and where they could not be loaded. */
export function LoadedTable<Row, Data extends Answer<Row>>({
  loaded,
  empty,
  onClear,
  pager,
  ...table
}: Props<Row, Data>) {
  const { data, error, isPlaceholderData, isFetching, refetch } = loaded
  const isFailed = error !== null && (!data || isPlaceholderData)
  const isEmpty = data?.rows.length === 0 && !isPlaceholderData
  return (
    <>
      <DataTable
        {...table}
        rows={data?.rows}
        isStale={isPlaceholderData}
        notice={
          isFailed ? (
            <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} onClear={onClear} />
          ) : (
            isEmpty && (typeof empty === 'string' ? <EmptyNotice>{empty}</EmptyNotice> : empty)
          )
        }
      />
      {data && !isFailed && !isEmpty && pager?.(data)}
    </>
  )
}
