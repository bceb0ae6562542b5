import sql, { type Sql } from 'sql-template-tag'
import { type Executor, prepared } from '../db/database.ts'
import type { Row } from './types.ts'

/**
 * Whether a due row `o` may be sent now. It waits while its lane is paused, unless a pause holds up none of its kind or an
 * administrator has asked to send this one (priority 0), and always behind every older row about the same person.
 */
export const mayBeSent = (unpausedKinds: readonly string[]): Sql => sql`(
  (o.kind = any(${unpausedKinds}) or o.priority = 0
    or not exists (select 1 from outbox_lanes p where p.lane = o.lane and p.paused_until > now()))
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
 * is over. One rate limit (token bucket) serves all servers: it fills evenly and holds the tokens of a twentieth of a
 * second, so that no second exceeds the rate.
 */
export async function claim(db: Executor, { lane, wanted, unpausedKinds }: Wanted): Promise<Claimed> {
  const { rows } = await db.execute<Found>(
    prepared('claim')`
    -- The tokens in the bucket of the lane now. No row if the lane has no rate.
    with bucket as (
      select least(size, tokens + extract(epoch from clock_timestamp() - filled_at) * refill) as available
      from (
        select *, greatest(1, per_second / 20.0) as size,
          case when per_second > 20 then per_second * 0.95 else per_second end as refill
        from outbox_lanes where lane = ${lane} and per_second > 0 for update) as locked),
    -- Takes tokens for the wanted rows, as far as there are any.
    taken as (
      update outbox_lanes set filled_at = clock_timestamp(),
        tokens = bucket.available - least(floor(bucket.available), ${wanted}::int)
      from bucket where lane = ${lane}
      returning least(floor(bucket.available), ${wanted}::int)::int as granted, per_second),
    -- Lanes without a rate allow all wanted rows.
    allowed as (
      select coalesce((select granted from taken), ${wanted}::int) as granted,
        coalesce((select per_second from taken), 0) as per_second),
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
        user_id as "userId")
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
