import type { WebhookEvent, WebhookPayload } from '@gatehouse/contract/webhook-events.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { fullNameIn } from '../db/full-name.ts'
import { insertRows } from '../outbox/insert-rows.ts'
import type { Change } from './changes.ts'
import type { AuditEntry, AuditEvent } from './record-audit.ts'

/** The webhook event of each audit event; audit events without one stay in the audit alone. */
const WEBHOOK_EVENT_OF: Partial<Record<AuditEvent, WebhookEvent>> = {
  'users.created': 'user.created',
  'registration.completed': 'user.registered',
  'users.updated': 'user.updated',
  'users.recovered': 'user.updated',
  'contact.email-changed': 'user.updated',
  'contact.phone-changed': 'user.updated',
  'contact.change-undone': 'user.updated',
  'users.deleted': 'user.deleted',
  'users.restored': 'user.restored',
  'users.application-assigned': 'assignment.granted',
  'registration.assigned': 'assignment.granted',
  'users.application-detached': 'assignment.removed',
  'users.application-ended': 'assignment.removed',
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
  'applications.question-uncovered': 'approval.uncovered',
  'clients.created': 'client.created',
  'clients.updated': 'client.updated',
  'clients.deleted': 'client.deleted',
  'clients.restored': 'client.restored',
  'messages.failed': 'message.failed',
  'reviews.started': 'review.started',
  'reviews.decided': 'review.decided',
  'reviews.carried-out': 'review.completed',
  'reviews.cancelled': 'review.cancelled',
}

export const hasWebhookEvent = (event: AuditEvent): boolean => event in WEBHOOK_EVENT_OF

/** The webhook event for a line of the audit, or `null`. */
function webhookEventOf({ event, detail }: AuditEntry): WebhookEvent | null {
  const webhookEvent = WEBHOOK_EVENT_OF[event] ?? null
  if (webhookEvent !== 'user.updated') return webhookEvent
  const status = changesOf(detail)?.find(({ field }) => field === 'isActive')
  if (status === undefined) return webhookEvent
  return status.after === true ? 'user.reactivated' : 'user.deactivated'
}

/**
 * More parts for the statement that writes a line of the audit: for each active webhook that wants the event, a
 * delivery and its outbox row. `null`: the event is never sent to webhooks.
 *
 * `form` distinguishes the texts that the statement may have, so that each can be prepared.
 *
 * Ids of deliveries begin like the id of the line, so that they sort in the order of the events.
 */
export function enqueueWebhooks(id: string, entry: AuditEntry): { parts: Sql; form: string } | null {
  const event = webhookEventOf(entry)
  if (event === null) return null
  const { body, form } = bodyOf(id, event, entry)
  const parts = sql`
    delivered as (
      insert into webhook_deliveries (id, webhook_id, event_id, event, body)
      select (left(${id}, 24) || right(gen_random_uuid()::text, 12))::uuid, w.id, ${id}::uuid, ${event}, ${body}
      from webhooks w where w.status = 'ACTIVE' and w.deleted_at is null and ${event} = any(w.events)
      returning id, webhook_id)
    ${insertRows(['id', 'kind', 'lane'], sql`select id, 'webhook', 'webhook:' || webhook_id from delivered`)}`
  return { parts, form }
}

/** When the line names its subject by id alone, the name is looked up in the statement. */
function bodyOf(
  id: string,
  event: WebhookEvent,
  entry: AuditEntry,
): { body: Sql; form: 'delivered' | 'delivered-with-name' } {
  const { subjectId, detail: { name } = {} } = entry
  const data = JSON.stringify(dataOf(id, entry))
  if (!subjectId || name !== undefined) return { body: payloadWith(event, sql`${data}::text`), form: 'delivered' }
  const named = sql`
    jsonb_set(${data}::jsonb, '{subject,name}', to_jsonb(coalesce((
      select ${raw(fullNameIn('users'))} from users where id = ${subjectId}), '')))::text`
  return { body: payloadWith(event, named), form: 'delivered-with-name' }
}

/** The time is that of the line: the database's. */
const payloadWith = (type: WebhookEvent, data: Sql): Sql => sql`
  ${`{"type":${JSON.stringify(type)},"timestamp":"`}::text
    || to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","data":' || ${data} || '}'`

/**
 * Events about a session, which is named in the payload; for other events `sessionId` is only the session of the actor.
 */
const SESSION_EVENTS: AuditEvent[] = ['signin.completed', 'session.ended']

function dataOf(id: string, { event, actorId, subjectId, sessionId, detail }: AuditEntry) {
  const { name = '', changes: _, ...details } = detail ?? {}
  const changes = changesOf(detail)
  const data: WebhookPayload['data'] = {
    id,
    actor: actorId ? { id: actorId } : null,
    subject: subjectId ? { id: subjectId, name: String(name) } : null,
    ...(sessionId && SESSION_EVENTS.includes(event) && { sessionId }),
    ...(changes && { changes }),
    ...(Object.keys(details).length > 0 && { details }),
  }
  return data
}

function changesOf(detail: AuditEntry['detail']): Change[] | undefined {
  // Every caller of recordAudit writes `changes` in this form.
  return Array.isArray(detail?.changes) ? (detail.changes as Change[]) : undefined
}
