import { type CountDeps, type Counted, count, countedAs } from './count-attempt.ts'
import { TooManyAttempts } from './too-many-attempts.ts'

/** Counted at once, ahead of the requests: not each of them costs a statement. */
const BLOCK = 20
/** Addresses remembered by one server; the oldest gives way, and what is left of its block with it. */
const ADDRESSES_MAX = 10_000

/** What this server has counted ahead for an address; times in ms of `performance.now()`. */
type Block = {
  counted: Counted[]
  left: number
  endsAt: number
  closedUntil: number
  isNoted: boolean
  taking: Promise<void> | null
}

/** @throws TooManyAttempts when there are too many requests from this address (IPv6: its /64), at all servers together */
export type GeneralLimit = (address: string) => Promise<void>

/**
 * The limit over everything that anybody may ask for. The counts stand in the database; a server takes twenty at a time
 * and never answers more than it has taken. While it is closed, no request of that address reaches the database.
 */
export function makeGeneralLimit(deps: CountDeps): GeneralLimit {
  const blocks = new Map<string, Block>()

  const blockOf = (address: string): Block => {
    const known = blocks.get(address)
    if (known !== undefined) return known
    const counted = countedAs(deps.keys, [{ bucket: 'any-requests', of: address }])
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
      // Requests that come together share one statement.
      block.taking ??= take(block).finally(() => {
        block.taking = null
      })
      await block.taking
    }
  }
}

/** The first refusal is noted; a flood of further ones costs the database nothing. */
function refused(block: Block, now: number): TooManyAttempts {
  const [first] = block.counted
  const refusal = block.isNoted || first === undefined ? null : { ...first, subjectId: null }
  block.isNoted = true
  return new TooManyAttempts((block.closedUntil - now) / 1000, refusal)
}
