import type { QueryClient } from '@tanstack/react-query'
import { isPassingFailure } from '../api-error.ts'

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
  let timer: ReturnType<typeof setTimeout> | undefined
  let isProbing = false
  let isEnded = false

  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && !isProbing) void probe(false)
  })

  async function probe(wasAway: boolean) {
    isProbing = true
    if (!document.hidden && (await isReady())) {
      isProbing = false
      if (wasAway && !isEnded) void client.refetchQueries(failed)
    } else if (!isEnded && cache.findAll(failed).length > 0) timer = setTimeout(probe, PROBE_MS, true)
    else isProbing = false
  }

  return () => {
    isEnded = true
    clearTimeout(timer)
    unsubscribe()
  }
}

type Failable = { state: { status: string; error: unknown } }
const isFailed = ({ state }: Failable) => state.status === 'error' && isPassingFailure(state.error)

async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store', credentials: 'omit' })).ok
  } catch {
    return false
  }
}
