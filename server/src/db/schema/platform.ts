import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { at, bytes, users } from './identity.ts'
import { sessions } from './signin.ts'

/** Facts about this installation that hold for ever, such as that the first administrator exists. */
export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** Key pairs to which requests are encrypted (requirement P14). */
export const encryptionKeys = pgTable('encryption_keys', {
  kid: text().primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Record<string, string>>().notNull(),
  sealedPrivateJwk: bytes('sealed_private_jwk').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** Ids of encrypted requests that have been served: each is served once. */
export const servedRequests = pgTable(
  'served_requests',
  { jti: text().primaryKey(), expiresAt: at('expires_at').notNull() },
  (t) => [index('served_requests_expires').on(t.expiresAt)],
)

/** What must happen outside, written in the transaction of its cause (stack note 4). */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ['message', 'webhook', 'partner', 'logout'] }).notNull(),
    /** What it goes through, such as 'email:<id of a configuration>': one that is dead or slow holds up no other. */
    lane: text().notNull(),
    /** 0 goes first: somebody waits in front of a code. */
    priority: smallint().notNull().default(1),
    /** Sealed: a message holds codes and addresses. Emptied once it is settled, where it held a code. */
    payload: bytes(),
    /** After this it is of no use any more. */
    notAfter: at('not_after'),
    /** Lanes that failed since the last back-off: the next one that matches is tried at once. */
    triedLanes: text('tried_lanes').array().notNull().default([]),
    /** How often all lanes have failed. */
    rounds: smallint().notNull().default(0),
    /** Of a logout: which application is told that which session has ended. No secrets, and a fresh token at each try. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    /** Of a call to the partner portal: whom it is about, and for which client. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    state: text({ enum: ['ready', 'done', 'dead'] })
      .notNull()
      .default('ready'),
    runAt: at('run_at').notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    createdAt: at('created_at').notNull().defaultNow(),
    settledAt: at('settled_at'),
  },
  (t) => [
    index('outbox_ready').on(t.lane, t.priority, t.runAt).where(sql`state = 'ready'`),
    index('outbox_settled').on(t.settledAt).where(sql`settled_at is not null`),
    index('outbox_calls').on(t.id).where(sql`kind in ('partner', 'logout')`),
    index('outbox_calls_newest').on(t.createdAt, t.id).where(sql`kind in ('partner', 'logout')`),
    index('outbox_calls_open').on(t.createdAt, t.id).where(sql`kind in ('partner', 'logout') and state <> 'done'`),
    index('outbox_application').on(t.applicationId).where(sql`application_id is not null`),
    index('outbox_user').on(t.userId).where(sql`user_id is not null`),
    index('outbox_client').on(t.clientId).where(sql`client_id is not null`),
    index('outbox_session').on(t.sessionId, t.applicationId).where(sql`session_id is not null`),
  ],
)

/** The built-in inbox of development: what would have been sent. */
export const inbox = pgTable(
  'inbox',
  {
    id: uuid().primaryKey(),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('inbox_to').on(t.to, t.at)],
)

/** Who did what, when and from where. Insert-only: a trigger refuses change and removal (requirement P21). */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: uuid().primaryKey(),
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    at: at('at').notNull().defaultNow(),
    event: text().notNull(),
    actorId: uuid('actor_id'),
    subjectId: uuid('subject_id'),
    sessionId: uuid('session_id'),
    ip: text(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index('audit_events_at').on(t.at),
    index('audit_events_number').on(t.number),
    index('audit_events_subject').on(t.subjectId, t.number),
    index('audit_events_actor').on(t.actorId, t.number),
    index('audit_events_event').on(t.event, t.number),
  ],
)

/** Pictures, made small before they are stored: in the database, so that every server has them. */
export const uploads = pgTable('uploads', {
  /** 128 random bits as hex. */
  id: text().primaryKey(),
  content: bytes().notNull(),
  createdBy: uuid('created_by').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
})

/** Work on many records that goes on beside the requests: bulk changes and imports. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** Whom it touches: ids, or the query of a list; or the rows of an import. */
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: ['waiting', 'running', 'checked', 'done', 'cancelled', 'failed'] })
      .notNull()
      .default('waiting'),
    total: integer().notNull().default(0),
    /** How far it has come: of the records, in the order of their numbers. */
    position: integer().notNull().default(0),
    succeeded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** A server that dies while working loses its claim after this. */
    claimedUntil: at('claimed_until'),
    error: text(),
    createdBy: uuid('created_by').notNull(),
    sessionId: uuid('session_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [
    index('jobs_open').on(t.createdAt).where(sql`state in ('waiting', 'running')`),
    index('jobs_creator').on(t.createdBy, t.createdAt),
  ],
)

/** The records of a job, in order, each with what became of it. */
export const jobItems = pgTable(
  'job_items',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    /** The record, or the row of the file. */
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: ['waiting', 'done', 'unchanged', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Why it failed, in words for people. */
    message: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.number] })],
)
