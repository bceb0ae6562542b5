import sql, { type Sql } from 'sql-template-tag'
import { type Executor, prepared } from '../db/database.ts'
import { isPaused } from './is-paused.ts'
import { takeTokens } from './lane-rate.ts'
import type { Row } from './types.ts'

/**
 * Whether a due row `o` may be sent now. It waits while its lane is paused, unless a pause holds up none of its kind or an
 * administrator has asked to send this one (priority 0), and always behind every older row about the same person.
 */
export const mayBeSent = (unpausedKinds: readonly string[]): Sql => sql`(
  (o.kind = any(${unpausedKinds}) or o.priority = 0
    or not exists (select 1 from outbox_lanes p where p.lane = o.lane and ${isPaused('p.paused_until')}))
  and (o.user_id is null or not exists (
    select 1 from outbox e where e.user_id = o.user_id and e.state = 'ready'
      and (e.created_at, e.id) < (o.created_at, o.id))))`

/** A server that dies while sending loses its lease after this time; another server then sends the row. */
const LEASE_SECONDS = 60

type Wanted = {
  lane: string
  /** How many rows there is room for. */
  wanted: number
  unpausedKinds: readonly string[]
}

type Claimed = {
  /** How many rows the lane may take now, of those wanted. */
  granted: number
  /** The rate of the lane at this moment. 0 means no limit. */
  perSecond: number
  rows: Row[]
}

type Found = Pick<Claimed, 'granted' | 'perSecond'> & { [Column in keyof Row]: Row[Column] | null }

/**
 * Claims due rows for this server, as many as the rate of their lane allows. No other server takes them until the lease
 * is over.
 */
export async function claim(db: Executor, { lane, wanted, unpausedKinds }: Wanted): Promise<Claimed> {
  const { rows } = await db.execute<Found>(
    prepared('claim')`
    with ${takeTokens(lane, wanted)},
    -- Takes the lease of the first allowed due rows that no other server has locked.
    claimed as (
      update outbox set attempts = attempts + 1, run_at = now() + make_interval(secs => ${LEASE_SECONDS})
      where id in (
        select id from (
          -- The limit is a number known beforehand: of a long backlog, the index reads the first rows only.
          select id, priority, run_at from outbox o
          where state = 'ready' and lane = ${lane} and run_at <= now() and ${mayBeSent(unpausedKinds)}
          order by priority, run_at, id limit ${wanted} for update skip locked) as due
        order by priority, run_at, id limit (select granted from allowed))
      returning id, kind, lane, priority, payload, attempts, tried_lanes as "triedLanes", rounds,
        coalesce(not_after <= now(), false) as "isLate", session_id as "sessionId", application_id as "applicationId",
        user_id as "userId", acting_id as "actingId")
    select allowed.granted, allowed.per_second as "perSecond", claimed.* from allowed left join claimed on true`,
  )
  const { granted = 0, perSecond = 0 } = rows[0] ?? {}
  // The statement returns the rows in any order.
  const claimed = rows.filter((row): row is Found & Row => row.id !== null)
  return {
    granted,
    perSecond,
    rows: claimed.toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1)),
  }
}
