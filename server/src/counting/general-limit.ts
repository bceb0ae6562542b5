import type { Bucket } from './buckets.ts'
import { type CountDeps, type Counted, count, countedAs } from './count-attempt.ts'
import { TooManyAttempts } from './too-many-attempts.ts'

/** Requests that a server counts in advance, so that not every request costs a statement. */
const BLOCK = 20
/** Addresses, or accounts, that one server remembers; beyond that the oldest is dropped, with the rest of its block. */
const ADDRESSES_MAX = 10_000

/** The requests that this server has counted in advance for an address; times in ms of `performance.now()`. */
type Block = {
  counted: Counted[]
  left: number
  endsAt: number
  closedUntil: number
  isNoted: boolean
  taking: Promise<void> | null
}

/**
 * @param of an address (IPv6: its /64), or the id of a service account
 * @throws TooManyAttempts when it sends too many requests, to all servers together
 */
export type GeneralLimit = (of: string) => Promise<void>

/**
 * The rate limit for everything that needs no authentication, and with another bucket for service accounts. The counts stand in the database; a server takes twenty
 * requests at a time and never answers more than it has taken. While the limit is reached, no request of that address
 * causes a query.
 */
export function makeGeneralLimit(deps: CountDeps, bucket: Bucket = 'any-requests'): GeneralLimit {
  const blocks = new Map<string, Block>()

  const blockOf = (address: string): Block => {
    const known = blocks.get(address)
    if (known !== undefined) return known
    const counted = countedAs(deps.keys, [{ bucket, of: address }])
    const made: Block = { counted, left: 0, endsAt: 0, closedUntil: 0, isNoted: false, taking: null }
    const [oldest] = blocks.keys()
    if (blocks.size >= ADDRESSES_MAX && oldest !== undefined) blocks.delete(oldest)
    blocks.set(address, made)
    return made
  }

  const take = async (block: Block) => {
    const [row] = await count(deps.db, deps, block.counted, () => true, { weight: BLOCK })
    const now = performance.now()
    if (row !== undefined && row.waits > 0)
      Object.assign(block, { closedUntil: now + row.waits * 1000, isNoted: false })
    else Object.assign(block, { left: BLOCK, endsAt: now + (row?.remains ?? 0) * 1000 })
  }

  return async (address) => {
    const block = blockOf(address)
    for (;;) {
      const now = performance.now()
      if (block.closedUntil > now) throw refused(block, now)
      if (block.left > 0 && block.endsAt > now) return void block.left--
      // Simultaneous requests share one statement.
      block.taking ??= take(block).finally(() => {
        block.taking = null
      })
      await block.taking
    }
  }
}

/** The first refusal is recorded; a flood of further ones causes no query. */
function refused(block: Block, now: number): TooManyAttempts {
  const [first] = block.counted
  const refusal = block.isNoted || first === undefined ? null : { ...first, subjectId: null }
  block.isNoted = true
  return new TooManyAttempts((block.closedUntil - now) / 1000, refusal)
}
