import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { SMS_OPTIONS, type SmsAttributes, type SmsOptions } from '../sms-options.ts'
import { applications, clients } from './access.ts'
import { at, bytes, recordStatus, recordTimes, users } from './identity.ts'

/** `null` means 'All' (requirement M1). */
const scope = () => ({
  applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'cascade' }),
  clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
})

/** Mail servers (requirement A10). Secrets are sealed, each to its own row and column (requirement P16). */
export const emailConfigurations = pgTable('email_configurations', {
  id: uuid().primaryKey(),
  ...scope(),
  fromAddress: text('from_address').notNull(),
  /** Shown beside the sender's address. */
  fromName: text('from_name').notNull().default(''),
  /** The address for replies; empty: the sender's address. */
  replyTo: text('reply_to').notNull().default(''),
  cc: text().array().notNull().default([]),
  host: text().notNull(),
  port: integer().notNull(),
  defaultTo: text('default_to').notNull().default(''),
  url: text().notNull().default(''),
  userName: text('user_name').notNull().default(''),
  type: text().notNull().default(''),
  sealedPassword: bytes('sealed_password'),
  sealedToken: bytes('sealed_token'),
  /** How many messages a second it takes; 0 means no limit. */
  perSecond: integer('per_second').notNull().default(0),
  /** Among gateways for the same scope, the one with the highest number comes first. */
  priority: integer().notNull().default(0),
  status: recordStatus(),
  ...recordTimes(),
})

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The owners of a mail server, who are notified when it keeps failing (ADR 0132). Those who are not active do not count. */
export const emailConfigurationOwners = pgTable(
  'email_configuration_owners',
  {
    emailConfigurationId: uuid('email_configuration_id')
      .notNull()
      .references(() => emailConfigurations.id, { onDelete: 'cascade' }),
    userId: owner(),
  },
  (t) => [
    primaryKey({ columns: [t.emailConfigurationId, t.userId] }),
    index('email_configuration_owners_user').on(t.userId),
  ],
)

/** SMS gateways (requirement A11). */
export const smsConfigurations = pgTable('sms_configurations', {
  id: uuid().primaryKey(),
  ...scope(),
  providerName: text('provider_name').notNull(),
  url: text().notNull(),
  gatewayId: text('gateway_id').notNull(),
  gatewayName: text('gateway_name').notNull(),
  userName: text('user_name').notNull(),
  senderId: text('sender_id').notNull(),
  countryCode: text('country_code').notNull(),
  attributes: jsonb().$type<SmsAttributes>().notNull(),
  defaultNo: text('default_no').notNull(),
  entityId: text('entity_id').notNull(),
  sealedToken: bytes('sealed_token'),
  sealedPassword: bytes('sealed_password'),
  sealedApiCode: bytes('sealed_api_code'),
  options: jsonb().$type<SmsOptions>().notNull().default(SMS_OPTIONS),
  /** How many messages a second it takes; 0 means no limit. */
  perSecond: integer('per_second').notNull().default(0),
  /** Among gateways for the same scope, the one with the highest number comes first. */
  priority: integer().notNull().default(0),
  status: recordStatus(),
  ...recordTimes(),
})

/** The owners of an SMS gateway, as those of a mail server. */
export const smsConfigurationOwners = pgTable(
  'sms_configuration_owners',
  {
    smsConfigurationId: uuid('sms_configuration_id')
      .notNull()
      .references(() => smsConfigurations.id, { onDelete: 'cascade' }),
    userId: owner(),
  },
  (t) => [
    primaryKey({ columns: [t.smsConfigurationId, t.userId] }),
    index('sms_configuration_owners_user').on(t.userId),
  ],
)

/** Texts of messages (requirements A14 and A15). */
export const templates = pgTable(
  'templates',
  {
    id: uuid().primaryKey(),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    ...scope(),
    templateId: text('template_id').notNull(),
    name: text().notNull(),
    /** 'All' is used when there is none in the language of the person. */
    language: text({ enum: ['All', 'en', 'hi'] })
      .notNull()
      .default('All'),
    subject: text().notNull().default(''),
    body: text().notNull(),
    status: recordStatus(),
    ...recordTimes(),
  },
  (t) => [index('templates_name').on(t.channel, sql`lower(${t.name})`)],
)

/** Every saved version of a template. */
export const templateVersions = pgTable(
  'template_versions',
  {
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    /** The version number of the template's record. */
    version: integer().notNull(),
    /** The id under which the text is registered (DLT). */
    registeredId: text('registered_id').notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    createdBy: uuid('created_by'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.templateId, t.version] })],
)
