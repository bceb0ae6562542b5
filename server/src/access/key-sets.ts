import { jwksProblem } from '@gatehouse/contract/admin/applications/jwks.ts'
import type { Logger } from 'pino'
import type { OutboundRules } from '../outbound/judged-lookup.ts'
import { requestOutbound } from '../outbound/request-outbound.ts'

const KEEP_MS = 10 * 60_000
/**
 * The shortest time between two reads for a missing key, so that made-up key ids cannot make the server call an address
 * without end.
 */
const PAUSE_MS = 30_000
const KEYS_MAX = 20
/** For how long keys stay valid whose address cannot be read. */
const UNREAD_MS = 24 * 60 * 60_000
/** The address says that it has no keys any more. */
const GONE = [404, 410]

type Jwk = { kid?: string }
/** Times in milliseconds. `goodAt`: when the address was last read without a fault. */
type Known = { keys: Jwk[]; goodAt: number; readAt: number | null; missedAt: number; reading: Promise<void> | null }

/** `kid`: the id of the key that is needed. Returns no keys when none can be read. */
export type KeySets = (uri: string, kid: string | undefined) => Promise<Jwk[]>

/**
 * The public keys that applications publish at their own addresses. Kept for ten minutes, and read again for a key that
 * is missing; while an address cannot be read, the former keys stay valid for a day, unless it answers that there are none.
 */
export function makeKeySets(needs: { config: OutboundRules; log: Logger }): KeySets {
  const known = new Map<string, Known>()
  return async (uri, kid) => {
    const entry: Known = known.get(uri) ?? { keys: [], goodAt: 0, readAt: null, missedAt: -Infinity, reading: null }
    known.set(uri, entry)
    const now = performance.now()
    if (entry.reading === null && isStale(entry, kid, now)) {
      if (entry.readAt !== null) entry.missedAt = now
      entry.readAt = now
      entry.reading = read(needs, uri)
        .then((keys) => {
          if (keys !== null) Object.assign(entry, { keys, goodAt: performance.now() })
        })
        .finally(() => {
          entry.reading = null
        })
    }
    await entry.reading
    return performance.now() - entry.goodAt > UNREAD_MS ? [] : entry.keys
  }
}

function isStale({ keys, readAt, missedAt }: Known, kid: string | undefined, now: number): boolean {
  if (readAt === null || now - readAt > KEEP_MS) return true
  const isMissing = keys.length === 0 || (kid !== undefined && !keys.some((key) => key.kid === kid))
  return isMissing && now - missedAt > PAUSE_MS
}

/** @returns `null` when the address cannot be read */
async function read({ config, log }: { config: OutboundRules; log: Logger }, uri: string): Promise<Jwk[] | null> {
  try {
    const request = { method: 'GET', url: uri, headers: { accept: 'application/json' }, body: null } as const
    const { status, text } = await requestOutbound(request, config)
    if (GONE.includes(status)) return []
    if (status !== 200) throw new Error(`it answered ${status}`)
    const { keys } = JSON.parse(text) as { keys: Jwk[] }
    // Checked one by one: the set may contain keys for other purposes.
    return keys.slice(0, KEYS_MAX).filter((key) => jwksProblem(JSON.stringify({ keys: [key] })) === null)
  } catch (error) {
    log.warn({ uri, reason: (error as Error).message }, 'the keys of an application cannot be read')
    return null
  }
}
