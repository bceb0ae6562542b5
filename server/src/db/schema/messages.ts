import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { at, bytes, recordStatus, recordTimes, users } from './identity.ts'

/** Every message to a person, for those who ask what became of it. Its id is that of its line in the outbox. */
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
    /** The address or number; empty for a message to nobody. */
    recipient: text().notNull(),
    state: text({ enum: ['waiting', 'sent', 'failed'] })
      .notNull()
      .default('waiting'),
    /** What was tried last: the gateway and the template, by name. */
    gateway: text().notNull().default(''),
    template: text().notNull().default(''),
    /** As it was sent, but with codes and links blanked. */
    subject: text().notNull().default(''),
    body: text().notNull().default(''),
    /** Why the last try failed; of one that is sent, what may keep it from arriving. */
    reason: text().notNull().default(''),
    /** Holds a code or a link: never sent a second time once it has gone out. */
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

/** Every try to hand something over, with what came back. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    outboxId: uuid('outbox_id').notNull(),
    number: integer().notNull(),
    at: at('at').notNull().defaultNow(),
    /** By name, as it was called then. */
    gateway: text().notNull(),
    isSuccess: boolean('is_success').notNull(),
    /** What the other side said, cut short and without secrets; or why there was no answer. */
    answer: text().notNull(),
    tookMs: integer('took_ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.outboxId, t.number] }), index('delivery_attempts_at').on(t.at)],
)

/** What is known of a lane of the outbox beside its messages. */
export const outboxLanes = pgTable('outbox_lanes', {
  lane: text().primaryKey(),
  /** How many a second; 0 means no limit. */
  perSecond: integer('per_second').notNull().default(0),
  /** The bucket of what may go now, and when it was filled last. */
  tokens: doublePrecision().notNull().default(0),
  filledAt: at('filled_at').notNull().defaultNow(),
  /** Failures in a row, and since when. */
  failures: integer().notNull().default(0),
  failingSince: at('failing_since'),
  /** Nobody tries before this. */
  pausedUntil: at('paused_until'),
  /** When administrators were written to about its failures; empty once it works again. */
  alarmedAt: at('alarmed_at'),
})

/** Addresses that are told what happens here. */
export const webhooks = pgTable('webhooks', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  url: text().notNull(),
  /** Names of contract/src/webhook-events.ts. */
  events: text().array().notNull(),
  sealedSecret: bytes('sealed_secret'),
  /** Signs too, until then, so that the receiver can change over. */
  sealedPreviousSecret: bytes('sealed_previous_secret'),
  previousUntil: at('previous_until'),
  status: recordStatus(),
  ...recordTimes(),
})

/** Everything a webhook was told. Its id is that of its line in the outbox. */
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
