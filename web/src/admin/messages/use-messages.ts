import { listMessageGateways, listMessages, messagesOverview } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../../api.ts'
import { type MessagesSearch, readMessagesSearch, toMessagesFilter, writeMessagesSearch } from './messages-search.ts'
import { REFRESH_MS, useMessagePage } from './use-message-page.ts'

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

/** One page of messages. */
export function useMessages(shown: MessagesSearch) {
  // What the address holds has been proved against the lists of the contract.
  const filter = toMessagesFilter(shown) as Omit<Input<typeof listMessages>, 'page' | 'pageSize'>
  return { ...useMessagePage(listMessages, filter, shown.page), filter }
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
