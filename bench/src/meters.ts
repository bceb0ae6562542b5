import type { Db } from '@gatehouse/server/src/db/database.ts'
import sql from 'sql-template-tag'
import { MEASURED } from './own-database.ts'
import { exactCpuMs } from './server.ts'

/** Of one action: CPU of the process that asks the database and of the database in ms, and bytes of the write-ahead log. */
export type Cost = { server: number; database: number; wal: number }

/** Since the start: the CPU of a process and of each connection to the database, and the log. */
export type Meters = { server: number; connections: Map<number, number>; wal: number }

/** Of the server and its connections, or of this process and its own. */
export async function readMeters(db: Db, pid: number): Promise<Meters> {
  const isOwn = pid === process.pid
  const { rows } = await db.execute<{ pids: number[]; wal: number }>(sql`
    select coalesce(array_agg(pid), '{}') as pids, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal
    from pg_stat_activity where backend_type = 'client backend' and (application_name <> ${MEASURED}) = ${isOwn}`)
  const { pids, wal } = rows[0] as { pids: number[]; wal: number }
  return { server: exactCpuMs(pid), connections: new Map(pids.map((one) => [one, exactCpuMs(one)])), wal }
}

/** For each of so many. What a connection that was closed meanwhile had used since `before` is left out. */
export function costBetween(before: Meters, after: Meters, count: number): Cost {
  const ofConnections = [...after.connections].map(([pid, cpu]) => cpu - (before.connections.get(pid) ?? 0))
  return {
    server: (after.server - before.server) / count,
    database: ofConnections.reduce((sum, one) => sum + one, 0) / count,
    wal: (after.wal - before.wal) / count,
  }
}
