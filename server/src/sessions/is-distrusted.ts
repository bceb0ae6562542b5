import sql, { join, type Sql } from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import type { EndReason } from './sessions.ts'

/** Somebody has ended the session because another person may have used it. The other reasons come in the course of things. */
const DISTRUSTING: readonly EndReason[] = [
  'password-changed',
  'password-reset',
  'passkey-copied',
  'ended-by-owner',
  'ended-by-administrator',
  'deactivated',
  'suspended',
  'deleted',
]

/**
 * SQL: whether what was begun in a session must not go on without it: the session was distrusted, or was over when the password was
 * changed within 30 days, as whoever used it may have signed out. A later change says nothing about it.
 */
export const isDistrustedSession = (sessionId: Sql): Sql => sql`exists (
  select from sessions s join users u on u.id = s.user_id
  where s.id = ${sessionId} and (s.end_reason in (${join([...DISTRUSTING])})
    or u.password_changed_at > least(s.ended_at, s.expires_at)
      and u.password_changed_at < least(s.ended_at, s.expires_at) + interval '30 days'))`

/** The same of one session. Of a service account there is none. */
export async function isDistrusted(db: Executor, sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false
  const { rows } = await db.execute<{ is: boolean }>(sql`select ${isDistrustedSession(sql`${sessionId}::uuid`)} as is`)
  return rows[0]?.is === true
}
