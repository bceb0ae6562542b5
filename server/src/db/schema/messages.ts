import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { at, bytes, recordStatus, recordTimes, users } from './identity.ts'

/** Every message to a person, for administrators who ask about its delivery. Its id is that of its outbox row. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    /** A name of contract/src/notices.ts. */
    notice: text().notNull(),
    language: text({ enum: ['en', 'hi'] }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'set null' }),
    clientId: uuid('client_id').references(() => clients.id, { onDelete: 'set null' }),
    /** The address or number; empty for a decoy. */
    recipient: text().notNull(),
    state: text({ enum: ['waiting', 'sent', 'failed'] })
      .notNull()
      .default('waiting'),
    /** The gateway and template of the last attempt, by name. */
    gateway: text().notNull().default(''),
    template: text().notNull().default(''),
    /** The text as sent, but with codes and links redacted. */
    subject: text().notNull().default(''),
    body: text().notNull().default(''),
    /** Why the last attempt failed; for a sent message, a reason why it may not arrive. */
    reason: text().notNull().default(''),
    /** Contains a code or a link: never sent again after success. */
    hasSecret: boolean('has_secret').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    settledAt: at('settled_at'),
  },
  (t) => [
    index('messages_user').on(t.userId, t.id),
    index('messages_state').on(t.state, t.id),
    index('messages_notice').on(t.notice, t.id),
    index('messages_application').on(t.applicationId, t.id),
    index('messages_client').on(t.clientId),
    index('messages_recipient').on(sql`lower(${t.recipient})`, t.id),
    index('messages_recipient_part').using('gin', t.recipient.op('gin_trgm_ops')),
    index('messages_reason_part').using('gin', t.reason.op('gin_trgm_ops')).where(sql`reason <> ''`),
    index('messages_gateway').on(t.gateway, t.id),
    index('messages_created').on(t.createdAt),
  ],
)

/** Every attempt to deliver an outbox row, with its answer. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    outboxId: uuid('outbox_id').notNull(),
    number: integer().notNull(),
    at: at('at').notNull().defaultNow(),
    /** The name of the gateway or host at that time. */
    gateway: text().notNull(),
    isSuccess: boolean('is_success').notNull(),
    /** The answer of the target, cut short and without secrets; or why there was none. */
    answer: text().notNull(),
    tookMs: integer('took_ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.outboxId, t.number] }), index('delivery_attempts_at').on(t.at)],
)

/** The state of a lane of the outbox, besides its rows. */
export const outboxLanes = pgTable('outbox_lanes', {
  lane: text().primaryKey(),
  /** Messages per second; 0 means no limit. */
  perSecond: integer('per_second').notNull().default(0),
  /** The tokens of the rate limit, and when they were last refilled. */
  tokens: doublePrecision().notNull().default(0),
  filledAt: at('filled_at').notNull().defaultNow(),
  /** Failures in a row, and since when. */
  failures: integer().notNull().default(0),
  failingSince: at('failing_since'),
  /** The lane is paused until then. */
  pausedUntil: at('paused_until'),
  /** When it was reported that it keeps failing; empty once it works again. */
  alarmedAt: at('alarmed_at'),
  /** Since when it has worked again, while its owners have been notified of its failures and not yet of that. */
  workingSince: at('working_since'),
})

/** Addresses that are notified of events. */
export const webhooks = pgTable('webhooks', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  url: text().notNull(),
  /** Names of contract/src/webhook-events.ts. */
  events: text().array().notNull(),
  sealedSecret: bytes('sealed_secret'),
  /** Also signs, until then, so that the receiver can change over. */
  sealedPreviousSecret: bytes('sealed_previous_secret'),
  previousUntil: at('previous_until'),
  status: recordStatus(),
  ...recordTimes(),
})

/** Every delivery to a webhook. Its id is that of its outbox row. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid().primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** The same for every delivery of one event. */
    eventId: uuid('event_id').notNull(),
    event: text().notNull(),
    /** JSON, byte for byte as it is signed. */
    body: text().notNull(),
    state: text({ enum: ['waiting', 'sent', 'failed'] })
      .notNull()
      .default('waiting'),
    createdAt: at('created_at').notNull().defaultNow(),
    settledAt: at('settled_at'),
  },
  (t) => [
    index('webhook_deliveries_webhook').on(t.webhookId, t.id),
    index('webhook_deliveries_created').on(t.createdAt),
    index('webhook_deliveries_settled').on(t.settledAt).where(sql`settled_at is not null`),
  ],
)
