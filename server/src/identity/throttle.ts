import { randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Keys } from '../crypto/keys.ts'
import { hmac } from '../crypto/secrets.ts'
import { type Db, prepared, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'

/**
 * What is counted, how many are free, in which window, and what follows: `window` waits for its end, `backoff`
 * waits 1, 2, 4 … seconds up to 15 minutes after each further attempt (security notes D4, D22).
 */
const BUCKETS = {
  'login-requests-ip': { free: 20, windowSeconds: 60, after: 'window' },
  'login-failures-ip': { free: 50, windowSeconds: 600, after: 'window' },
  'login-pair': { free: 5, windowSeconds: 3600, after: 'backoff' },
  'login-device': { free: 10, windowSeconds: 3600, after: 'backoff' },
  'login-strangers': { free: 20, windowSeconds: 3600, after: 'window' },
  'login-account': { free: 100, windowSeconds: 10 * 365 * 86_400, after: 'window' },
  'otp-ip': { free: 10, windowSeconds: 60, after: 'window' },
  'code-account': { free: 5, windowSeconds: 3600, after: 'window' },
  'code-ip': { free: 20, windowSeconds: 3600, after: 'window' },
  'sign-up-ip': { free: 5, windowSeconds: 3600, after: 'window' },
  'reset-ip': { free: 5, windowSeconds: 3600, after: 'window' },
  'reset-address': { free: 3, windowSeconds: 3600, after: 'window' },
  'lookup-ip': { free: 30, windowSeconds: 60, after: 'window' },
  'phone-code-account': { free: 5, windowSeconds: 3600, after: 'window' },
  'phone-code-number': { free: 5, windowSeconds: 3600, after: 'window' },
  'phone-otp-account': { free: 20, windowSeconds: 3600, after: 'window' },
  'password-change': { free: 5, windowSeconds: 3600, after: 'backoff' },
  'client-failures': { free: 20, windowSeconds: 60, after: 'window' },
  'long-requests': { free: 20, windowSeconds: 60, after: 'window' },
  'message-test': { free: 20, windowSeconds: 3600, after: 'window' },
  'upload-minute': { free: 30, windowSeconds: 60, after: 'window' },
  'upload-day': { free: 300, windowSeconds: 86_400, after: 'window' },
} as const satisfies Record<string, { free: number; windowSeconds: number; after: 'window' | 'backoff' }>

export type Bucket = keyof typeof BUCKETS

/** One thing to count: a bucket and what it is counted for (an address, an account, both). */
export type Attempted = { bucket: Bucket; of: string }

/** The same once it is counted: what people typed is not kept, only its keyed digest. */
export type Counted = {
  bucket: Bucket
  key: Buffer
  /** It was the last one free: whoever comes next is refused. Told once for each time that a bucket closes. */
  closes: boolean
}

const BACKOFF_MAX_SECONDS = 15 * 60
/** On a developer's machine everybody comes from one address. */
const DEVELOPMENT_ADDRESS_FACTOR = 20

/**
 * Counts one attempt in every bucket, before anything is compared or hashed.
 *
 * One statement in its own transaction: parallel attempts cannot share a count, and no rollback gives one back.
 * Whoever is blocked is not counted further, in no bucket: a storm of attempts does not lengthen its own wait, and from
 * one address does not close an account to all others.
 *
 * @throws AppError too_many_attempts with `retryAfterSeconds` when any bucket is closed
 * @returns what was counted, to be forgiven when the attempt turns out well
 */
export async function countAttempt(
  { db, keys, config }: Pick<Deps, 'db' | 'keys' | 'config'>,
  attempts: Attempted[],
): Promise<Counted[]> {
  const attempt = randomUUID()
  // A fixed order, so that two attempts never wait for each other's rows.
  const counted = countedAs(keys, attempts).toSorted((a, b) => a.bucket.localeCompare(b.bucket))
  const rules = counted.map(({ bucket }) => rule(bucket, config))
  const { rows } = await db.pool.query<{ bucket: Bucket; waits: number; closes: boolean }>({
    name: 'count-attempt',
    text: COUNT,
    values: [
      attempt,
      counted.map(({ bucket }) => bucket),
      counted.map(({ key }) => key),
      rules.map(({ free }) => free),
      rules.map(({ windowSeconds }) => windowSeconds),
      rules.map(({ after }) => after === 'backoff'),
    ],
  })
  const wait = Math.max(0, ...rows.map(({ waits }) => waits))
  if (wait > 0) throw new AppError('too_many_attempts', { data: { retryAfterSeconds: Math.ceil(wait) } })
  return counted.map((one) => ({ ...one, closes: rows.some(({ bucket, closes }) => closes && bucket === one.bucket) }))
}

/** Under what attempts are counted, for those to be looked up or forgiven that were made elsewhere. */
export function countedAs(keys: Keys, attempts: Attempted[]): Counted[] {
  return attempts.map((one) => ({ bucket: one.bucket, key: attemptKey(keys, one), closes: false }))
}

export const attemptKey = (keys: Keys, { bucket, of }: Attempted): Buffer => hmac(keys.throttle, bucket, of)

/**
 * Forgets what was counted for whoever has proved themselves. An address that many people share loses this one attempt
 * only: what others did from there stays.
 */
export async function forgive(db: Db | Tx, counted: Counted[]): Promise<void> {
  const isShared = ({ bucket }: Counted) => bucket.endsWith('-ip')
  const shared = counted.filter(isShared)
  const own = counted.filter((one) => !isShared(one))
  const buckets = (some: Counted[]) => some.map(({ bucket }) => bucket)
  const digests = (some: Counted[]) => some.map(({ key }) => key)
  await db.execute(
    prepared('forgive')`
    with forgotten as (
      delete from throttles where (bucket, key) in (select * from unnest(${buckets(own)}::text[], ${digests(own)}::bytea[])))
    update throttles set count = greatest(count - 1, 0), blocked_until = null
    where (bucket, key) in (select * from unnest(${buckets(shared)}::text[], ${digests(shared)}::bytea[]))`,
  )
}

function rule(bucket: Bucket, config: Config) {
  const { free, ...rest } = BUCKETS[bucket]
  const isShared = config.mode === 'development' && bucket.endsWith('-ip')
  return { ...rest, free: isShared ? free * DEVELOPMENT_ADDRESS_FACTOR : free }
}

const COUNT = `
  with asked as (select * from unnest($2::text[], $3::bytea[], $4::int[], $5::int[], $6::bool[]) as a (bucket, key, free, seconds, backoff)),
  closed as (select t.bucket, t.blocked_until from asked join throttles t using (bucket, key) where t.blocked_until > now()),
  counted as (
    insert into throttles as t (bucket, key, window_ends_at, count, blocked_until, attempt)
    select bucket, key, now() + make_interval(secs => seconds), 1, null, $1::uuid from asked where not exists (select from closed)
    on conflict (bucket, key) do update set
      count = case when t.blocked_until > now() then t.count when t.window_ends_at <= now() then 1 else t.count + 1 end,
      attempt = case when t.blocked_until > now() then t.attempt else excluded.attempt end,
      window_ends_at = case when t.window_ends_at <= now() and not coalesce(t.blocked_until > now(), false)
        then excluded.window_ends_at else t.window_ends_at end,
      blocked_until = case
        when t.blocked_until > now() then t.blocked_until
        when t.window_ends_at <= now() then null
        else (
          select case
            when t.count + 1 < a.free then null
            when a.backoff then now() + make_interval(secs => least(${BACKOFF_MAX_SECONDS}, power(2, least(t.count + 1 - a.free, 20))))
            else t.window_ends_at end
          from asked a where a.bucket = t.bucket and a.key = t.key)
        end
    returning bucket, attempt = $1::uuid and coalesce(blocked_until > now(), false) as closes,
      case when attempt = $1::uuid then 0 else extract(epoch from blocked_until - now())::float end as waits)
  select bucket, waits, closes from counted
  union all select bucket, extract(epoch from blocked_until - now())::float, false from closed`
