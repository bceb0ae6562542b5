import sql from 'sql-template-tag'
import type { Db } from './database.ts'

/** What may go, long after it has lost its meaning: correctness never waits for this (security note D4). */
const EXPIRED = [
  sql`delete from throttles where window_ends_at < now() and coalesce(blocked_until, now()) <= now()`,
  sql`delete from served_requests where expires_at < now()`,
  sql`delete from challenges where expires_at < now() - interval '1 day'`,
  sql`delete from sign_ups where expires_at < now() - interval '7 days'`,
  sql`delete from reset_links where expires_at < now() - interval '1 day'`,
  sql`delete from launch_tokens where expires_at < now() - interval '1 day'`,
  sql`delete from sessions where expires_at < now() - interval '30 days' or ended_at < now() - interval '30 days'`,
  sql`delete from outbox where state <> 'ready' and settled_at < now() - interval '30 days'`,
  sql`delete from inbox where at < now() - interval '7 days'`,
]

export async function prune(db: Db): Promise<void> {
  for (const statement of EXPIRED) await db.execute(statement)
}
