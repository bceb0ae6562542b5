import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { at, bytes, permissions, recordStatus, recordTimes } from './identity.ts'

/** Programs that administer the portal, with permissions of their own (ADR 0056). */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** The person who is notified of keys that end. Their rights are not those of the account. */
    ownerId: uuid('owner_id'),
    /** Addresses and networks that may use the keys, each a valid `cidr`. Empty: all. */
    networks: text().array().notNull().default(sql`'{}'`),
    status: recordStatus(),
    ...recordTimes(),
  },
  (t) => [uniqueIndex('service_accounts_name').on(sql`lower(${t.name})`).where(sql`deleted_at is null`)],
)

export const serviceAccountPermissions = pgTable(
  'service_account_permissions',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => serviceAccounts.id, { onDelete: 'cascade' }),
    permissionId: uuid('permission_id')
      .notNull()
      .references(() => permissions.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.permissionId] }),
    index('service_account_permissions_permission').on(t.permissionId),
  ],
)

/** The keys of service accounts, at most two valid ones each. Revoked and expired ones are removed later. */
export const serviceAccountKeys = pgTable(
  'service_account_keys',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => serviceAccounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** How the key begins, to recognise it by. */
    prefix: text().notNull(),
    secretHash: bytes('secret_hash').notNull(),
    /** A person, or another service account. */
    createdBy: uuid('created_by'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    /** Exact to a minute, as is the address. */
    lastUsedAt: at('last_used_at'),
    lastUsedFrom: text('last_used_from'),
    revokedAt: at('revoked_at'),
    /** How many of the notices before its end the owner has got. */
    noticesSent: integer('notices_sent').notNull().default(0),
  },
  (t) => [
    uniqueIndex('service_account_keys_secret').on(t.secretHash),
    index('service_account_keys_account').on(t.accountId),
    index('service_account_keys_end').on(t.expiresAt),
  ],
)
