import { listCalls } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { type MessagesSearch, toCallsFilter } from '../messages/messages-search.ts'
import { useMessagePage } from '../messages/use-message-page.ts'

/** One page of calls to other systems. */
export function useCalls(shown: MessagesSearch) {
  // What the address holds has been proved against the lists of the contract.
  const filter = toCallsFilter(shown) as Omit<Input<typeof listCalls>, 'page' | 'pageSize'>
  return { ...useMessagePage(listCalls, filter, shown.page), filter }
}
