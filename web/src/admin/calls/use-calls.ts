import { listCalls } from '@gatehouse/contract/admin/calls.ts'
import { MESSAGES_PAGE_MAX } from '@gatehouse/contract/admin/messages.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { PAGE_SIZE } from '../activity/activity-search.ts'
import { type MessagesSearch, toCallsFilter } from '../messages/messages-search.ts'
import { REFRESH_MS } from '../messages/use-messages.ts'

/** One page of calls to other systems. While the next one loads, the previous stays. */
export function useCalls(shown: MessagesSearch) {
  // What the address holds has been proved against the lists of the contract.
  const filter = toCallsFilter(shown) as Omit<Input<typeof listCalls>, 'page' | 'pageSize'>
  const query = { ...filter, page: shown.page - 1, pageSize: PAGE_SIZE }
  const list = useQuery({
    queryKey: ['messages', 'calls', query],
    queryFn: () => call(listCalls, query),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  const { data } = list
  const isFull = data !== undefined && data.rows.length === PAGE_SIZE
  const hasOlder = isFull && (data.isEstimate || shown.page * PAGE_SIZE < data.total)
  return { ...list, filter, hasOlder: hasOlder && shown.page <= MESSAGES_PAGE_MAX }
}
