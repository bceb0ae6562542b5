import { randomUUID } from 'node:crypto'
import { type AuditEntry, auditLine } from '../audit/record-audit.ts'
import { hmac } from '../crypto/secrets.ts'
import { prepared } from '../db/database.ts'
import { isPending } from '../db/is-pending.ts'
import type { Deps } from '../deps.ts'
import { auditWritten } from '../signals.ts'

/**
 * Writes an audit line unless one with the same key was written in this window: a flood of refusals leaves one line,
 * not a million. Of simultaneous equal calls, on all servers, one writes.
 *
 * @param same the key
 */
export async function recordOnce(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  same: string[],
  windowSeconds: number,
  entry: AuditEntry,
): Promise<void> {
  const key = hmac(keys.throttle, 'noted', entry.event, ...same)
  // Most lines exist already: then the statement only reads.
  const { rowCount } = await db.execute(prepared('record-once')`
    with noted as (
      select from throttles where bucket = 'noted' and key = ${key} and ${isPending('window_ends_at', windowSeconds)}),
    first as (
      insert into throttles as t (bucket, key, window_ends_at, count, attempt)
      select 'noted', ${key}::bytea, now() + make_interval(secs => ${windowSeconds}), 1, ${randomUUID()}::uuid
      where not exists (select from noted)
      on conflict (bucket, key) do update set window_ends_at = excluded.window_ends_at
        where not ${isPending('t.window_ends_at', windowSeconds)}
      returning 1)
    ${auditLine(entry)} where exists (select from first)`)
  if (rowCount === 1) auditWritten.publish(entry.event)
}
