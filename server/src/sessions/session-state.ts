import type { SessionEndReason } from '@gatehouse/contract/session.ts'
import sql, { raw } from 'sql-template-tag'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import { RUNNING_ACTING } from './acting.ts'
import { IS_IN_USE } from './in-use.ts'

export type SessionState = {
  /** The person whose pages the session shows: the one for whom somebody acts in it, or its own. `null` when it signs nobody in. */
  userId: string | null
  /** Why the session is over, when that is known and at most a day old. */
  endReason: SessionEndReason | null
}

const NONE: SessionState = { userId: null, endReason: null }

/**
 * The state of a browser's session, for pages that wait. Unlike every other read, this one does not count as use: a
 * page left open must not keep its session alive.
 */
export async function readSessionState(db: Db, secret: string | undefined): Promise<SessionState> {
  if (secret === undefined) return NONE
  const { rows } = await db.execute<SessionState & { isInUse: boolean }>(sql`
    select coalesce((select t.id ${raw(RUNNING_ACTING)}), s.user_id) as "userId", ${raw(IS_IN_USE)} and s.role_id is not distinct from u.role_id as "isInUse",
      case
        when s.ended_at <= now() - interval '1 day' then null
        when s.ended_at is not null then s.end_reason
        when u.suspended_from <= now() and u.deleted_at is null then 'suspended'
        when not u.is_active or u.deleted_at is not null then 'deactivated'
        when s.role_id is distinct from u.role_id then 'role-changed'
        when s.expires_at <= now() then 'expired'
        else 'idle' end as "endReason"
    from sessions s join users u on u.id = s.user_id
      left join roles r on r.id = u.role_id and r.deleted_at is null
    where s.secret_hash = ${secretHash(secret)} and s.kind = 'cookie'`)
  const [row] = rows
  if (row === undefined) return NONE
  return row.isInUse ? { userId: row.userId, endReason: null } : { userId: null, endReason: row.endReason }
}
