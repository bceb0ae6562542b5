import { examplePayload, WEBHOOK_EVENTS, type WebhookEvent } from '@gatehouse/contract/webhook-events.ts'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aPerson } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'
import { truncate } from '../../test/truncate.ts'
import { newId } from '../crypto/ids.ts'
import { type AuditEntry, type AuditEvent, recordAudit } from './record-audit.ts'

const server = useTestServer()
let personId: string
beforeAll(async () => {
  personId = (await aPerson(server)).id
})
beforeEach(async () => {
  await truncate(server.db, sql`webhooks, webhook_deliveries, outbox`)
  await server.db.execute(sql`
    insert into webhooks (id, name, url, events) values (${newId()}, 'All', 'https://example.com', ${Object.keys(WEBHOOK_EVENTS)}::text[])`)
})

async function deliveriesOf(entry: AuditEntry) {
  await recordAudit(server.db, entry)
  const { rows } = await server.db.execute<{ event: string; body: string; eventId: string; lane: string }>(sql`
    select d.event, d.body, d.event_id as "eventId", o.lane from webhook_deliveries d join outbox o on o.id = d.id
    where o.kind = 'webhook' and o.payload is null`)
  return rows
}

const isActive = (before: boolean) => [
  { field: 'email', before: 'a@example.com', after: 'b@example.com' },
  { field: 'isActive', before, after: !before },
]

/** For each webhook event, the audit entries that cause it, as the product writes them. */
const CAUSES: Record<WebhookEvent, [event: AuditEvent, detail?: AuditEntry['detail']][]> = {
  'user.created': [['users.created', { name: 'Asha Rao', changes: [] }]],
  'user.registered': [['registration.completed']],
  'user.updated': [['users.updated', { name: 'Asha Rao', changes: [{ field: 'email', before: 'a', after: 'b' }] }]],
  'user.deactivated': [['users.updated', { name: 'Asha Rao', changes: isActive(true) }]],
  'user.reactivated': [['users.updated', { name: 'Asha Rao', changes: isActive(false) }]],
  'user.deleted': [['users.deleted', { name: 'Asha Rao', changes: [] }]],
  'user.restored': [['users.restored', { name: 'Asha Rao' }]],
  'assignment.granted': [
    ['users.application-assigned', { name: 'Asha Rao', changes: [], applicationId: 'a', clientId: 'c' }],
    ['registration.assigned', { changes: [], applicationId: 'a', clientId: 'c' }],
  ],
  'assignment.removed': [
    ['users.application-detached', { name: 'Asha Rao', changes: [], applicationId: 'a', clientId: 'c' }],
  ],
  'role.attached': [['users.role-attached', { name: 'Asha Rao', changes: [] }]],
  'role.detached': [['users.role-detached', { name: 'Asha Rao', changes: [] }]],
  'role.created': [['roles.created', { name: 'Support', changes: [] }]],
  'role.updated': [['roles.updated', { name: 'Support', changes: [] }]],
  'role.deleted': [['roles.deleted', { name: 'Support', changes: [] }]],
  'role.restored': [['roles.restored', { name: 'Support' }]],
  'role.permission-attached': [['roles.permission-attached', { name: 'Support', permission: 'users:read' }]],
  'role.permission-detached': [['roles.permission-detached', { name: 'Support', permission: 'users:read' }]],
  'password.changed': [['password.changed'], ['password.reset'], ['users.password-set', { name: 'Asha Rao' }]],
  'session.started': [['signin.completed']],
  'session.ended': [['session.ended']],
  'application.created': [['applications.created', { name: 'Roadside Desk', changes: [] }]],
  'application.updated': [['applications.updated', { name: 'Roadside Desk', changes: [] }]],
  'application.deleted': [['applications.deleted', { name: 'Roadside Desk', changes: [] }]],
  'application.restored': [['applications.restored', { name: 'Roadside Desk' }]],
  'application.secret-renewed': [
    ['applications.secret-renewed', { name: 'Roadside Desk' }],
    ['applications.secret-added', { name: 'Roadside Desk' }],
  ],
  'approval.uncovered': [
    [
      'applications.question-uncovered',
      {
        ...{ name: 'Roadside Desk', clientId: 'c', client: 'Acme', pageId: 'p', page: 'Claims' },
        ...{ action: 'Approval', amount: '1', region: 'IN-KL' },
      },
    ],
  ],
  'client.created': [['clients.created', { name: 'Acme', changes: [] }]],
  'client.updated': [['clients.updated', { name: 'Acme', changes: [] }]],
  'client.deleted': [['clients.deleted', { name: 'Acme', changes: [] }]],
  'client.restored': [['clients.restored', { name: 'Acme' }]],
  'message.failed': [['messages.failed', { messageId: 'm', notice: 'login-otp', channel: 'sms' }]],
  'review.started': [['reviews.started', { name: 'Yearly review', changes: [] }]],
  'review.decided': [['reviews.decided', { name: 'Yearly review', changes: [] }]],
  'review.completed': [
    ['reviews.carried-out', { name: 'Yearly review', kept: 1, revoked: 2, shortened: 0, failed: 0 }],
  ],
  'review.cancelled': [['reviews.cancelled', { name: 'Yearly review', changes: [] }]],
}

const EACH = Object.entries(CAUSES).flatMap(([event, causes]) =>
  causes.map(([cause, detail]) => ({ event: event as WebhookEvent, cause, detail })),
)

test.each(EACH)(
  '$cause is sent to webhooks as $event, in the form of its example',
  async ({ event, cause, detail }) => {
    const sessionId = newId()
    const [delivery, ...others] = await deliveriesOf({
      ...{ event: cause, actorId: personId, subjectId: personId, sessionId, ip: '203.0.113.9' },
      ...(detail && { detail }),
    })
    expect(others).toEqual([])
    const payload = JSON.parse(delivery?.body ?? '')
    const example = examplePayload(event)
    expect(delivery).toMatchObject({ event, lane: expect.stringMatching(/^webhook:[0-9a-f-]{36}$/) })
    expect(payload).toMatchObject({
      type: event,
      data: {
        id: delivery?.eventId,
        actor: { id: personId },
        subject: { id: personId, name: detail?.name ?? 'Asha Rao' },
      },
    })
    expect(Object.keys(payload).toSorted()).toEqual(Object.keys(example).toSorted())
    expect(Object.keys(payload.data).toSorted()).toEqual(Object.keys(example.data).toSorted())
    expect(Object.keys(payload.data.details ?? {}).toSorted()).toEqual(
      Object.keys(example.data.details ?? {}).toSorted(),
    )
    // The address of the request stays in the audit.
    expect(delivery?.body).not.toContain('203.0.113.9')
  },
)

test.each<AuditEvent>(['signin.failed', 'signin.code-sent', 'users.exported', 'webhooks.updated', 'clans.created'])(
  '%s is not sent to webhooks',
  async (event) => {
    expect(await deliveriesOf({ event, actorId: personId, subjectId: personId })).toEqual([])
  },
)

test('an event without a person has no subject, and a deleted subject has no name', async () => {
  const [failed] = await deliveriesOf({ event: 'messages.failed', detail: { messageId: 'm' } })
  expect(JSON.parse(failed?.body ?? '').data).toMatchObject({ actor: null, subject: null })
  await truncate(server.db, sql`webhook_deliveries, outbox`)
  const subjectId = newId()
  const [ended] = await deliveriesOf({ event: 'session.ended', subjectId })
  expect(JSON.parse(ended?.body ?? '').data.subject).toEqual({ id: subjectId, name: '' })
})

test('the audit is written with one statement, whether or not a webhook exists', async () => {
  const statements: string[] = []
  const db = {
    ...server.db,
    execute: (statement: Parameters<typeof server.db.execute>[0]) => {
      statements.push(statement.text)
      return server.db.execute(statement)
    },
  } as typeof server.db
  const before = (await server.db.execute<{ count: number }>(sql`select count(*)::int as count from audit_events`)).rows
  await recordAudit(db, { event: 'clients.created', subjectId: newId(), detail: { name: 'Acme', changes: [] } })
  await truncate(server.db, sql`webhooks cascade`)
  await recordAudit(db, { event: 'clients.created', subjectId: newId(), detail: { name: 'Acme', changes: [] } })
  const after = (await server.db.execute<{ count: number }>(sql`select count(*)::int as count from audit_events`)).rows
  expect(statements).toHaveLength(2)
  expect((after[0]?.count ?? 0) - (before[0]?.count ?? 0)).toBe(2)
})
