import { MESSAGES_PAGE_MAX } from '@gatehouse/contract/admin/messages/messages.ts'
import type { Endpoint, Input, Output } from '@gatehouse/contract/endpoint.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { LINES_PER_PAGE } from '../engine/list/lines-per-page.ts'

/** Only while somebody looks: a hidden page asks for nothing. */
export const REFRESH_MS = 5000

type Page = { rows: unknown[]; total: number; isEstimate: boolean }
type Listed<E extends Endpoint> = Output<E> & Page

/**
 * One page of messages, or of calls to other systems; it loads again by itself. While the next one loads, the previous
 * stays.
 *
 * @param page counted from 1, as in the address
 */
export function useMessagePage<E extends Endpoint>(list: E, filter: object, page: number) {
  const query = { ...filter, page: page - 1, pageSize: LINES_PER_PAGE }
  const loaded = useQuery({
    queryKey: ['messages', list.path, query],
    // What the address holds has been proved against the lists of the contract, and both lists answer pages.
    queryFn: () => call(list, query as Input<E>) as Promise<Listed<E>>,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  const { data, error, isPlaceholderData } = loaded
  const isFull = data !== undefined && data.rows.length === LINES_PER_PAGE
  const hasOlder = isFull && (data.isEstimate || page * LINES_PER_PAGE < data.total) && page <= MESSAGES_PAGE_MAX
  return {
    ...loaded,
    hasOlder,
    isFailed: error !== null && (!data || isPlaceholderData),
    isEmpty: data?.rows.length === 0 && !isPlaceholderData,
    /** Whether there is anything here that could be tried again. */
    hasRows: data !== undefined && data.rows.length > 0 && !isPlaceholderData,
  }
}
