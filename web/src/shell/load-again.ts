import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError, isPassingFailure } from '../api-error.ts'

const PROBE_MS = 3000

/**
 * Loads again by itself what failed while the server or its database was away. Only the health of the server is asked
 * meanwhile: to ask for the parts themselves would take the reason and "Retry" off the page each time. What fails though the
 * server is well is left to "Retry".
 *
 * @returns what ends it
 */
export function loadAgainWhenReady(client: QueryClient): () => void {
  const cache = client.getQueryCache()
  const failed = { type: 'active', predicate: isFailed } as const
  /** What was asked for again once since it last came. */
  const tried = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isProbing = false
  let isEnded = false

  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') tried.delete(event.query.queryHash)
    if (event.action.type === 'error' && !isProbing) probeLater(false)
  })

  /** At a time of its own: all browsers fail at once when a server goes away, and must not all ask at once. */
  function probeLater(wasAway: boolean) {
    isProbing = true
    timer = setTimeout(probe, PROBE_MS * (0.5 + Math.random()), wasAway)
  }

  async function probe(wasAway: boolean) {
    // Nobody looks at a hidden tab, which says nothing about the server.
    if (document.hidden) return probeLater(wasAway)
    const isWell = await isReady()
    if (isEnded) return
    if (!isWell && cache.findAll(failed).length > 0) return probeLater(true)
    isProbing = false
    if (isWell) reload(wasAway)
  }

  /** @param wasAway false: the server may have been away only before the first question */
  function reload(wasAway: boolean) {
    const isDue = (query: Query) =>
      isFailed(query) && (wasAway || (isAway(query.state.error) && !tried.has(query.queryHash)))
    const due = cache.findAll({ type: 'active', predicate: isDue })
    for (const { queryHash } of due) tried.add(queryHash)
    void client.refetchQueries({ type: 'active', predicate: (query) => due.includes(query) })
  }

  return () => {
    isEnded = true
    clearTimeout(timer)
    unsubscribe()
  }
}

type Failable = { state: { status: string; error: unknown } }
const isFailed = ({ state }: Failable) => state.status === 'error' && isPassingFailure(state.error)

/** No answer, or one of a server or proxy that says that it is away. */
const isAway = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.code)

async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store', credentials: 'omit' })).ok
  } catch {
    return false
  }
}
