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

type Jwk = { kid?: string }
type Known = { keys: Jwk[]; readAt: number | null; missedAt: number; reading: Promise<Jwk[]> | null }

/** `kid`: the id of the key that is needed. Returns no keys when none can be read. */
export type KeySets = (uri: string, kid: string | undefined) => Promise<Jwk[]>

/**
 * The public keys that applications publish at their own addresses. Kept for ten minutes, and read again for a key that
 * is missing; while an address cannot be read, the former keys stay valid.
 */
export function makeKeySets(needs: { config: OutboundRules; log: Logger }): KeySets {
  const known = new Map<string, Known>()
  return async (uri, kid) => {
    const entry = known.get(uri) ?? { keys: [], readAt: null, missedAt: Number.NEGATIVE_INFINITY, reading: null }
    known.set(uri, entry)
    const now = performance.now()
    if (entry.reading === null && isStale(entry, kid, now)) {
      if (entry.readAt !== null) entry.missedAt = now
      entry.readAt = now
      entry.reading = read(needs, uri, entry.keys).finally(() => {
        entry.reading = null
      })
    }
    if (entry.reading !== null) entry.keys = await entry.reading
    return entry.keys
  }
}

function isStale({ keys, readAt, missedAt }: Known, kid: string | undefined, now: number): boolean {
  if (readAt === null || now - readAt > KEEP_MS) return true
  const isMissing = keys.length === 0 || (kid !== undefined && !keys.some((key) => key.kid === kid))
  return isMissing && now - missedAt > PAUSE_MS
}

async function read({ config, log }: { config: OutboundRules; log: Logger }, uri: string, before: Jwk[]) {
  try {
    const request = { method: 'GET', url: uri, headers: { accept: 'application/json' }, body: null } as const
    const { status, text } = await requestOutbound(request, config)
    if (status !== 200) throw new Error(`it answered ${status}`)
    const { keys } = JSON.parse(text) as { keys: Jwk[] }
    // Checked one by one: the set may contain keys for other purposes.
    return keys.slice(0, KEYS_MAX).filter((key) => jwksProblem(JSON.stringify({ keys: [key] })) === null)
  } catch (error) {
    log.warn({ uri, reason: (error as Error).message }, 'the keys of an application cannot be read')
    return before
  }
}
