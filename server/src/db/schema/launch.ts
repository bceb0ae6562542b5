import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { actings } from './acting.ts'
import { at, bytes, users } from './identity.ts'
import { sessions } from './signin.ts'

/** The records that a token or a grant is bound to; when one of them is removed, so is the row. */
export const boundTo = () => ({
  applicationId: uuid('application_id')
    .notNull()
    .references(() => applications.id, { onDelete: 'cascade' }),
  clientId: uuid('client_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' }),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  sessionId: uuid('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** The administrator of the session acts for the person; `null`: the session is the person's own. */
  actingId: uuid('acting_id').references(() => actings.id, { onDelete: 'cascade' }),
})

export const launchTokens = pgTable(
  'launch_tokens',
  {
    id: uuid().primaryKey(),
    tokenHash: bytes('token_hash').notNull().unique(),
    ...boundTo(),
    expiresAt: at('expires_at').notNull(),
    redeemedAt: at('redeemed_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('launch_tokens_expires').on(t.expiresAt),
    index('launch_tokens_session').on(t.sessionId),
    index('launch_tokens_user').on(t.userId),
    index('launch_tokens_acting').on(t.actingId, t.applicationId).where(sql`acting_id is not null`),
  ],
)

/** The access token that an application gets for a launch token: opaque, ten minutes, void when the session is over. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: uuid().primaryKey(),
    tokenHash: bytes('token_hash').notNull().unique(),
    launchTokenId: uuid('launch_token_id')
      .notNull()
      .references(() => launchTokens.id, { onDelete: 'cascade' }),
    ...boundTo(),
    expiresAt: at('expires_at').notNull(),
    /** Of an acting, from the start: the end of that acting. */
    revokedAt: at('revoked_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('access_tokens_expires').on(t.expiresAt),
    index('access_tokens_launch').on(t.launchTokenId),
    index('access_tokens_session').on(t.sessionId),
    index('access_tokens_user').on(t.userId),
    index('access_tokens_acting').on(t.actingId).where(sql`acting_id is not null`),
  ],
)

/** The applications opened in a session: they are notified when it ends (requirement P13). */
export const openedApplications = pgTable(
  'opened_applications',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    openedAt: at('opened_at').notNull().defaultNow(),
    /** The client and time of its last launch from the portal: the sign-in that follows means that client. */
    launchedFor: uuid('launched_for').references(() => clients.id, { onDelete: 'set null' }),
    launchedAt: at('launched_at'),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.applicationId] }),
    index('opened_applications_application').on(t.applicationId),
  ],
)

/** The applications that were given something under an acting: each has one line in the audit, and is notified of the end. */
export const actingOpenings = pgTable(
  'acting_openings',
  {
    actingId: uuid('acting_id')
      .notNull()
      .references(() => actings.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.actingId, t.applicationId] }),
    index('acting_openings_application').on(t.applicationId),
  ],
)

/** The applications that a person has marked with a star. Shown only while they are assigned to the person. */
export const favourites = pgTable(
  'favourites',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.applicationId] }), index('favourites_application').on(t.applicationId)],
)
