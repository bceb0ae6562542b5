import type { Tx } from '../../db/database.ts'
import { beginLaneAnew } from '../../outbox/lanes.ts'

/**
 * Changes a gateway. Where it has another status or destination afterwards, an alarm of its lane is over: nothing has been
 * tried there yet, and its next failures are reported to its owners.
 *
 * @param read its status and destination
 */
export async function followTarget(
  tx: Tx,
  lane: string,
  read: () => Promise<unknown[]>,
  change: () => Promise<void>,
): Promise<void> {
  const before = JSON.stringify(await read())
  await change()
  if (JSON.stringify(await read()) !== before) await beginLaneAnew(tx, lane)
}
