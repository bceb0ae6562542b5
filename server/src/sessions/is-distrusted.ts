import sql from 'sql-template-tag'
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
 * Whether what was begun in a session must not go on without it: the session was distrusted, or was over when the password was
 * changed, as whoever used it may have signed out.
 */
export async function isDistrusted(db: Executor, sessionId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and (s.end_reason = any(${DISTRUSTING}::text[])
      or u.password_changed_at > coalesce(s.ended_at, s.expires_at))`)
  return rowCount === 1
}
