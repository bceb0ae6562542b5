import type { Page } from '@gatehouse/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePage } from './use-page.ts'

type PageQuery = { page: number; pageSize: number }

/** A page of the rows that belong to a record. While the next one loads, the previous one stays. */
export function useSectionRows<Row, Query extends object>(
  key: readonly string[],
  filter: Query,
  ask: (query: Query & PageQuery) => Promise<Page<Row>>,
) {
  const { page, size, show } = usePage()
  const query = { ...filter, page: page - 1, pageSize: size }
  const loaded = useQuery({
    queryKey: [...key, query],
    queryFn: () => ask(query),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { ...loaded, page, size, show }
}
