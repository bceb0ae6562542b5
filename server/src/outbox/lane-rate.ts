import sql, { type Sql } from 'sql-template-tag'

/**
 * The parts of a statement that take tokens for rows of a lane; the last one, `allowed`, is a row with `granted`, how many
 * of the wanted rows may be sent now, and `per_second`, the rate or 0.
 *
 * One rate limit (token bucket) serves all servers: it fills evenly and holds the tokens of a twentieth of a second, so
 * that no second exceeds the rate.
 */
export const takeTokens = (lane: string, wanted: number): Sql => sql`
    -- The tokens in the bucket of the lane now. No row if the lane has no rate.
    bucket as (
      select least(size, tokens + greatest(0, extract(epoch from clock_timestamp() - filled_at)) * refill) as available
      from (
        select *, greatest(1, per_second / 20.0) as size,
          case when per_second > 20 then per_second * 0.95 else per_second end as refill
        from outbox_lanes where lane = ${lane} and per_second > 0 for update) as locked),
    -- Takes tokens for the wanted rows, as far as there are any.
    taken as (
      update outbox_lanes set filled_at = clock_timestamp(),
        tokens = bucket.available - greatest(0, least(floor(bucket.available), ${wanted}::int))
      from bucket where lane = ${lane}
      returning greatest(0, least(floor(bucket.available), ${wanted}::int))::int as granted, per_second),
    -- Lanes without a rate allow all wanted rows.
    allowed as (
      select coalesce((select granted from taken), ${wanted}::int) as granted,
        coalesce((select per_second from taken), 0) as per_second)`
