import sql from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import { readEntries } from '../chain/read-trail.ts'
import { readSeals, type Seal } from '../chain/seals.ts'
import type { SealedEntry } from '../chain/trail.ts'
import type { Place } from './cursor.ts'

export type ChainItem = { seal: Seal } | SealedEntry

/** An item, and its place in the chain. */
export type PlacedItem = { item: ChainItem; place: Place }

/** The next items of the chain, in its order: each seal, and then its lines. */
export async function readItems(db: Db, after: Place, limit: number): Promise<PlacedItem[]> {
  const { rows } = await db.execute<{ seal: string; position: number }>(sql`
    (select sequence as seal, -1 as position from audit_seals where sequence > ${after.seal} order by 1 limit ${limit})
    union all
    (select seal, position from audit_leaves where (seal, position) > (${after.seal}, ${after.position})
      order by seal, position limit ${limit})
    order by 1, 2 limit ${limit}`)
  const last = rows.at(-1)
  if (last === undefined) return []
  const through = { seal: Number(last.seal), position: last.position }
  const [seals, entries] = await db.together((on) =>
    Promise.all([
      readSeals(on, sql`where s.sequence > ${after.seal} and s.sequence <= ${through.seal} order by s.sequence`),
      readEntries(on, after, through),
    ]),
  )
  const placed: PlacedItem[] = [
    ...seals.map((seal) => ({ item: { seal }, place: { seal: seal.sequence, position: -1 } })),
    ...entries.map((item) => ({ item, place: { seal: item.leaf.seal, position: item.leaf.position } })),
  ]
  return placed.sort(({ place: a }, { place: b }) => a.seal - b.seal || a.position - b.position)
}
