import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { makeRounds, type Rounds } from '../rounds.ts'
import type { AuditEvent } from './record-audit.ts'

/** The events that open an application: from its tile, or by the application's own sign-in with OpenID Connect. */
export const LAUNCH_EVENTS = ['launch.granted', 'oidc.signed-in'] as const satisfies AuditEvent[]

/** The counted events. The trigger of migration 0021 queues the same ones: another event needs another migration. */
export const COUNTED_EVENTS = [
  'signin.completed',
  'signin.failed',
  'signin.throttled',
  ...LAUNCH_EVENTS,
] as const satisfies AuditEvent[]
export type CountedEvent = (typeof COUNTED_EVENTS)[number]

/** How many days counts are kept. */
export const COUNTS_DAYS = 60

const ROUND_MS = 10_000
const BATCH = 10_000

/**
 * Moves audit lines from the queue into the counts, and counts the lines that are older than the queue. Each batch is
 * one statement, so that removing from the queue and counting cannot fall apart. Of several servers one counts; the
 * others skip it.
 */
export async function countActivity(db: Db, isStopped: () => boolean = () => false): Promise<void> {
  while (!isStopped() && (await countQueue(db)) === BATCH);
  while (!isStopped() && (await countEarlier(db)));
}

async function countQueue(db: Db): Promise<number> {
  const { rows } = await db.execute<{ taken: number }>(sql`
    with mine as (select 1 from activity_progress where id = 1 for update skip locked),
    lines as (
      delete from activity_queue
      where exists (select from mine) and ctid = any(array(select ctid from activity_queue limit ${BATCH}))
      returning event, at, application_id),
    ${ADD}
    select count(*)::int as taken from lines`)
  return rows[0]?.taken ?? 0
}

/** @returns whether there is more to count, and no other server is counting */
async function countEarlier(db: Db): Promise<boolean> {
  const isOld = raw(`now() - interval '${COUNTS_DAYS} days'`)
  const { rows } = await db.execute<{ hasMore: boolean }>(sql`
    with mine as (
      select earlier_than from activity_progress where id = 1 and earlier_than is not null for update skip locked),
    found as (
      select number, event, subject_id, at from audit_events where number < (select earlier_than from mine)
      order by number desc limit ${BATCH}),
    lines as (
      select event, at, case when event = any(${LAUNCH_EVENTS}::text[]) then subject_id end as application_id
      from found where event = any(${COUNTED_EVENTS}::text[]) and at > ${isOld}),
    ${ADD}
    update activity_progress set earlier_than = (select case when max(at) > ${isOld} then min(number) end from found)
    where id = 1 and exists (select from mine) returning earlier_than is not null as "hasMore"`)
  return rows[0]?.hasMore ?? false
}

const QUARTER = 'to_timestamp(floor(extract(epoch from at) / 900) * 900)'
const DAY = "date_trunc('day', at, 'UTC')"

const LAUNCH_COLUMNS = { launched: 'launch.granted', open_id_sign_ins: 'oidc.signed-in' } as const
/** The columns of a quarter of an hour, and the event that each counts. */
export const QUARTER_COLUMNS = {
  signed_in: 'signin.completed',
  failed: 'signin.failed',
  throttled: 'signin.throttled',
  ...LAUNCH_COLUMNS,
} as const satisfies Record<string, CountedEvent>

/** Adds `lines` to a table. `key`: the columns that identify a row, each with its source. */
function addTo(
  table: string,
  key: Record<string, string>,
  columns: Record<string, CountedEvent>,
  where = 'true',
): string {
  const [keys, names] = [Object.keys(key), Object.keys(columns)]
  const counts = Object.values(columns).map((event) => `count(*) filter (where event = '${event}')`)
  return `insert into ${table} (${[...keys, ...names].join(', ')})
    select ${[...Object.values(key), ...counts].join(', ')} from lines where ${where} group by ${keys.map((_, n) => n + 1).join(', ')}
    on conflict (${keys.join(', ')}) do update set ${names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`
}

const OF_APPLICATION = 'application_id is not null'
const ofApplication = (startsAt: string) => ({ starts_at: startsAt, application_id: 'application_id' })
/** Adds `lines` to the counts. Quarters of an hour make up the days of every time zone. */
const ADD: Sql = raw(`
  quarters as (${addTo('activity_quarters', { starts_at: QUARTER }, QUARTER_COLUMNS)}),
  of_applications as (${addTo('application_quarters', ofApplication(QUARTER), LAUNCH_COLUMNS, OF_APPLICATION)}),
  days as (${addTo('application_days', ofApplication(DAY), LAUNCH_COLUMNS, OF_APPLICATION)})`)

/** Counts continuously, in the background. */
export function makeActivityCounter({ db, log }: Pick<Deps, 'db' | 'log'>): Rounds {
  return makeRounds(
    ROUND_MS,
    (isStopped) => countActivity(db, isStopped),
    (error) => log.warn({ err: error }, 'activity could not be counted'),
  )
}
