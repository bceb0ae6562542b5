import sql, { raw } from 'sql-template-tag'
import type { Executor, Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { isDistrusted } from '../../../sessions/is-distrusted.ts'
import { findCaller } from '../../engine/find-caller.ts'
import { requireMayTouch } from '../../engine/guard/guard.ts'

/** Whether a person has console permissions, so that two administrators must agree on their recovery. */
export async function administers(db: Executor, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from users u join role_permissions rp on rp.role_id = u.role_id where u.id = ${userId} limit 1`)
  return rows.length > 0
}

/** Who stands for a recovery, and in which session they started or approved it. */
export type StoodFor = {
  startedBy: string
  sessionId: string
  approvedBy: string | null
  approvedSessionId: string | null
}

/** SQL: the same of a row. */
export const STOOD_FOR = raw(`started_by as "startedBy", session_id as "sessionId", approved_by as "approvedBy",
  approved_session_id as "approvedSessionId"`)

/**
 * Whether those who stand for a recovery may still do so, and the account is active: days pass until its link is used, in which an
 * administrator may leave, or say that somebody else used the session in which it was started or approved, or the person may become one.
 */
export async function isStillAllowed(tx: Tx, userId: string, by: StoodFor): Promise<boolean> {
  const { startedBy, sessionId, approvedBy, approvedSessionId } = by
  const { rowCount } = await tx.execute(sql`
    select from users where id = ${userId} and is_active and deleted_at is null`)
  if (rowCount !== 1) return false
  if ((await isDistrusted(tx, sessionId)) || (await isDistrusted(tx, approvedSessionId))) return false
  if (approvedBy === null && (await administers(tx, userId))) return false
  for (const id of approvedBy === null ? [startedBy] : [startedBy, approvedBy]) {
    const caller = await findCaller(tx, { userId: id, sessionId })
    if (!caller?.permissions.includes('users:write')) return false
    try {
      await requireMayTouch(tx, caller, 'credential', userId)
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }
  return true
}
