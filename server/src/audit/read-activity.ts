import sql, { join, raw } from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import { COUNTED_EVENTS, type CountedEvent, QUARTER_COLUMNS } from './activity-counts.ts'

const DAY_MS = 86_400_000

const COLUMNS = Object.entries(QUARTER_COLUMNS)
const SUMS = raw(COLUMNS.map(([column, event]) => `sum(${column})::int as "${event}"`).join(', '))
const STORED = raw(COLUMNS.map(([column]) => column).join(', '))
const QUEUED = raw(COLUMNS.map(([column, event]) => `(event = '${event}')::int as ${column}`).join(', '))

/**
 * How many audit lines there are of each counted event on each day: exact, including those that are still queued.
 *
 * @param starts the start of each day, in order; the last day has no end
 */
export async function activityByDay(on: Executor, starts: Date[]): Promise<Record<CountedEvent, number[]>> {
  const first = starts[0]?.toISOString()
  const { rows } = await on.execute<{ day: number } & Record<CountedEvent, number>>(sql`
    select width_bucket(at, ${starts.map((start) => start.toISOString())}::timestamptz[]) as day, ${SUMS}
    from (
      select starts_at as at, ${STORED} from activity_quarters where starts_at >= ${first}
      union all select at, ${QUEUED} from activity_queue where at >= ${first}) counted
    group by 1`)
  const days = new Map(rows.map((row) => [row.day, row]))
  const ofEvent = (event: CountedEvent) => starts.map((_, index) => days.get(index + 1)?.[event] ?? 0)
  // One for each event.
  return Object.fromEntries(COUNTED_EVENTS.map((event) => [event, ofEvent(event)])) as Record<CountedEvent, number[]>
}

export type BusyApplication = { _id: string; name: string; launches: number; signIns: number }

/** The applications that were opened most often since then: from their tiles, and by their own sign-in. */
export async function busiestApplications(on: Executor, since: Date, limit: number): Promise<BusyApplication[]> {
  const [from, wholeDays] = [since, new Date(Math.ceil(since.getTime() / DAY_MS) * DAY_MS)].map((at) =>
    at.toISOString(),
  )
  // The first day may begin within one of UTC: its beginning is made up of quarters of an hour.
  const parts = [
    sql`select application_id, launched, open_id_sign_ins from application_days where starts_at >= ${wholeDays}`,
    sql`select application_id, launched, open_id_sign_ins from application_quarters
      where starts_at >= ${from} and starts_at < ${wholeDays}`,
    sql`select application_id, (event = 'launch.granted')::int, (event = 'oidc.signed-in')::int from activity_queue
      where application_id is not null and at >= ${from}`,
  ]
  const { rows } = await on.execute<BusyApplication>(sql`
    with busy as (
      select application_id, sum(launched)::int as launches, sum(open_id_sign_ins)::int as sign_ins
      from (${join(parts, ' union all ')}) counted group by 1)
    select a.id as "_id", a.name, launches, sign_ins as "signIns"
    from busy join applications a on a.id = application_id and a.deleted_at is null
    order by launches + sign_ins desc, a.name, a.id limit ${limit}`)
  return rows
}
