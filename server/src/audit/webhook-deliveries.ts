import type { WebhookEvent, WebhookPayload } from '@gatehouse/contract/webhook-events.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Change } from './changes.ts'
import type { AuditEntry, AuditEvent } from './record-audit.ts'

/** What webhooks are told of. All else is for the audit alone. */
const TOLD: Partial<Record<AuditEvent, WebhookEvent>> = {
  'users.created': 'user.created',
  'registration.completed': 'user.registered',
  'users.updated': 'user.updated',
  'users.deleted': 'user.deleted',
  'users.restored': 'user.restored',
  'users.application-assigned': 'assignment.granted',
  'registration.assigned': 'assignment.granted',
  'users.application-detached': 'assignment.removed',
  'users.role-attached': 'role.attached',
  'users.role-detached': 'role.detached',
  'roles.created': 'role.created',
  'roles.updated': 'role.updated',
  'roles.deleted': 'role.deleted',
  'roles.restored': 'role.restored',
  'roles.permission-attached': 'role.permission-attached',
  'roles.permission-detached': 'role.permission-detached',
  'password.changed': 'password.changed',
  'password.reset': 'password.changed',
  'users.password-set': 'password.changed',
  'signin.completed': 'session.started',
  'session.ended': 'session.ended',
  'users.sessions-ended': 'session.ended',
  'applications.created': 'application.created',
  'applications.updated': 'application.updated',
  'applications.deleted': 'application.deleted',
  'applications.restored': 'application.restored',
  'applications.secret-renewed': 'application.secret-renewed',
  'applications.secret-added': 'application.secret-renewed',
  'clients.created': 'client.created',
  'clients.updated': 'client.updated',
  'clients.deleted': 'client.deleted',
  'clients.restored': 'client.restored',
  'messages.failed': 'message.failed',
}

/** The event that webhooks are told of a line of the audit, or `null`. */
function webhookEventOf({ event, detail }: AuditEntry): WebhookEvent | null {
  const told = TOLD[event] ?? null
  if (told !== 'user.updated') return told
  const status = changesOf(detail)?.find(({ field }) => field === 'isActive')
  if (status === undefined) return told
  return status.after === true ? 'user.reactivated' : 'user.deactivated'
}

/**
 * Statements to follow the one that writes a line of the audit, as parts of it: a delivery, and its line in the outbox,
 * for each active webhook that wants the event. `null`: no webhook is ever told of it.
 *
 * `form` tells apart the texts that the statement may have, to prepare each.
 *
 * Ids of deliveries begin as that of the line does, so that they are in the order of what happened.
 */
export function enqueueWebhooks(id: string, entry: AuditEntry): { parts: Sql; form: string } | null {
  const event = webhookEventOf(entry)
  if (event === null) return null
  const { body, form } = bodyOf(id, event, entry)
  const parts = sql`
    told as (
      insert into webhook_deliveries (id, webhook_id, event_id, event, body)
      select (left(${id}, 24) || right(gen_random_uuid()::text, 12))::uuid, w.id, ${id}::uuid, ${event}, ${body}
      from webhooks w where w.status = 'ACTIVE' and w.deleted_at is null and ${event} = any(w.events)
      returning id, webhook_id)
    insert into outbox (id, kind, lane) select id, 'webhook', 'webhook:' || webhook_id from told`
  return { parts, form }
}

/** The name of somebody whom the line names by id alone is looked up where there is a webhook to tell. */
function bodyOf(id: string, event: WebhookEvent, entry: AuditEntry): { body: Sql; form: 'told' | 'told-with-name' } {
  const { subjectId, detail: { name } = {} } = entry
  const body = JSON.stringify(payloadOf(id, event, entry))
  if (!subjectId || name !== undefined) return { body: sql`${body}`, form: 'told' }
  const named = sql`
    jsonb_set(${body}::jsonb, '{data,subject,name}', to_jsonb(coalesce((
      select first_name || ' ' || last_name from users where id = ${subjectId}), '')))::text`
  return { body: named, form: 'told-with-name' }
}

/** Events of one session, which is theirs; everything else happens in the session of whoever does it. */
const OF_A_SESSION: AuditEvent[] = ['signin.completed', 'session.ended']

function payloadOf(id: string, type: WebhookEvent, { event, actorId, subjectId, sessionId, detail }: AuditEntry) {
  const { name = '', changes: _, ...details } = detail ?? {}
  const changes = changesOf(detail)
  const payload: WebhookPayload = {
    type,
    timestamp: new Date().toISOString(),
    data: {
      id,
      actor: actorId ? { id: actorId } : null,
      subject: subjectId ? { id: subjectId, name: String(name) } : null,
      ...(sessionId && OF_A_SESSION.includes(event) && { sessionId }),
      ...(changes && { changes }),
      ...(Object.keys(details).length > 0 && { details }),
    },
  }
  return payload
}

function changesOf(detail: AuditEntry['detail']): Change[] | undefined {
  // Whoever records an event writes its changes in this form.
  return Array.isArray(detail?.changes) ? (detail.changes as Change[]) : undefined
}
