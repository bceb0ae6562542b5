import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { useLines } from '../engine/lines/use-lines.ts'

/** Only while somebody looks: a hidden page asks for nothing. */
export const REFRESH_MS = 5000

/**
 * One page of messages, or of calls to other systems; it loads again by itself.
 *
 * @param page counted from 1, as in the address
 */
export function useMessagePage<E extends Endpoint>(list: E, filter: object, page: number) {
  const loaded = useLines('messages', list, { page, filter, refetchInterval: REFRESH_MS })
  const { data, isPlaceholderData } = loaded
  /** Whether there is anything here that could be tried again. */
  const hasRows = data !== undefined && data.rows.length > 0 && !isPlaceholderData
  return { ...loaded, hasRows }
}
