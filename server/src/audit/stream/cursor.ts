import sql, { raw } from 'sql-template-tag'
import type { Db, Executor } from '../../db/database.ts'
import { isPending } from '../../db/is-pending.ts'
import { RETRY_AFTER_MAX_SECONDS } from '../../outbound/request-outbound.ts'

/** A place in the chain: the line at a position of a seal, or, at -1, the seal itself. */
export type Place = { seal: number; position: number }

/** Longer than sending one batch may take (`send-items.ts`). */
const LEASE_SECONDS = 30
/** After the first failure, and at most; doubled after each. Longer only where the receiver asks for it. */
const WAIT_SECONDS = { first: 5, most: 300 }
/** Of a longer queue, so many lines are counted. */
export const COUNTED_MAX = 10_000
const ERROR_MAX = 200

/** Whether something in the chain comes after the place of `s`. */
const IS_BEHIND = raw(`(exists (select from audit_seals q where q.sequence > s.seal)
  or exists (select from audit_leaves l where l.seal = s.seal and l.position > s.position))`)

export const makeCursor = (db: Db) =>
  db.execute(sql`
    insert into audit_stream (id, seal, position, leased_until, failures) values (1, 0, 0, now(), 0)
    on conflict (id) do nothing`)

/**
 * The place after which this server is to send, and how often that has failed in a row; `null` when there is nothing to send, when another server sends, or for
 * a while after a failure.
 */
export async function claimStream(db: Db, holder: string): Promise<(Place & { failures: number }) | null> {
  const { rows } = await db.execute<{ seal: string; position: number; failures: number }>(sql`
    update audit_stream s set holder = ${holder}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where (holder = ${holder} or not ${isPending('leased_until', RETRY_AFTER_MAX_SECONDS)}) and ${IS_BEHIND} returning seal, position, failures`)
  const row = rows[0]
  return row === undefined ? null : { ...row, seal: Number(row.seal) }
}

/** Notes that everything up to a place has arrived. `false`: this server does not hold the lease any more. */
export async function advance(db: Db, holder: string, { seal, position }: Place): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update audit_stream set seal = ${seal}, position = ${position}, failures = 0, last_error = null,
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where holder = ${holder}`)
  return rowCount === 1
}

/** Lets any server try again, after a while that is longer each time. @param asked so many seconds at least */
export async function noteFailure(db: Db, holder: string, reason: string, asked: number): Promise<void> {
  await db.execute(sql`
    update audit_stream set holder = null, failures = failures + 1, last_error = ${reason.slice(0, ERROR_MAX)},
      leased_until = now() + make_interval(
        secs => greatest(${asked}::float8, least(${WAIT_SECONDS.most}::float8, ${WAIT_SECONDS.first} * power(2, least(failures, 20)))))
    where holder = ${holder}`)
}

/** Lets another server go on at once. */
export const release = (db: Db, holder: string) =>
  db.execute(sql`update audit_stream set holder = null, leased_until = now() where holder = ${holder}`)

/** `seconds`: how long the oldest seal that was not sent, or whose lines were not, has waited. */
export type Lag = { lines: number; seconds: number; lastError: string | null }

/** What is sealed and not sent yet. */
export async function readLag(on: Executor): Promise<Lag> {
  const { rows } = await on.execute<Lag>(sql`
    with s as (
      select seal, position, last_error from audit_stream
      union all select 0, 0, null where not exists (select from audit_stream))
    select s.last_error as "lastError",
      (select count(*)::int from (
        select from audit_leaves l where (l.seal, l.position) > (s.seal, s.position) limit ${COUNTED_MAX}) waiting) as lines,
      coalesce((
        select extract(epoch from now() - q.sealed_at)::float8 from audit_seals q
        where q.sequence >= s.seal
          and (q.sequence > s.seal or exists (
            select from audit_leaves l where l.seal = s.seal and l.position > s.position))
        order by q.sequence limit 1), 0) as seconds
    from s`)
  return rows[0] as Lag
}
