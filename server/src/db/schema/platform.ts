import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { actings } from './acting.ts'
import { at, bytes, users } from './identity.ts'
import { sessions } from './signin.ts'

/** Permanent facts about this installation, such as that the first administrator exists. */
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

/** Ids of encrypted requests that have been served: each is served only once. */
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
    /** The queue, such as 'email:<id of a configuration>': a target that is dead or slow delays no other. */
    lane: text().notNull(),
    /** 0 is sent first: people wait for their codes. */
    priority: smallint().notNull().default(1),
    /**
     * Sealed, because messages contain codes and addresses. Emptied when the row is finished, if it contained a code.
     */
    payload: bytes(),
    /** After this the row is abandoned. */
    notAfter: at('not_after'),
    /** Lanes that have failed since the last back-off: the next matching one is tried at once. */
    triedLanes: text('tried_lanes').array().notNull().default([]),
    /** How often all lanes have failed. */
    rounds: smallint().notNull().default(0),
    /**
     * For a logout notice: the application to notify, and the session that has ended. No secret is stored; each attempt
     * signs a new token.
     */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    /** The acting that has ended instead of the session (ADR 0103). */
    actingId: uuid('acting_id').references(() => actings.id, { onDelete: 'cascade' }),
    /** For a call to the partner portal: the person and the client that it is about. */
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
    index('outbox_acting').on(t.actingId).where(sql`acting_id is not null`),
    index('outbox_session').on(t.sessionId, t.applicationId).where(sql`session_id is not null`),
  ],
)

/** The built-in inbox of development: mail that would have been sent. */
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

/** Who did what, when and from where. Insert-only: a trigger refuses changes and removals (requirement P21). */
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

/** Work on many records in the background: bulk changes and imports. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** The records: ids, or the query of a list; or the rows of an import. */
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: ['waiting', 'running', 'checked', 'done', 'cancelled', 'failed'] })
      .notNull()
      .default('waiting'),
    total: integer().notNull().default(0),
    /** Of a query: the ids of those who matched when it was confirmed, in their order. `null` once all are records. */
    people: uuid().array(),
    /** How many records are done, in the order of their numbers. */
    position: integer().notNull().default(0),
    succeeded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** The lease: a server that dies while working loses the job after this time. */
    claimedUntil: at('claimed_until'),
    error: text(),
    createdBy: uuid('created_by').notNull(),
    sessionId: uuid('session_id'),
    /** The key of a service account by which it was begun. `null` for a person. */
    keyId: uuid('key_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When a server last took it up. */
    servedAt: at('served_at'),
    finishedAt: at('finished_at'),
  },
  (t) => [
    index('jobs_open').on(t.createdAt).where(sql`state in ('waiting', 'running')`),
    index('jobs_creator').on(t.createdBy, t.createdAt),
  ],
)

/** The records of a job, in order, each with its result. */
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
