import type { Db, Tx } from '../db/open.ts'
import { auditEvents } from '../db/schema/platform.ts'
import { newId } from '../crypto/ids.ts'

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
  await db.insert(auditEvents).values({ id: newId(), ...entry })
}
