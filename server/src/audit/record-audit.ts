import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import type { Db, Tx } from '../db/database.ts'

/** Everything that is worth telling later; a closed list, so that a search for an event finds where it happens. */
export type AuditEvent =
  | 'signin.code-sent'
  | 'signin.failed'
  | 'signin.completed'
  | 'signin.throttled'
  | 'session.ended'
  | 'registration.requested'
  | 'registration.completed'
  | 'registration.assigned'
  | 'password.reset-requested'
  | 'password.reset'
  | 'password.changed'
  | 'launch.granted'
  | 'launch.refused'
  | 'launch.redeemed'
  | 'launch.replayed'
  | 'installation.first-administrator'

export type AuditEntry = {
  event: AuditEvent
  actorId?: string | null
  subjectId?: string | null
  sessionId?: string | null
  ip?: string | null
  /** Facts beside who and what. Never a password, code, token or secret. */
  detail?: Record<string, unknown>
}

/** Writes what happened. Inside the transaction of the change; for a refusal, on its own. */
export async function recordAudit(db: Db | Tx, entry: AuditEntry): Promise<void> {
  const { event, actorId = null, subjectId = null, sessionId = null, ip = null, detail = {} } = entry
  await db.execute(sql`
    insert into audit_events (id, event, actor_id, subject_id, session_id, ip, detail)
    values (${newId()}, ${event}, ${actorId}, ${subjectId}, ${sessionId}, ${ip}, ${JSON.stringify(detail)}::jsonb)`)
}
