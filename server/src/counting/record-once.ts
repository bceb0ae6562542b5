import { randomUUID } from 'node:crypto'
import { type AuditEntry, auditLine } from '../audit/record-audit.ts'
import { hmac } from '../crypto/secrets.ts'
import { prepared } from '../db/database.ts'
import type { Deps } from '../deps.ts'

/**
 * Writes a line of the audit unless one was written for the same in this window: a storm of refusals leaves one trace
 * and not a million. Of equal ones at once, at all servers, one is written.
 *
 * @param same what makes two of them the same
 */
export async function recordOnce(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  same: string[],
  windowSeconds: number,
  entry: AuditEntry,
): Promise<void> {
  const key = hmac(keys.throttle, 'noted', entry.event, ...same)
  // Most are noted already: these only read.
  await db.execute(prepared('record-once')`
    with noted as (
      select from throttles where bucket = 'noted' and key = ${key} and window_ends_at > now()),
    first as (
      insert into throttles as t (bucket, key, window_ends_at, count, attempt)
      select 'noted', ${key}::bytea, now() + make_interval(secs => ${windowSeconds}), 1, ${randomUUID()}::uuid
      where not exists (select from noted)
      on conflict (bucket, key) do update set window_ends_at = excluded.window_ends_at
        where t.window_ends_at <= now()
      returning 1)
    ${auditLine(entry)} where exists (select from first)`)
}
