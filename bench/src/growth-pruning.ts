import { erasePeople } from '@gatehouse/server/src/audit/chain/erase-person.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { prune } from '@gatehouse/server/src/db/prune.ts'
import sql from 'sql-template-tag'
import { median } from './figures.ts'
import { type Cost, costBetween, readMeters } from './meters.ts'

/** Sessions of the crowd that are due, from all over the table. */
const DUE = 2000
const ROUNDS = 3

/** What the hourly pruning costs for each session that it removes; the look at all other tables is part of it. */
export async function measurePruning(db: Db): Promise<Cost> {
  const costs: Cost[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const { rowCount } = await db.execute(sql`
      update sessions set expires_at = now() - interval '31 days'
      where id in (select id from sessions where expires_at > now() and ended_at is null order by id limit ${DUE})`)
    if (rowCount !== DUE) throw new Error(`${rowCount} sessions could be made due`)
    const before = await readMeters(db, process.pid)
    await prune(db, (people) => erasePeople(db, people))
    costs.push(costBetween(before, await readMeters(db, process.pid), DUE))
    const left = await db.execute(sql`select from sessions where expires_at < now() - interval '30 days' limit 1`)
    if (left.rowCount !== 0) throw new Error('sessions that are due were not removed')
  }
  // The first one warms up.
  const middle = (unit: keyof Cost) => median(costs.slice(1).map((cost) => cost[unit]))
  return { server: middle('server'), database: middle('database'), wal: middle('wal') }
}
