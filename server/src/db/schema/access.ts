import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { at, bytes, recordStatus, recordTimes, users } from './identity.ts'

export const APPLICATION_STATUSES = ['ACTIVE', 'INACTIVE', 'Temporary BLOCKED', 'Permanent BLOCKED'] as const

const ID_TOKEN_ALGS = ['RS256', 'ES256'] as const
const ACCESS_TOKEN_FORMATS = ['opaque', 'jwt'] as const
const SUBJECT_TYPES = ['public', 'pairwise'] as const
const REQUEST_RULES = ['owners', 'contacts', 'matrix'] as const
const TOKEN_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const

export const applications = pgTable(
  'applications',
  {
    id: uuid().primaryKey(),
    /** The name that people see; on the wire `name.description` (requirement W12). */
    name: text().notNull(),
    /** One line for the tile. */
    summary: text().notNull().default(''),
    /** The heading above its tile; empty: none. */
    tileGroup: text('tile_group').notNull().default(''),
    logo: text().notNull().default(''),
    redirectUrl: text('redirect_url').notNull().default(''),
    allowedUrl: text('allowed_url').notNull().default(''),
    logoutUri: text('logout_uri').notNull().default(''),
    status: text({ enum: APPLICATION_STATUSES }).notNull().default('ACTIVE'),
    launchMode: text('launch_mode', { enum: ['query', 'form_post', 'oidc'] })
      .notNull()
      .default('query'),
    /** How much of the identity is sent besides the token (requirement L2). */
    launchIdentity: text('launch_identity', { enum: ['full', 'minimal', 'none'] })
      .notNull()
      .default('full'),
    /** Free text of the console; 'NA' when it was left out (requirement G12). */
    applicationType: text('application_type').notNull().default('NA'),
    grantTypes: text('grant_types').notNull().default('NA'),
    authenticationType: text('authentication_type').notNull().default('NA'),
    /** The page on which the application starts its own sign-in (OpenID Connect `initiate_login_uri`). */
    loginUrl: text('login_url').notNull().default(''),
    /** `LaunchFieldRules` of `access/`. */
    launchFields: jsonb('launch_fields').notNull().default({}),
    secretHash: bytes('secret_hash'),
    /** When the secret above ends; `null`: when it is revoked. */
    secretExpiresAt: at('secret_expires_at'),
    secretName: text('secret_name').notNull().default(''),
    /** Exact to some minutes. */
    secretLastUsedAt: at('secret_last_used_at'),
    /** The addresses that may receive answers to sign-ins, exactly as written; empty: `redirect_url` alone. */
    redirectUris: text('redirect_uris').array().notNull().default([]),
    postLogoutRedirectUris: text('post_logout_redirect_uris').array().notNull().default([]),
    /** The address that gets a signed logout token when a session ends (OpenID Connect Back-Channel Logout 1.0). */
    backchannelLogoutUri: text('backchannel_logout_uri').notNull().default(''),
    /** The grant types that it may use; `grant_types` above is only a description for people. */
    oauthGrants: text('oauth_grants').array().notNull().default(['authorization_code']),
    tokenAuthMethod: text('token_auth_method', { enum: TOKEN_AUTH_METHODS }).notNull().default('client_secret_basic'),
    /** Its public keys as a JWK Set, for `private_key_jwt`. */
    jwks: text().notNull().default(''),
    /** The address at which that set is read instead. */
    jwksUri: text('jwks_uri').notNull().default(''),
    /** The algorithm of its identity and logout tokens. */
    idTokenAlg: text('id_token_alg', { enum: ID_TOKEN_ALGS }).notNull().default('RS256'),
    pkceRequired: boolean('pkce_required').notNull().default(true),
    allowedScopes: text('allowed_scopes').array().notNull().default(['openid', 'profile', 'email', 'phone', 'access']),
    /** The claims of its scopes are also in the identity token, for applications that never call userinfo. */
    claimsInIdToken: boolean('claims_in_id_token').notNull().default(false),
    /** The source of its claims `groups` and `roles`. */
    groupsClaim: text('groups_claim').notNull().default('none'),
    rolesClaim: text('roles_claim').notNull().default('none'),
    /** The form of access tokens for this application; 'jwt' for programs that cannot use introspection. */
    accessTokenFormat: text('access_token_format', { enum: ACCESS_TOKEN_FORMATS }).notNull().default('opaque'),
    /** 'pairwise': it knows people by ids that no application outside its sector gets. */
    subjectType: text('subject_type', { enum: SUBJECT_TYPES }).notNull().default('public'),
    /** Applications with the same sector know people by the same ids; empty: this application alone. */
    subjectSector: text('subject_sector').notNull().default(''),
    /** Our own application: people are not asked for consent. */
    isFirstParty: boolean('is_first_party').notNull().default(true),
    /** Everybody who is signed in sees it among the applications that one may ask for. */
    isRequestable: boolean('is_requestable').notNull().default(false),
    /** Who decides about requests for it: its owners, the contacts of the client (ADR 0101) or its matrix of approvals (ADR 0109). */
    requestRule: text('request_rule', { enum: REQUEST_RULES }).notNull().default('owners'),
    /** The page of its matrix by which requests are decided. It is no foreign key, because pages refer to applications. */
    requestPageId: uuid('request_page_id'),
    /** It opens only in sessions opened with a passkey or an authenticator app (ADR 0096). */
    needsStrongSignIn: boolean('needs_strong_sign_in').notNull().default(false),
    /** From this moment on; `null`: at once. */
    strongSignInFrom: at('strong_sign_in_from'),
    /** An authenticator app is not enough. Never without `needs_strong_sign_in`. */
    needsPasskey: boolean('needs_passkey').notNull().default(false),
    /** From this moment on; `null`: at once. Until then the strong sign-in is needed that was needed before. */
    passkeyFrom: at('passkey_from'),
    /** How old a sign-in may be when it is opened; null: of any age. */
    confirmMinutes: integer('confirm_minutes'),
    /** Administrators who act for somebody may open it in the name of that person (ADR 0103). */
    opensWhileActing: boolean('opens_while_acting').notNull().default(false),
    /** How pages before signing in to it look (`Branding` of the contract). */
    branding: jsonb().notNull().default({}),
    ...recordTimes(),
  },
  (t) => [uniqueIndex('applications_name').on(sql`lower(${t.name})`).where(sql`deleted_at is null`)],
)

/** The owners of an application, who decide about requests for it (ADR 0089). Those who are not active do not count. */
export const applicationOwners = pgTable(
  'application_owners',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.applicationId, t.userId] }),
    index('application_owners_user').on(t.userId, t.applicationId),
  ],
)

/**
 * Further secrets of an application, so that a new one can be distributed before the old one ends. Stored as digests.
 */
export const applicationSecrets = pgTable(
  'application_secrets',
  {
    id: uuid().primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    secretHash: bytes('secret_hash').notNull(),
    /** `null`: valid until it is revoked. */
    expiresAt: at('expires_at'),
    /** Exact to some minutes. */
    lastUsedAt: at('last_used_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('application_secrets_application').on(t.applicationId)],
)

/** Organisations; never OAuth clients. */
export const clients = pgTable(
  'clients',
  {
    id: uuid().primaryKey(),
    actualName: text('actual_name').notNull(),
    displayName: text('display_name').notNull(),
    email: text().notNull().default(''),
    logo: text().notNull().default(''),
    /** The client's id in other systems. */
    uuid: text().notNull().default(''),
    address: text().notNull().default(''),
    officeContact: bigint('office_contact', { mode: 'number' }),
    daysData: integer('days_data'),
    filterByCaseStatus: boolean('filter_by_case_status').notNull().default(false),
    listCaseStatus: text('list_case_status').notNull().default(''),
    schemaNames: text('schema_names').notNull().default(''),
    createdByNames: text('created_by_names').notNull().default(''),
    /** Its people open applications for it, and have permissions, only in sessions opened with a passkey or an authenticator app (ADR 0096). */
    needsStrongSignIn: boolean('needs_strong_sign_in').notNull().default(false),
    /** From this moment on; `null`: at once. */
    strongSignInFrom: at('strong_sign_in_from'),
    /** An authenticator app is not enough. Never without `needs_strong_sign_in`. */
    needsPasskey: boolean('needs_passkey').notNull().default(false),
    /** From this moment on; `null`: at once. Until then the strong sign-in is needed that was needed before. */
    passkeyFrom: at('passkey_from'),
    /** How old a sign-in may be when an application is opened for it; null: of any age. */
    confirmMinutes: integer('confirm_minutes'),
    /** How pages before signing in look for its people (`Branding` of the contract). */
    branding: jsonb().notNull().default({}),
    status: recordStatus(),
    ...recordTimes(),
  },
  (t) => [uniqueIndex('clients_actual_name').on(sql`lower(${t.actualName})`).where(sql`deleted_at is null`)],
)

/**
 * Who may open which application for which client, in which role. Without a row there is no tile and no token
 * (requirement L7).
 */
export const assignments = pgTable(
  'assignments',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    role: text().notNull(),
    /** Before this moment it opens nothing; `null`: at once. */
    validFrom: at('valid_from'),
    /** From this moment on it opens nothing, and is removed soon after (ADR 0065); `null`: it has no end. */
    validUntil: at('valid_until'),
    /** Whether the partner portal knows of it: false until `valid_from`. */
    hasBegun: boolean('has_begun').notNull().default(true),
    /** Whether the person was notified that it ends, or needs no notice. */
    isEndNotified: boolean('is_end_notified').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('assignments_once').on(t.userId, t.applicationId, t.clientId),
    // In this order, for the people of an application, in pages.
    index('assignments_application').on(t.applicationId, t.userId),
    // In this order, for the people of a role, in pages.
    index('assignments_role').on(t.applicationId, t.clientId, sql`lower(${t.role})`, t.userId),
    // In this order, for the people of a client, in pages.
    index('assignments_client_user').on(t.clientId, t.userId),
    index('assignments_beginning').on(t.validFrom).where(sql`not has_begun`),
    index('assignments_end').on(t.validUntil).where(sql`valid_until is not null`),
  ],
)

/** Pairs for which people may register themselves (requirement S6). */
export const selfRegistrations = pgTable(
  'self_registrations',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    enabled: boolean().notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.applicationId, t.clientId] })],
)
