import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applications } from './access.ts'
import { at, bytes, users } from './identity.ts'
import { boundTo } from './launch.ts'

/**
 * What an application may do for a person: every code and token belongs to a grant, and is void when the grant ends.
 */
export const oidcGrants = pgTable(
  'oidc_grants',
  {
    id: uuid().primaryKey(),
    ...boundTo(),
    /** Outlives the session (OpenID Connect Core §11, `offline_access`). */
    isOffline: boolean('is_offline').notNull(),
    scopes: text().array().notNull(),
    /** The resources (applications, by address) that tokens of this grant may be for (RFC 8707). */
    resources: text().array().notNull().default([]),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** Of an acting, from the start: the end of that acting, so that no server that does not know actings takes it for valid. */
    revokedAt: at('revoked_at'),
  },
  (t) => [
    uniqueIndex('oidc_grants_live')
      .on(t.sessionId, t.applicationId, t.clientId, t.isOffline)
      .where(sql`revoked_at is null`),
    index('oidc_grants_acting').on(t.actingId, t.applicationId).where(sql`acting_id is not null`),
    // Not partial: revoked grants are removed with their session, too.
    index('oidc_grants_session').on(t.sessionId),
    index('oidc_grants_user').on(t.userId, t.applicationId),
    index('oidc_grants_application').on(t.applicationId),
    index('oidc_grants_client').on(t.clientId),
    index('oidc_grants_expires').on(t.expiresAt),
    index('oidc_grants_revoked').on(t.revokedAt).where(sql`revoked_at is not null`),
  ],
)

/** Codes, tokens and other artifacts of the provider. Those that callers present are stored as a hash. */
export const oidcArtifacts = pgTable(
  'oidc_artifacts',
  {
    idHash: bytes('id_hash').primaryKey(),
    model: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    grantId: uuid('grant_id').references(() => oidcGrants.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id').references(() => applications.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    consumedAt: at('consumed_at'),
  },
  (t) => [
    index('oidc_artifacts_grant').on(t.grantId),
    index('oidc_artifacts_application').on(t.applicationId),
    index('oidc_artifacts_expires').on(t.expiresAt),
    /** The requests that wait for a person, by the mark of the sign-in. */
    index('oidc_artifacts_waiting').on(sql`(payload->'lastSubmission'->>'before')`).where(sql`model = 'Interaction'`),
  ],
)

/** The key pairs that sign tokens. */
export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  alg: text({ enum: ['RS256', 'ES256'] }).notNull(),
  sealedPrivateJwk: bytes('sealed_private_jwk').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  /** When it was no longer published. */
  retiredAt: at('retired_at'),
})

/** The consents of people to applications that are not our own. */
export const oidcConsents = pgTable(
  'oidc_consents',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    scopes: text().array().notNull(),
    grantedAt: at('granted_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.applicationId] }), index('oidc_consents_application').on(t.applicationId)],
)
