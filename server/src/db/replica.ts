import sql from 'sql-template-tag'
import type { Db } from './database.ts'
import { isDatabaseFault } from './faults.ts'

/** How far a replica may be behind and still be read. Who has changed something reads the primary for longer. */
const LAG_MAX_MS = 5000
const LOOK_MS = 1000

/** A position in the log of the primary, and when it was the newest one. */
type Mark = { position: bigint; at: number }

export type Replica = {
  /** What reads that may lag use: the replica while it is fresh, else the primary. */
  reader: () => Db
  stop: () => void
}

/**
 * Follows a streaming replica: it is read while it has everything that the primary had at most five seconds ago.
 *
 * @param report called when it begins or ceases to be used
 */
export function followReplica(primary: Db, replica: Db, report: (isUsed: boolean) => void): Replica {
  let marks: Mark[] = []
  /** The replica has everything from before this moment. */
  let hasUntil = Number.NEGATIVE_INFINITY
  let isUsed = false
  let isLooking = false

  const settle = () => {
    const isFresh = performance.now() - hasUntil <= LAG_MAX_MS
    if (isFresh !== isUsed) report(isFresh)
    isUsed = isFresh
  }
  const distrust = () => {
    marks = []
    hasUntil = Number.NEGATIVE_INFINITY
    settle()
  }
  const look = async () => {
    const at = performance.now()
    const [of, on] = await Promise.all([readPrimary(primary), readReplica(replica)])
    if (!on.isReplica || on.installation !== of.installation || on.timeline !== of.timeline) return distrust()
    marks.push({ position: positionOf(of.position), at })
    const replayed = positionOf(on.position)
    hasUntil = marks.findLast(({ position }) => position <= replayed)?.at ?? hasUntil
    marks = marks.filter((mark) => mark.at >= Math.max(hasUntil, at - LAG_MAX_MS))
    settle()
  }
  const execute: Db['execute'] = async (statement) => {
    try {
      return await replica.execute(statement)
    } catch (error) {
      // It is gone, or a row that it was reading was removed on the primary: the primary knows.
      if (!isDatabaseFault(error)) throw error
      distrust()
      return primary.execute(statement)
    }
  }
  const reader: Db = { ...primary, execute }

  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch(distrust)
      .finally(() => {
        isLooking = false
      })
  }, LOOK_MS)
  timer.unref()
  return {
    reader: () => {
      settle()
      return isUsed ? reader : primary
    },
    stop: () => clearInterval(timer),
  }
}

type Found = { position: string; timeline: number; installation: string }

/** Another database, such as the replica of a test portal, has another root key. */
const INSTALLATION = sql`(select id::text from stored_keys where use = 'root') as installation`

async function readPrimary(db: Db): Promise<Found> {
  const { rows } = await db.execute<Found>(sql`
    select pg_current_wal_lsn()::text as position, ${INSTALLATION},
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`)
  return rows[0] as Found
}

/** Its timeline is known from its last checkpoint, so some minutes after a fail-over it is used again. */
async function readReplica(db: Db): Promise<Found & { isReplica: boolean }> {
  const { rows } = await db.execute<Found & { isReplica: boolean }>(sql`
    select pg_is_in_recovery() as "isReplica", coalesce(pg_last_wal_replay_lsn()::text, '0/0') as position,
      ${INSTALLATION}, (select timeline_id from pg_control_checkpoint()) as timeline`)
  return rows[0] as Found & { isReplica: boolean }
}

/** Such as `0/16B3748`: two halves in hexadecimal. */
function positionOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
