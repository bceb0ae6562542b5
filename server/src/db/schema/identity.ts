import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const at = (name: string) => timestamp(name, { withTimezone: true })

/** The columns of every record that administrators manage; a deleted one stays for a while (requirement G6). */
export const recordTimes = () => ({
  /** Raised with every change: when two people edit one record, the second one gets a conflict. */
  version: integer().notNull().default(1),
  createdBy: uuid('created_by'),
  updatedBy: uuid('updated_by'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
  deletedAt: at('deleted_at'),
})

export const recordStatus = () =>
  text({ enum: ['ACTIVE', 'INACTIVE'] })
    .notNull()
    .default('ACTIVE')

export const roles = pgTable(
  'roles',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** Trimmed and case-folded, so that names that look alike are equal. */
    nameKey: text('name_key').notNull(),
    description: text().notNull().default(''),
    status: recordStatus(),
    /** Marks the two built-in roles 'admin' and 'user', which are recognised by this and never by their names. */
    system: text({ enum: ['admin', 'user'] }).unique(),
    /** Its people have its permissions, and open applications, only in sessions opened with a passkey or an authenticator app. */
    needsStrongSignIn: boolean('needs_strong_sign_in').notNull().default(false),
    /** From this moment on they are needed; `null`: at once (ADR 0096). */
    strongSignInFrom: at('strong_sign_in_from'),
    /** An authenticator app is not enough: the session was opened with a passkey. Never without `needs_strong_sign_in`. */
    needsPasskey: boolean('needs_passkey').notNull().default(false),
    /** From this moment on; `null`: at once. Until then the strong sign-in is needed that was needed before. */
    passkeyFrom: at('passkey_from'),
    /** People with permissions of this role may leave out the second step in a browser that is remembered (ADR 0085). */
    remembersBrowsers: boolean('remembers_browsers').notNull().default(false),
    /** Sensitive calls, and opening an application, need a sign-in that is at most so old; null: of any age (ADR 0087, 0118). */
    confirmMinutes: integer('confirm_minutes'),
    ...recordTimes(),
  },
  (t) => [uniqueIndex('roles_name').on(t.nameKey).where(sql`deleted_at is null`)],
)

export const permissions = pgTable(
  'permissions',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    description: text().notNull().default(''),
    status: recordStatus(),
    ...recordTimes(),
  },
  (t) => [uniqueIndex('permissions_name').on(sql`lower(${t.name})`).where(sql`deleted_at is null`)],
)

export const rolePermissions = pgTable(
  'role_permissions',
  {
    roleId: uuid('role_id')
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    permissionId: uuid('permission_id')
      .notNull()
      .references(() => permissions.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.permissionId] })],
)

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    userName: text('user_name').notNull(),
    phoneNumber: text('phone_number').notNull().default(''),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** The person's id in the partner portal; empty: their id here. */
    cPortalId: text('c_portal_id').notNull().default(''),
    /** PHC string of argon2id; `null` until the person has chosen a password. */
    passwordHash: text('password_hash'),
    /** When the password was last changed; browsers known before that are no longer known. */
    passwordChangedAt: at('password_changed_at'),
    emailVerifiedAt: at('email_verified_at'),
    /** When the number was proved by a code; `null`: it gets no messages and identifies nobody. */
    phoneVerifiedAt: at('phone_verified_at'),
    isActive: boolean('is_active').notNull().default(true),
    /** May sign in on /otp by code only (requirement S4). */
    codeOnly: boolean('code_only').notNull().default(false),
    /** In the portal's time zone; the account is deactivated when it is over. `null`: none. */
    lastDay: date('last_day'),
    /** From then on the account is suspended; `null`: no suspension runs or is planned (ADR 0083). */
    suspendedFrom: at('suspended_from'),
    /** When the person can sign in again; `null`: until an administrator ends the suspension. */
    suspendedUntil: at('suspended_until'),
    /** For administrators. */
    suspensionReason: text('suspension_reason').notNull().default(''),
    roleId: uuid('role_id').references(() => roles.id),
    lastSignInAt: at('last_sign_in_at'),
    profileImage: text('profile_image').notNull().default(''),
    /** The language of messages; `null` until the person has chosen one by using the portal. */
    language: text({ enum: ['en', 'hi'] }),
    /** The person has chosen it: sign-ins do not change it any more, and pages follow it. */
    languageChosen: boolean('language_chosen').notNull().default(false),
    /** `null`: not chosen, as for the time zone, which is then the browser's. */
    theme: text({ enum: ['system', 'light', 'dark'] }),
    timeZone: text('time_zone'),
    /** The kinds of messages that the person does not want; only optional ones are respected (`contract/src/own-notices.ts`). */
    noticesPutOff: text('notices_put_off').array().notNull().default([]),
    /** The application of the oldest assignment, kept by a trigger: lists of people are sorted by it. */
    firstApplicationId: uuid('first_application_id'),
    /** How often its owner has locked it. Links made before the last lock are void. */
    locks: integer().notNull().default(0),
    /** Until then nobody changes the address and the number on the person's own pages, because a change was undone. */
    contactLockedUntil: at('contact_locked_until'),
    /** The moment from which a strong sign-in is needed, of which the person was notified; `null`: of none (ADR 0096). */
    strongSignInNotified: at('strong_sign_in_notified'),
    /** The same of a passkey, where an authenticator app is not enough. */
    passkeyNotified: at('passkey_notified'),
    ...recordTimes(),
  },
  (t) => [
    index('users_role').on(t.roleId),
    index('users_c_portal').on(t.cPortalId).where(sql`c_portal_id <> ''`),
    index('users_first_application').on(t.firstApplicationId, t.id).where(sql`deleted_at is null`),
    index('users_picture').on(t.profileImage).where(sql`profile_image <> ''`),
    index('users_last_day').on(t.lastDay).where(sql`last_day is not null and is_active`),
    index('users_suspended').on(t.suspendedFrom).where(sql`suspended_from is not null`),
    index('users_deleted').on(t.deletedAt).where(sql`deleted_at is not null`),
    /** Of names that a former release stored, until they are composed (`identity/compose-names.ts`, with which it goes). */
    index('users_not_composed')
      .on(t.id)
      .where(sql`(first_name is not nfc normalized or last_name is not nfc normalized)`),
  ],
)

/** Hashes of passwords that a person had before the present one: none of them may be chosen again. */
export const formerPasswords = pgTable(
  'former_passwords',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    passwordHash: text('password_hash').notNull(),
    replacedAt: at('replaced_at').notNull().defaultNow(),
  },
  (t) => [index('former_passwords_user').on(t.userId, t.replacedAt)],
)

/**
 * All identifiers of accounts, normalised: one person's user id can never equal another's email or phone. A phone
 * number is an identifier only while its person has proved it.
 */
export const userIdentifiers = pgTable(
  'user_identifiers',
  {
    value: text().primaryKey(),
    kind: text({ enum: ['email', 'user_name', 'phone'] }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [index('user_identifiers_user').on(t.userId)],
)

/** A registration that waits for its code. The account is created only with the proof (requirement P9). */
export const signUps = pgTable(
  'sign_ups',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phoneNumber: text('phone_number').notNull(),
    passwordHash: text('password_hash').notNull(),
    language: text({ enum: ['en', 'hi'] }),
    applicationId: uuid('application_id'),
    clientId: uuid('client_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    completedAt: at('completed_at'),
  },
  (t) => [index('sign_ups_email').on(t.emailKey, t.createdAt), index('sign_ups_phone').on(t.phoneNumber)],
)

export const throttles = pgTable(
  'throttles',
  {
    bucket: text().notNull(),
    key: bytes().notNull(),
    windowEndsAt: at('window_ends_at').notNull(),
    count: integer().notNull(),
    blockedUntil: at('blocked_until'),
    /** The last counted attempt: a caller compares it with its own, to see whether it was counted or refused. */
    attempt: uuid().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bucket, t.key] }), index('throttles_window').on(t.windowEndsAt)],
)
