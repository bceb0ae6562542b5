import type { Config } from '../../config.ts'
import { newId } from '../../crypto/ids.ts'
import type { Deps } from '../../deps.ts'
import { TryLater } from '../../outbound/try-later.ts'
import { makeRounds } from '../../rounds.ts'
import { type BatchSize, makeBatchSize } from './batch-size.ts'
import { advance, claimStream, makeCursor, noteFailure, type Place, release } from './cursor.ts'
import { type PlacedItem, readItems } from './read-items.ts'
import { makeSender } from './send-items.ts'
import { type Written, writeItem } from './write-item.ts'

const ROUND_MS = 2000
/** What is under way when the server stops may still arrive; what takes longer is sent again by another server. */
const GRACE_MS = 1000

type AuditStream = NonNullable<Config['auditStream']>

/**
 * Sends the chain of the audit to another system, in its order and each item at least once (ADR 0054). Of several
 * servers one sends at a time.
 */
export function makeAuditStream(
  { db, log, config }: Pick<Deps, 'db' | 'log' | 'config'>,
  auditStream: AuditStream,
  roundMs = ROUND_MS,
) {
  const holder = newId()
  const send = makeSender({ ...config, auditStream })
  const batches = makeBatchSize()
  const stopping = new AbortController()

  const sendAll = async () => {
    const claimed = await claimStream(db, holder)
    if (claimed !== null) batches.limit(claimed.failures)
    for (let after: Place | null = claimed; after !== null && !rounds.isStopped(); ) {
      const size = batches.size()
      const items = await readItems(db, after, size.items)
      const { written, through } = batchOf(items, size, auditStream.format, await db.now())
      if (through === null) return
      await send(written, stopping.signal).catch((error: unknown) => {
        batches.noteFailed()
        throw error
      })
      batches.noteArrived()
      after = (await advance(db, holder, through)) ? through : null
    }
  }
  const rounds = makeRounds(roundMs, sendAll, async (error) => {
    if (stopping.signal.aborted) return
    log.warn({ err: error, receiver: auditStream.url.host }, 'the audit could not be sent')
    const reason = error instanceof Error ? error.message : String(error)
    const asked = error instanceof TryLater ? error.seconds : 0
    await noteFailure(db, holder, reason, asked).catch(() => undefined)
  })
  return {
    start: async () => {
      await makeCursor(db)
      rounds.start()
    },
    stop: async () => {
      const grace = setTimeout(() => stopping.abort(), GRACE_MS)
      await rounds.stop()
      clearTimeout(grace)
      await release(db, holder).catch(() => undefined)
    },
  }
}

/** As many items as may be sent at once, one at least. `through`: the place of the last one. */
function batchOf(
  items: PlacedItem[],
  size: BatchSize,
  format: 'json' | 'cef',
  now: Date,
): { written: Written[]; through: Place | null } {
  const written: Written[] = []
  let bytes = 0
  for (const { item } of items) {
    const one = writeItem(item, format, now)
    bytes += Buffer.byteLength(one.text)
    if (bytes > size.bytes && written.length > 0) break
    written.push(one)
  }
  return { written, through: items[written.length - 1]?.place ?? null }
}
