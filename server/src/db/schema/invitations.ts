import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { at, bytes, roles, users } from './identity.ts'

/** Invitations to people without an account (ADR 0073). An open one whose time is over has expired. */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** Normalised, as identifiers are compared. */
    emailKey: text('email_key').notNull(),
    /** Of the newest link. */
    secretHash: bytes('secret_hash').notNull().unique(),
    state: text({ enum: ['open', 'accepted', 'revoked'] })
      .notNull()
      .default('open'),
    // What it gives: an application for a client, with a role there.
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    applicationRole: text('application_role').notNull().default(''),
    validFrom: at('valid_from'),
    validUntil: at('valid_until'),
    /** The role in the portal. */
    roleId: uuid('role_id').references(() => roles.id, { onDelete: 'cascade' }),
    /** Of its message; `null`: the portal's. */
    language: text({ enum: ['en', 'hi'] }),
    /** A person or a service account, whose rights are judged again when it is accepted. */
    sentBy: uuid('sent_by').notNull(),
    /** `null`: a service account has sent it. */
    sessionId: uuid('session_id'),
    /** The address of the sender, for the lines of the audit that follow. */
    ip: text().notNull().default(''),
    sends: integer().notNull().default(1),
    sentAt: at('sent_at').notNull().defaultNow(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** When a rule of separation of duties refused its acceptance last, since it was sent. */
    refusedAt: at('refused_at'),
    /** When it was accepted or revoked. */
    settledAt: at('settled_at'),
    /** Who has accepted it. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('invitations_open').on(t.emailKey).where(sql`state = 'open'`),
    index('invitations_state').on(t.state, t.sentAt, t.id),
    index('invitations_expires').on(t.expiresAt),
    index('invitations_user').on(t.userId),
    index('invitations_application').on(t.applicationId),
    index('invitations_client').on(t.clientId),
    index('invitations_role').on(t.roleId),
  ],
)
