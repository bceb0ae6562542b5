import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import type { Keys } from '../crypto/keys.ts'
import { hmac } from '../crypto/secrets.ts'
import { type Db, type Executor, prepared, type Tx } from '../db/database.ts'
import { CLOCK_SLACK_SECONDS, isPending } from '../db/is-pending.ts'
import { refusalOf, refuseIf } from '../db/refuse.ts'
import type { Deps } from '../deps.ts'
import { BUCKETS, type Bucket, ruleOf } from './buckets.ts'
import { type Refusal, TooManyAttempts } from './too-many-attempts.ts'

/** One attempt: a bucket, and the key that is counted (an address, an account, or both). */
export type Attempted = {
  bucket: Bucket
  of: string
  /**
   * When the bucket is closed, no error is thrown: the caller does the same work and refuses as for an unknown account.
   */
  isHidden?: true
}

/** An attempt after counting: instead of the text that was typed, only its keyed digest is kept. */
export type Counted = {
  bucket: Bucket
  key: Buffer
  isHidden: boolean
  /** This attempt was the last one allowed: the next one is refused. True once each time a bucket closes. */
  closes: boolean
  /** For a hidden bucket: it is closed, and this attempt was not counted. */
  isClosed: boolean
}

type Options = {
  /**
   * Counts when this transaction commits. For `requests` only, which are never given back: without the commit there was
   * no request.
   */
  tx?: Tx
  /** Sends the statement together with others. */
  on?: Executor
  /** The account for the audit line of a refusal. */
  subjectId?: string | null
  /** The administrator who acts for it. */
  actorId?: string | null
}

export type CountDeps = Pick<Deps, 'db' | 'keys' | 'config'>

/** And never longer than the window of the rule. */
const BACKOFF_MAX_SECONDS = 15 * 60

/**
 * A row from a time when the database's clock was ahead: it ends later than a window that begins now, so it is over. Not by
 * less than the slack, since the transaction that wrote it may have begun after this one.
 */
const LATEST = raw(`excluded.window_ends_at + interval '${CLOCK_SLACK_SECONDS} seconds'`)
const IS_BLOCKED = sql`coalesce(t.blocked_until > now() and t.blocked_until <= ${LATEST}, false)`
const IS_OVER = sql`(t.window_ends_at <= now() or t.window_ends_at > ${LATEST})`

/**
 * Counts one attempt in every bucket, before anything is compared or hashed; a bucket of `failures` is only checked
 * (see `countFailures`).
 *
 * One statement in its own transaction: parallel attempts cannot share a count, and no rollback gives one back. A
 * refused attempt is not counted in any bucket: a flood of attempts does not lengthen its own wait, and a flood from
 * one address does not close an account for others.
 *
 * @throws TooManyAttempts with `retryAfterSeconds` when a bucket is closed and not hidden
 * @returns what was counted, to be cleared or given back when the result is known
 */
export async function countAttempt(
  deps: CountDeps,
  attempts: Attempted[],
  { tx, on, subjectId = null, actorId = null }: Options = {},
): Promise<Counted[]> {
  if (attempts.length === 0) return []
  const counted = countedAs(deps.keys, attempts)
  return settled(counted, await count(tx ?? on ?? deps.db, deps, counted, counts), { subjectId, actorId })
}

/**
 * The same of `requests`, in a transaction without whose commit there was none.
 *
 * @throws TooManyAttempts
 */
export async function countWithin(
  tx: Tx,
  deps: Omit<CountDeps, 'db'>,
  attempts: Attempted[],
  subjectId: string | null,
): Promise<void> {
  const counted = countedAs(deps.keys, attempts)
  settled(counted, await count(tx, deps, counted, counts), { subjectId })
}

/**
 * The same in a batch, which a refusal stops: then nothing is counted, and the statements after it are not executed.
 *
 * @throws an error that `tooManyAttempts` can interpret
 */
export async function countInBatch(deps: CountDeps, batch: Tx, attempts: Attempted[]): Promise<Counted[]> {
  const counted = countedAs(deps.keys, attempts)
  return settled(counted, await count(batch, deps, counted, counts, { refuses: true }), { subjectId: null })
}

/** Interprets the error of a batch that counted these attempts: `TooManyAttempts`, or the error unchanged. */
export function tooManyAttempts(
  { keys }: Pick<Deps, 'keys'>,
  attempts: Attempted[],
  subjectId: string | null,
  error: unknown,
): unknown {
  const [bucket, waits] = refusalOf(error)?.split(' ') ?? []
  const attempted = attempts.find((one) => one.bucket === bucket)
  if (attempted === undefined) return error
  return new TooManyAttempts(Number(waits), {
    ...{ bucket: attempted.bucket, key: attemptKey(keys, attempted), subjectId },
  })
}

const counts = ({ bucket }: Counted) => BUCKETS[bucket].counts !== 'failures'

/** @throws TooManyAttempts */
function settled(counted: Counted[], rows: CountedRow[], who: Pick<Refusal, 'subjectId' | 'actorId'>): Counted[] {
  const closed = rows.filter(({ waits }) => waits > 0)
  const refusing = closed.filter(({ bucket }) => !counted.some((one) => one.bucket === bucket && one.isHidden))
  const longest = refusing.toSorted((a, b) => b.waits - a.waits)[0]
  if (longest !== undefined) {
    const { bucket, key } = counted.find((one) => one.bucket === longest.bucket) as Counted
    throw new TooManyAttempts(longest.waits, { bucket, key, ...who })
  }
  return counted.map((one) => ({
    ...one,
    closes: rows.some(({ bucket, closes }) => closes && bucket === one.bucket),
    isClosed: closed.some(({ bucket }) => bucket === one.bucket),
  }))
}

/** Counts an attempt that was wrong in its buckets of `failures`. */
export async function countFailures(deps: CountDeps, counted: Counted[]): Promise<void> {
  const failed = counted.filter(({ bucket }) => BUCKETS[bucket].counts === 'failures')
  if (failed.length > 0) await count(deps.db, deps, failed, () => true)
}

/** Clears the counts of attempts of a person who has authenticated. Requests and failures stay. */
export async function clearCounts(db: Db | Tx, counted: Counted[]): Promise<void> {
  const own = attemptsOf(counted)
  if (own.length === 0) return
  await db.execute(prepared('clear-counts')`
    with own as (${inOrder(own)})
    delete from throttles where (bucket, key) in (select bucket, key from own)`)
}

/** Gives back an attempt that was not judged, for example because the server is busy. */
export async function giveBack(db: Db | Tx, counted: Counted[]): Promise<void> {
  const own = attemptsOf(counted).filter(({ isClosed }) => !isClosed)
  if (own.length === 0) return
  await db.execute(prepared('give-back')`
    with own as (${inOrder(own)})
    update throttles set count = greatest(count - 1, 0), blocked_until = null
    where (bucket, key) in (select bucket, key from own)`)
}

/** The keys under which attempts are counted, for looking up or clearing counts made elsewhere. */
export function countedAs(keys: Keys, attempts: Attempted[]): Counted[] {
  const counted = attempts.map((one) => ({
    ...{ bucket: one.bucket, key: attemptKey(keys, one), isHidden: one.isHidden === true },
    ...{ closes: false, isClosed: false },
  }))
  // A fixed order, so that two transactions never wait for each other's rows (deadlock).
  return counted.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1))
}

export const attemptKey = (keys: Keys, { bucket, of }: Attempted): Buffer => hmac(keys.throttle, bucket, of)

const attemptsOf = (counted: Counted[]) => counted.filter(({ bucket }) => BUCKETS[bucket].counts === 'attempts')

/** The rows of these attempts, locked in the same order as counting locks them. */
const inOrder = (counted: Counted[]) => sql`
  select t.bucket, t.key from unnest(${counted.map(({ bucket }) => bucket)}::text[], ${counted.map(({ key }) => key)}::bytea[])
    with ordinality as o (bucket, key, place) join throttles t on t.bucket = o.bucket and t.key = o.key
  order by place for update of t`

/** The longest wait, and the bucket that causes it. */
const REFUSES = sql`(
  select ${refuseIf(sql`true`, sql`f.bucket || ' ' || f.waits`)} from found f join asked using (bucket)
  where f.waits > 0 and not hidden order by f.waits desc limit 1)`

export type CountedRow = { bucket: Bucket; waits: number; closes: boolean; remains: number | null }

/**
 * @param weight how many requests are counted at once
 * @param refuses the statement fails when a bucket is closed and not hidden
 */
export async function count(
  db: Executor,
  { config }: Pick<Deps, 'config'>,
  counted: Counted[],
  isCounted: (one: Counted) => boolean,
  { weight = 1, refuses = false } = {},
): Promise<CountedRow[]> {
  const rules = counted.map(({ bucket }) => ruleOf(bucket, config.mode))
  const attempt = randomUUID()
  const { rows } = await db.execute<CountedRow>(prepared(refuses ? 'count-or-refuse' : 'count-attempt')`
    with asked as (
      select * from unnest(${counted.map(({ bucket }) => bucket)}::text[], ${counted.map(({ key }) => key)}::bytea[],
        ${rules.map(({ free }) => free)}::int[], ${rules.map(({ windowSeconds }) => windowSeconds)}::int[],
        ${rules.map(({ after }) => after === 'backoff')}::bool[], ${counted.map(isCounted)}::bool[],
        ${counted.map(({ isHidden }) => isHidden)}::bool[]) as a (bucket, key, free, seconds, backoff, counts, hidden)),
    closed as (
      select t.bucket, t.blocked_until from asked join throttles t using (bucket, key)
      where ${isPending('t.blocked_until', raw('seconds'))} and not hidden),
    counted as (
      insert into throttles as t (bucket, key, window_ends_at, count, blocked_until, attempt)
      select bucket, key, now() + make_interval(secs => seconds), ${weight}::int, null, ${attempt}::uuid
      from asked where counts and not exists (select from closed)
      on conflict (bucket, key) do update set
        count = case when ${IS_BLOCKED} then t.count when ${IS_OVER} then excluded.count
          else t.count + excluded.count end,
        attempt = case when ${IS_BLOCKED} then t.attempt else excluded.attempt end,
        window_ends_at = case when ${IS_OVER} and not ${IS_BLOCKED}
          then excluded.window_ends_at else t.window_ends_at end,
        blocked_until = case
          when ${IS_BLOCKED} then t.blocked_until
          when ${IS_OVER} then null
          else (
            select case
              when t.count + excluded.count < a.free then null
              when a.backoff then now() + make_interval(secs =>
                least(${BACKOFF_MAX_SECONDS}, a.seconds, power(2, least(t.count + excluded.count - a.free, 20))))
              else t.window_ends_at end
            from asked a where a.bucket = t.bucket and a.key = t.key)
          end
      returning bucket, attempt = ${attempt}::uuid and coalesce(blocked_until > now(), false) as closes,
        case when attempt = ${attempt}::uuid then 0 else extract(epoch from blocked_until - now())::float end as waits,
        extract(epoch from window_ends_at - now())::float as remains),
    found as (
      select bucket, waits, closes, remains from counted
      union all select bucket, extract(epoch from blocked_until - now())::float, false, null from closed)
    select found.*, ${refuses ? REFUSES : sql`null`} as refused from found`)
  return rows
}
