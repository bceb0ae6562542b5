import sql from 'sql-template-tag'
import { type Db, prepared } from '../db/database.ts'

/** Lanes in which something is due. Jumps from lane to lane: what waits behind the first of each is not looked at. */
export async function lanesWithWork(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ lane: string }>(
    prepared('lanes-with-work')`
    with recursive ready as (
      (select lane from outbox where state = 'ready' order by lane limit 1)
      union all
      select (select o.lane from outbox o where o.state = 'ready' and o.lane > ready.lane order by o.lane limit 1)
      from ready where ready.lane is not null)
    select lane from ready where lane is not null
      and exists (select 1 from outbox o where o.state = 'ready' and o.lane = ready.lane and o.run_at <= now())`,
  )
  return rows.map(({ lane }) => lane)
}

type Granted = {
  granted: number
  /** Of the lane, at this moment. 0: as many as there are. */
  perSecond: number
}

/**
 * How many of the wanted messages a lane may take now. One bucket for all servers: it fills evenly and holds what may
 * go in a twentieth of a second, so that no second sees more than its number.
 */
export async function takeTokens(db: Db, lane: string, wanted: number): Promise<Granted> {
  const { rows } = await db.execute<Granted>(
    prepared('take-tokens')`
    with bucket as (
      select least(size, tokens + extract(epoch from clock_timestamp() - filled_at) * refill) as available
      from (
        select *, greatest(1, per_second / 20.0) as size,
          case when per_second > 20 then per_second * 0.95 else per_second end as refill
        from outbox_lanes where lane = ${lane} and per_second > 0 for update) as locked)
    update outbox_lanes set filled_at = clock_timestamp(),
      tokens = bucket.available - least(floor(bucket.available), ${wanted}::int)
    from bucket where lane = ${lane}
    returning least(floor(bucket.available), ${wanted}::int)::int as granted, per_second as "perSecond"`,
  )
  return rows[0] ?? { granted: wanted, perSecond: 0 }
}

/** Says how many messages a second a lane takes. */
export async function setLaneRate(db: Pick<Db, 'execute'>, lane: string, perSecond: number): Promise<void> {
  await db.execute(sql`
    insert into outbox_lanes (lane, per_second) values (${lane}, ${perSecond})
    on conflict (lane) do update set per_second = excluded.per_second, failures = 0, paused_until = null`)
}
