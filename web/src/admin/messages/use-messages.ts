import { listMessageGateways, listMessages, messagesOverview } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { useLinesSearch } from '../engine/lines/use-lines.ts'
import { type MessagesSearch, readMessagesSearch, toMessagesFilter } from './messages-search.ts'
import { REFRESH_MS, useMessagePage } from './use-message-page.ts'

/** What belongs to no page of the list. */
const BESIDE: readonly string[] = ['open', 'panel']

/** What the screen shows, kept in the address. */
export const useMessagesSearch = () => useLinesSearch(readMessagesSearch, BESIDE)

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
