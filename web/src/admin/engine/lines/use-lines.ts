import type { Endpoint, Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { call } from '../../../api.ts'
import { useChangeAddress } from '../../../ui/use-change-address.ts'
import { LINES_PER_PAGE } from './lines-per-page.ts'
import { type LinesSearch, writeLinesSearch } from './lines-search.ts'

/**
 * What a list of lines shows, kept in the address. A changed filter returns to the newest page.
 *
 * @param beside what belongs to no page of the list
 */
export function useLinesSearch<Search extends LinesSearch>(
  read: (query: Record<string, unknown>) => Search,
  beside: readonly string[] = [],
) {
  const changeAddress = useChangeAddress()
  const shown = read(useSearch({ strict: false }))

  function show(change: Partial<Search>) {
    const staysOnPage = Object.keys(change).every((name) => beside.includes(name))
    changeAddress({
      // From the current address, because another change may be pending.
      search: (now) => writeLinesSearch({ ...read(now), ...(!staysOnPage && { page: 1 }), ...change }),
      resetScroll: false,
    })
  }

  return { shown, show }
}

/** One page of lines, the newest first. While the next one loads, the previous one stays. */
export function useLines<E extends Endpoint>(
  key: string,
  list: E,
  { page, filter, refetchInterval = false }: LinesSearch & { filter: object; refetchInterval?: number | false },
) {
  const query = { ...filter, page: page - 1, pageSize: LINES_PER_PAGE }
  return useQuery({
    queryKey: [key, list.path, query],
    // What the address holds has been proved against the lists of the contract, which answer pages.
    queryFn: ({ signal }) => call(list, query as Input<E>, signal) as Promise<Output<E> & Page<unknown>>,
    placeholderData: keepPreviousData,
    // The newest lines must always be shown.
    staleTime: 0,
    refetchInterval,
  })
}
