import sql, { raw } from 'sql-template-tag'
import type { Keys } from '../crypto/keys.ts'
import type { Executor } from '../db/database.ts'
import { isPending } from '../db/is-pending.ts'
import { normaliseIdentifier } from '../identity/identifiers.ts'
import { BUCKETS, type Bucket } from './buckets.ts'
import { type Attempted, type Counted, countedAs } from './count-attempt.ts'
import { passwordTriesOf } from './endpoint-limits.ts'

/** An account, with everything that its person may type to sign in. */
export type Limited = { id: string; identifiers: string[] }

/** Limits whose key is an identifier as it was typed. */
const TYPED = ['code-typed', 'codes-email', 'codes-email-day', 'reset-email'] as const
/** Limits whose key is the account. */
const OF_ACCOUNT = [
  ...(['password-change', 'codes-account', 'phone-code-account', 'phone-otp-account'] as const),
  ...(['app-code-account', 'app-changes', 'app-first-codes'] as const),
]

/** The limits that an account has reached now. Those of addresses and browsers are not among them. */
export async function readReached(on: Executor, keys: Keys, account: Limited): Promise<Bucket[]> {
  const { buckets, digests } = columnsOf(keys, account)
  const { rows } = await on.execute<{ bucket: Bucket }>(sql`
    select distinct t.bucket
    from unnest(${buckets}::text[], ${digests}::bytea[], ${buckets.map((one) => BUCKETS[one].windowSeconds)}::int[]) as a (bucket, key, seconds)
      join throttles t using (bucket, key) where ${isPending('t.blocked_until', raw('a.seconds'))} order by t.bucket`)
  return rows.map(({ bucket }) => bucket)
}

/** Clears all counts of an account. */
export async function clearAccount(on: Executor, keys: Keys, account: Limited): Promise<void> {
  const { buckets, digests } = columnsOf(keys, account)
  // Locked in one order, as by counting.
  await on.execute(sql`
    delete from throttles where (bucket, key) in (
      select t.bucket, t.key from unnest(${buckets}::text[], ${digests}::bytea[]) with ordinality as o (bucket, key, place)
        join throttles t on t.bucket = o.bucket and t.key = o.key order by place for update of t)`)
}

function columnsOf(keys: Keys, account: Limited) {
  const counted: Counted[] = countedAs(keys, limitsOf(account))
  return { buckets: counted.map(({ bucket }) => bucket), digests: counted.map(({ key }) => key) }
}

function limitsOf({ id, identifiers }: Limited): Attempted[] {
  const typed = identifiers.filter((one) => one !== '').map(normaliseIdentifier)
  return [
    ...passwordTriesOf(id, identifiers),
    ...OF_ACCOUNT.map((bucket): Attempted => ({ bucket, of: id })),
    { bucket: 'code-account', of: `password ${id}` },
    ...typed.flatMap((of): Attempted[] => [
      ...TYPED.map((bucket): Attempted => ({ bucket, of })),
      ...['none', 'code', 'verify-email'].map(
        (binding): Attempted => ({ bucket: 'code-account', of: `${binding} ${of}` }),
      ),
    ]),
  ]
}
