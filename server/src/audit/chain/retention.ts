import sql from 'sql-template-tag'
import type { Keys } from '../../crypto/keys.ts'
import type { Db, Executor, Tx } from '../../db/database.ts'
import { inChain, nextSeal } from './seal-lines.ts'
import type { Seal } from './seals.ts'

/** Lines that are removed at once, unless one seal has more. */
const BATCH = 1000

/**
 * Removes the lines of whole seals whose newest line is older than that. A new seal says so, in the same transaction;
 * the seals stay. May be repeated, and run on several servers at once.
 */
export async function removeOldLines(db: Db, keys: Pick<Keys, 'auditSeals'>, keepDays: number): Promise<void> {
  while ((await dueThrough(db, keepDays)) !== null) {
    const isMine = await inChain(db, (tx, newest) => removeSome(tx, newest, keys, keepDays))
    if (!isMine) return
  }
}

async function removeSome(tx: Tx, newest: Seal | null, keys: Pick<Keys, 'auditSeals'>, keepDays: number) {
  const through = await dueThrough(tx, keepDays)
  if (newest === null || through === null) return false
  await nextSeal(tx, newest, { keys, removedThrough: through })
  await tx.execute(sql`select set_config('gatehouse.pruning', 'audit', true)`)
  const which = sql`select number from audit_leaves where seal > ${newest.removedThrough} and seal <= ${through}`
  await tx.execute(sql`delete from audit_events where number in (${which})`)
  await tx.execute(sql`delete from audit_leaves where seal > ${newest.removedThrough} and seal <= ${through}`)
  return true
}

/**
 * The last of the next seals that retention may remove: seals go in their order, so that what remains is one piece.
 * Seals without lines have nothing to remove, and a few of them are no reason for a new one.
 */
async function dueThrough(on: Executor, keepDays: number): Promise<number | null> {
  const { rows } = await on.execute<{ sequence: string; lines: number; isDue: boolean }>(sql`
    select sequence, lines,
      least(newest_at, sealed_at) < now() - make_interval(days => ${keepDays}) as "isDue"
    from audit_seals
    where sequence > (select removed_through from audit_seals order by sequence desc limit 1)
    order by sequence limit ${BATCH}`)
  let [lines, through] = [0, null as number | null]
  for (const [index, seal] of rows.entries()) {
    if (!seal.isDue || (lines > 0 && lines + seal.lines > BATCH)) break
    lines += seal.lines
    if (lines > 0 || index === BATCH - 1) through = Number(seal.sequence)
  }
  return through
}
