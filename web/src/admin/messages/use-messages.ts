import {
  listMessageGateways,
  listMessages,
  MESSAGES_PAGE_MAX,
  messagesOverview,
} from '@gatehouse/contract/admin/messages.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../../api.ts'
import { PAGE_SIZE } from '../activity/activity-search.ts'
import { type MessagesSearch, readMessagesSearch, toMessagesFilter, writeMessagesSearch } from './messages-search.ts'

/** Only while somebody looks: a hidden page asks for nothing. */
export const REFRESH_MS = 5000

/** What belongs to no page of the list. */
const BESIDE: readonly string[] = ['open', 'panel']

/** What the screen shows, kept in the address. A change of the filters goes back to the newest. */
export function useMessagesSearch() {
  const navigate = useNavigate()
  const shown = readMessagesSearch(useSearch({ strict: false }))

  function show(change: Partial<MessagesSearch>) {
    const staysOnPage = Object.keys(change).every((name) => BESIDE.includes(name))
    void navigate({
      to: '.',
      // From the address as it is by then: another change may be on its way.
      search: (now) => writeMessagesSearch({ ...readMessagesSearch(now), ...(!staysOnPage && { page: 1 }), ...change }),
      resetScroll: false,
    })
  }

  return { shown, show }
}

/** One page of messages. While the next one loads, the previous stays. */
export function useMessages(shown: MessagesSearch) {
  // What the address holds has been proved against the lists of the contract.
  const filter = toMessagesFilter(shown) as Omit<Input<typeof listMessages>, 'page' | 'pageSize'>
  const query = { ...filter, page: shown.page - 1, pageSize: PAGE_SIZE }
  const list = useQuery({
    queryKey: ['messages', 'list', query],
    queryFn: () => call(listMessages, query),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  const { data } = list
  const isFull = data !== undefined && data.rows.length === PAGE_SIZE
  const hasOlder = isFull && (data.isEstimate || shown.page * PAGE_SIZE < data.total)
  return { ...list, filter, hasOlder: hasOlder && shown.page <= MESSAGES_PAGE_MAX }
}

export function useMessagesOverview() {
  return useQuery({
    queryKey: ['messages', 'overview'],
    queryFn: () => call(messagesOverview, {}),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
}

/** The names to choose a gateway from. */
export function useMessageGateways() {
  return useQuery({ queryKey: ['messages', 'gateway-names'], queryFn: () => call(listMessageGateways, {}) })
}
