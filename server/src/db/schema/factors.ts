import { bigint, boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, users } from './identity.ts'

/** The passkeys of people (ADR 0061). They hold public keys only. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Chosen by the authenticator; at most 1023 bytes. */
    credentialId: bytes('credential_id').notNull().unique(),
    /** As a COSE key (RFC 9052). */
    publicKey: bytes('public_key').notNull(),
    /** The highest signature counter that was seen; 0: the authenticator does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers reach the authenticator, as it said itself. */
    transports: text().array().notNull(),
    /** `multiDevice`: it may be copied to other devices of the person. */
    deviceType: text('device_type', { enum: ['singleDevice', 'multiDevice'] }).notNull(),
    /** Whether it was copied at its last use. */
    backedUp: boolean('backed_up').notNull(),
    name: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at'),
    /** When its counter went back, so that a copy may be in use: refused until its owner accepts it; `null`: not. */
    suspectedAt: at('suspected_at'),
  },
  (t) => [index('passkeys_user').on(t.userId, t.createdAt)],
)

/** Challenges that a passkey is to sign, each once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: bytes('challenge_hash').primaryKey(),
    /** The hash of the cookie of the browser that asked for it. */
    bindingHash: bytes('binding_hash').notNull(),
    purpose: text({ enum: ['enrol', 'sign-in', 'confirm'] }).notNull(),
    /** `null`: the person who signs in with it. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
    spentAt: at('spent_at'),
  },
  (t) => [index('passkey_challenges_expires').on(t.expiresAt), index('passkey_challenges_user').on(t.userId)],
)

/** The authenticator apps of people, each confirmed by a code (ADR 0062). */
export const authenticators = pgTable(
  'authenticators',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The secret in Base32, sealed. */
    sealedSecret: bytes('sealed_secret').notNull(),
    /** The number of the newest half minute since 1970 whose code was used (RFC 6238 §4.2): no code of it or before is accepted. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull(),
    name: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at').notNull().defaultNow(),
  },
  (t) => [index('authenticators_user').on(t.userId, t.createdAt)],
)

/** The recovery codes of people, each used once (ADR 0066). Making new ones replaces all of them. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytes('code_hash').notNull(),
    /** Made in a strong session, and not before the first passkey or app: it stands in for one that is lost (`HAD_PASSKEY`: for which). */
    isStrong: boolean('is_strong').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    usedAt: at('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

/** Browsers in which people need no second step after their password (ADR 0085). */
export const rememberedBrowsers = pgTable(
  'remembered_browsers',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The hash of the secret in the cookie; each use replaces it. */
    secretHash: bytes('secret_hash').notNull(),
    userAgent: text('user_agent').notNull(),
    /** Where it was used last. */
    ip: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    lastUsedAt: at('last_used_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    index('remembered_browsers_user').on(t.userId, t.createdAt),
    index('remembered_browsers_expires').on(t.expiresAt),
  ],
)
