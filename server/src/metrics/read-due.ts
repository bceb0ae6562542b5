import sql from 'sql-template-tag'
import type { Executor } from '../db/database.ts'

/** Of more rows with one lane and priority, so many are counted. */
export const COUNTED_MAX = 10_000
/** Each webhook and application has a lane: more of them would be too many series. */
export const LANES_MAX = 20

type Figures = { rows: Record<string, number>; seconds: Record<string, number> }
export type Due = { kinds: Figures; lanes: Figures }
type Row = { by: 'kind' | 'lane'; name: string; number: number; seconds: number }

const NONE_DUE = { message: 0, webhook: 0, partner: 0, logout: 0 }

/**
 * What is due, by kind, and by lane for those that wait longest. Goes by lane and priority along the index: the oldest row is
 * found whatever the length of the queue.
 */
export async function readDue(on: Executor): Promise<Due> {
  const { rows } = await on.execute<Row>(sql`
    with recursive queue as (
      (select lane, priority from outbox where state = 'ready' order by lane, priority limit 1)
      union all
      select next.lane, next.priority from queue q cross join lateral (
        select lane, priority from outbox where state = 'ready' and (lane, priority) > (q.lane, q.priority)
        order by lane, priority limit 1) next),
    due as materialized (
      select q.lane, kind, run_at, number from queue q
        cross join lateral (
          select kind, run_at from outbox o where o.state = 'ready' and o.lane = q.lane and o.priority = q.priority
          order by run_at limit 1) oldest
        cross join lateral (
          select count(*) as number from (
            select from outbox o where o.state = 'ready' and o.lane = q.lane and o.priority = q.priority and run_at <= now()
            limit ${COUNTED_MAX}) counted) counts
      where run_at <= now())
    select 'kind' as by, kind as name, sum(number)::int as number, extract(epoch from now() - min(run_at))::float8 as seconds
    from due group by kind
    union all
    (select 'lane', lane, sum(number)::int, extract(epoch from now() - min(run_at))::float8
    from due group by lane order by min(run_at) limit ${LANES_MAX})`)
  const kinds = figuresOf(rows.filter(({ by }) => by === 'kind'))
  return {
    kinds: { rows: { ...NONE_DUE, ...kinds.rows }, seconds: { ...NONE_DUE, ...kinds.seconds } },
    lanes: figuresOf(rows.filter(({ by }) => by === 'lane')),
  }
}

const figuresOf = (rows: Row[]): Figures => ({
  rows: Object.fromEntries(rows.map(({ name, number }) => [name, number])),
  seconds: Object.fromEntries(rows.map(({ name, seconds }) => [name, seconds])),
})
