import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import type { Tx } from '../db/database.ts'
import { auditWritten } from '../signals.ts'
import type { AuditEntry } from './record-audit.ts'
import { hasWebhookEvent } from './webhook-deliveries.ts'

/** So many lines are one statement, which stays far below its limit of time. */
const LINES_AT_ONCE = 1000

/**
 * Writes the lines of many changes, in their order, with the commit. Each of them alone would be a round trip.
 *
 * @throws Error for an event of webhooks: they would not be notified
 */
export function recordAuditLines(tx: Tx, entries: readonly AuditEntry[]): void {
  const events = new Set(entries.map(({ event }) => event))
  for (const event of events)
    if (hasWebhookEvent(event)) throw new Error(`${event} needs its webhook deliveries: use recordAudit`)
  const lines = entries.map(({ event, actorId, subjectId, sessionId, ip, detail = {} }) => ({
    ...{ id: newId(), event, actor_id: actorId, subject_id: subjectId, session_id: sessionId, ip, detail },
  }))
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    tx.atCommit(sql`
      insert into audit_events (id, event, actor_id, subject_id, session_id, ip, detail)
      select l.id, l.event, l.actor_id, l.subject_id, l.session_id, l.ip, l.detail
      from jsonb_to_recordset(${JSON.stringify(lines.slice(at, at + LINES_AT_ONCE))}::jsonb)
        l(id uuid, event text, actor_id uuid, subject_id uuid, session_id uuid, ip text, detail jsonb)`)
  tx.afterCommit(() => {
    for (const event of events) auditWritten.publish(event)
  })
}
