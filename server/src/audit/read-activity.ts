import sql from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import { COUNTED_EVENTS, type CountedEvent, LAUNCH_EVENTS } from './activity-counts.ts'

const DAY_MS = 86_400_000

/**
 * How many audit lines there are of each counted event on each day: exact, including those that are still queued.
 *
 * @param starts the start of each day, in order; the last day has no end
 */
export async function activityByDay(on: Executor, starts: Date[]): Promise<Record<CountedEvent, number[]>> {
  const first = starts[0]?.toISOString()
  const { rows } = await on.execute<{ event: CountedEvent; day: number; count: number }>(sql`
    select event, width_bucket(at, ${starts.map((start) => start.toISOString())}::timestamptz[]) as day, sum(count)::int as count
    from (
      select event, starts_at as at, count from activity_counts
      where span = 'quarter' and event = any(${COUNTED_EVENTS}::text[]) and starts_at >= ${first}
      union all select event, at, 1 from activity_queue where at >= ${first}) counted
    group by 1, 2`)
  const days = Object.fromEntries(COUNTED_EVENTS.map((event) => [event, starts.map(() => 0)]))
  for (const { event, day, count } of rows) (days[event] as number[])[day - 1] = count
  // The query above returns a list for each event.
  return days as Record<CountedEvent, number[]>
}

export type BusyApplication = { _id: string; name: string; launches: number; signIns: number }

/** The applications that were opened most often since then: from their tiles, and by their own sign-in. */
export async function busiestApplications(on: Executor, since: Date, limit: number): Promise<BusyApplication[]> {
  const [from, wholeDays] = [since, new Date(Math.ceil(since.getTime() / DAY_MS) * DAY_MS)].map((at) =>
    at.toISOString(),
  )
  const { rows } = await on.execute<BusyApplication>(sql`
    with counted as (
      select application_id, event, count from activity_counts
      where span = 'application day' and event = any(${LAUNCH_EVENTS}::text[]) and starts_at >= ${wholeDays}
      union all select application_id, event, count from activity_counts
      where span = 'application quarter' and event = any(${LAUNCH_EVENTS}::text[])
        and starts_at >= ${from} and starts_at < ${wholeDays}
      union all select application_id, event, 1 from activity_queue where application_id is not null and at >= ${from})
    select a.id as "_id", a.name, coalesce(sum(count) filter (where event = 'launch.granted'), 0)::int as launches,
      coalesce(sum(count) filter (where event = 'oidc.signed-in'), 0)::int as "signIns"
    from counted join applications a on a.id = application_id and a.deleted_at is null
    group by a.id order by sum(count) desc, a.name, a.id limit ${limit}`)
  return rows
}
