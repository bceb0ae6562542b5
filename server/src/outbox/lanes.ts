import sql from 'sql-template-tag'
import { type Db, prepared } from '../db/database.ts'
import { mayBeSent } from './claim.ts'

/**
 * Lanes with a due row that may be sent now; a pause of the lane holds up no row of `unpausedKinds`. Jumps in the index from lane to lane, and does not read the rows between.
 */
export async function lanesWithWork(db: Db, unpausedKinds: readonly string[] = []): Promise<string[]> {
  const { rows } = await db.execute<{ lane: string }>(
    prepared('lanes-with-work')`
    with recursive ready as (
      (select lane from outbox where state = 'ready' order by lane limit 1)
      union all
      select (select o.lane from outbox o where o.state = 'ready' and o.lane > ready.lane order by o.lane limit 1)
      from ready where ready.lane is not null)
    select lane from ready where lane is not null
      and exists (select 1 from outbox o where o.state = 'ready' and o.lane = ready.lane and o.run_at <= now() and ${mayBeSent(unpausedKinds)})`,
  )
  return rows.map(({ lane }) => lane)
}

/** Sets how many rows a second a lane takes, and ends its pause. */
export async function setLaneRate(db: Pick<Db, 'execute'>, lane: string, perSecond: number): Promise<void> {
  await db.execute(sql`
    insert into outbox_lanes (lane, per_second) values (${lane}, ${perSecond})
    on conflict (lane) do update set per_second = excluded.per_second, failures = 0, failing_since = null, paused_until = null`)
}

/** For a lane whose target is another one now: nothing has failed at it yet, and its next failures are reported. */
export async function beginLaneAnew(db: Pick<Db, 'execute'>, lane: string): Promise<void> {
  await db.execute(sql`
    update outbox_lanes set failures = 0, failing_since = null, paused_until = null, alarmed_at = null,
      working_since = null where lane = ${lane}`)
}
