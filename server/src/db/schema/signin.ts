import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, signUps, users } from './identity.ts'

/**
 * A step that waits for a one-time code: a sign-in, or the proof of an email address or phone number (requirement P3).
 */
export const challenges = pgTable(
  'challenges',
  {
    id: uuid().primaryKey(),
    purpose: text({ enum: ['login', 'verify-email', 'verify-phone', 'change-email', 'change-phone'] }).notNull(),
    /** The hash of the secret that binds step two to the browser or caller of step one. */
    secretHash: bytes('secret_hash').notNull().unique(),
    /** `null` for a decoy: the caller named an unknown account, and must get the same answer. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    signUpId: uuid('sign_up_id').references(() => signUps.id, { onDelete: 'cascade' }),
    /** The number that the code was sent to and proves. */
    phoneNumber: text('phone_number'),
    /** The address that the code was sent to and proves, of a person who has another one. */
    newEmail: text('new_email'),
    /** The IP address that began it, and whether by a browser. */
    ip: text().notNull(),
    fromBrowser: boolean('from_browser').notNull().default(false),
    codeHash: bytes('code_hash').notNull(),
    attempts: integer().notNull().default(0),
    sends: integer().notNull().default(1),
    codeSentAt: at('code_sent_at').notNull().defaultNow(),
    codeExpiresAt: at('code_expires_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    rememberMe: boolean('remember_me').notNull().default(false),
    amr: text().array().notNull(),
    /** `SignInTarget` of `access/`. */
    target: jsonb(),
    spentAt: at('spent_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('challenges_user').on(t.userId, t.createdAt),
    index('challenges_sign_up').on(t.signUpId),
    index('challenges_expires').on(t.expiresAt),
  ],
)

export const resetLinks = pgTable(
  'reset_links',
  {
    id: uuid().primaryKey(),
    secretHash: bytes('secret_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('reset_links_user').on(t.userId)],
)

export const sessions = pgTable(
  'sessions',
  {
    /** Public: applications get it as `sid`. */
    id: uuid().primaryKey(),
    secretHash: bytes('secret_hash').notNull().unique(),
    kind: text({ enum: ['cookie', 'bearer'] }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The role at sign-in; when the person's role changes, the session is over (requirement S10). */
    roleId: uuid('role_id'),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
    amr: text().array().notNull(),
    /** The person used a passkey or an authenticator app, not only what is emailed. */
    isStrong: boolean('is_strong').notNull().default(false),
    /** What made it strong; a recovery code stands in for a lost factor. `null`: nothing, or unknown of before. */
    factor: text({ enum: ['passkey', 'app', 'recovery'] }),
    rememberMe: boolean('remember_me').notNull().default(false),
    authenticatedAt: at('authenticated_at').notNull().defaultNow(),
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    idleSeconds: integer('idle_seconds').notNull(),
    expiresAt: at('expires_at').notNull(),
    previousSignInAt: at('previous_sign_in_at'),
    endedAt: at('ended_at'),
    endReason: text('end_reason'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('sessions_user').on(t.userId, t.createdAt),
    index('sessions_expires').on(t.expiresAt),
    index('sessions_ended').on(t.endedAt).where(sql`ended_at is not null`),
  ],
)
