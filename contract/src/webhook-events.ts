/** A field before and after. */
type Change = { field: string; before: unknown; after: unknown }

/** The body of every webhook event. */
export type WebhookPayload = {
  type: string
  /** The time of the event; ISO 8601, in UTC. */
  timestamp: string
  data: {
    /** The event's id: the same for every receiver and every repeat. */
    id: string
    /** The person who caused it; `null`: nobody, or the portal itself. */
    actor: { id: string } | null
    /** The person or record that it is about; `null`: none. */
    subject: { id: string; name: string } | null
    /** The session that the event is about. */
    sessionId?: string
    changes?: Change[]
    /** Further facts. */
    details?: Record<string, unknown>
  }
}

type WebhookEventInfo = {
  /** The cause of the event, in English, for `t()`. */
  when: string
  /** The name of the subject in the example. */
  subject: string
  changes?: Change[]
  details?: Record<string, unknown>
  isInSession?: boolean
}

const PERSON = 'Asha Rao'
const ROLE = 'Support'
const APPLICATION = 'Roadside Desk'
const CLIENT = 'Acme Insurance'
const REVIEW = 'Yearly review'
const PAIR = {
  applicationId: '019b0000-0000-7000-8000-000000000006',
  clientId: '019b0000-0000-7000-8000-000000000007',
}

const change = (field: string, before: unknown, after: unknown): Change[] => [{ field, before, after }]

/** All webhook events by their names: the record, and its change. */
export const WEBHOOK_EVENTS = {
  'user.created': {
    when: 'A person was added by an administrator or an import',
    subject: PERSON,
    changes: change('email', null, 'asha.rao@example.com'),
  },
  'user.registered': { when: 'A person registered or verified their email address', subject: PERSON },
  'user.updated': {
    when: 'Details of a person were changed',
    subject: PERSON,
    changes: change('phoneNumber', '9800000001', '9800000002'),
  },
  'user.deactivated': {
    when: 'A person was deactivated',
    subject: PERSON,
    changes: change('isActive', true, false),
  },
  'user.reactivated': {
    when: 'A person was reactivated',
    subject: PERSON,
    changes: change('isActive', false, true),
  },
  'user.deleted': {
    when: 'A person was deleted',
    subject: PERSON,
    changes: change('email', 'asha.rao@example.com', null),
  },
  'user.restored': { when: 'A deleted person was restored', subject: PERSON },
  'assignment.granted': {
    when: 'An application was assigned to a person, or their role in it changed',
    subject: PERSON,
    changes: change(`${APPLICATION} · ${CLIENT}`, null, 'Manager'),
    details: PAIR,
  },
  'assignment.removed': {
    when: 'An application was removed from a person',
    subject: PERSON,
    changes: change(`${APPLICATION} · ${CLIENT}`, 'Manager', null),
    details: PAIR,
  },
  'role.attached': {
    when: 'A role was assigned to a person',
    subject: PERSON,
    changes: change('role', null, ROLE),
  },
  'role.detached': {
    when: 'A role was removed from a person',
    subject: PERSON,
    changes: change('role', ROLE, null),
  },
  'role.created': { when: 'A role was created', subject: ROLE, changes: change('name', null, ROLE) },
  'role.updated': { when: 'A role was changed', subject: ROLE, changes: change('status', 'ACTIVE', 'INACTIVE') },
  'role.deleted': { when: 'A role was deleted', subject: ROLE, changes: change('name', ROLE, null) },
  'role.restored': { when: 'A deleted role was restored', subject: ROLE },
  'role.permission-attached': {
    when: 'A permission was added to a role',
    subject: ROLE,
    details: { permission: 'users:read' },
  },
  'role.permission-detached': {
    when: 'A permission was removed from a role',
    subject: ROLE,
    details: { permission: 'users:read' },
  },
  'password.changed': { when: 'A password was changed, reset or set', subject: PERSON },
  'session.started': { when: 'A person signed in', subject: PERSON, isInSession: true },
  'session.ended': { when: 'A session was ended', subject: PERSON, isInSession: true },
  'application.created': {
    when: 'An application was added',
    subject: APPLICATION,
    changes: change('status', null, 'ACTIVE'),
  },
  'application.updated': {
    when: 'An application was changed',
    subject: APPLICATION,
    changes: change('status', 'ACTIVE', 'Temporary BLOCKED'),
  },
  'application.deleted': {
    when: 'An application was deleted',
    subject: APPLICATION,
    changes: change('status', 'ACTIVE', null),
  },
  'application.restored': { when: 'A deleted application was restored', subject: APPLICATION },
  'application.secret-renewed': { when: 'A new secret was created for an application', subject: APPLICATION },
  'approval.uncovered': {
    when: 'An application asked about a document that nobody approves, for the first time that day for this page, client and action',
    subject: APPLICATION,
    details: {
      ...{ clientId: PAIR.clientId, client: CLIENT },
      ...{ pageId: '019b0000-0000-7000-8000-000000000008', page: 'Claims' },
      ...{ action: 'Final Approval', amount: '750000', region: 'IN-KL' },
    },
  },
  'client.created': { when: 'A client was added', subject: CLIENT, changes: change('displayName', null, CLIENT) },
  'client.updated': {
    when: 'A client was changed',
    subject: CLIENT,
    changes: change('displayName', 'Acme', CLIENT),
  },
  'client.deleted': { when: 'A client was deleted', subject: CLIENT, changes: change('displayName', CLIENT, null) },
  'client.restored': { when: 'A deleted client was restored', subject: CLIENT },
  'message.failed': {
    when: 'All attempts to deliver a message failed',
    subject: PERSON,
    details: { messageId: '019b0000-0000-7000-8000-000000000005', notice: 'login-otp', channel: 'sms' },
  },
  'review.started': { when: 'A review of access was started', subject: REVIEW, changes: change('lines', null, 120) },
  'review.decided': {
    when: 'A reviewer decided about assignments in a review of access',
    subject: REVIEW,
    changes: [...change('decision', null, 'revoke'), ...change('lines', null, 3)],
  },
  'review.completed': {
    when: 'The decisions of a review of access were carried out',
    subject: REVIEW,
    details: { kept: 112, revoked: 7, shortened: 1, failed: 0 },
  },
  'review.cancelled': { when: 'A review of access was cancelled', subject: REVIEW, changes: [] },
} as const satisfies Record<string, WebhookEventInfo>

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

/** Whether an event is about a person: its body has their name, and in its changes perhaps their address or number. */
export const isAboutPerson = (event: string): boolean =>
  Object.hasOwn(WEBHOOK_EVENTS, event) && WEBHOOK_EVENTS[event as WebhookEvent].subject === PERSON

/** Sent by an administrator, to see whether a receiver answers. */
export const TEST_EVENT = 'webhook.test'

/** An example of the body that this event sends. */
export function examplePayload(event: WebhookEvent): WebhookPayload {
  const { subject, changes, details, isInSession }: WebhookEventInfo = WEBHOOK_EVENTS[event]
  return {
    type: event,
    timestamp: '2026-03-02T09:30:00.000Z',
    data: {
      id: '019b0000-0000-7000-8000-000000000001',
      actor: { id: '019b0000-0000-7000-8000-000000000002' },
      subject: { id: '019b0000-0000-7000-8000-000000000003', name: subject },
      ...(isInSession && { sessionId: '019b0000-0000-7000-8000-000000000004' }),
      ...(changes && { changes }),
      ...(details && { details }),
    },
  }
}
