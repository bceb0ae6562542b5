import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { at, permissions, recordStatus, recordTimes, users } from './identity.ts'

const ofApplication = () =>
  uuid('application_id')
    .notNull()
    .references(() => applications.id, { onDelete: 'cascade' })
const ofClient = () =>
  uuid('client_id')
    .notNull()
    .references(() => clients.id, { onDelete: 'cascade' })

/** The application roles of an application for a client, and how they approve (requirement A6). */
export const applicationRoles = pgTable(
  'application_roles',
  {
    id: uuid().primaryKey(),
    applicationId: ofApplication(),
    clientId: ofClient(),
    name: text().notNull(),
    /** The role's id in the application. */
    roleId: text('role_id').notNull(),
    allRegions: boolean('all_regions').notNull().default(false),
    /** Codes of contract/src/regions.ts; empty when `allRegions`. */
    regions: text().array().notNull().default([]),
    sequence: integer(),
    action: text().notNull().default(''),
    /** In paise; without an upper bound it is unlimited (requirement C12). */
    rangeFrom: bigint('range_from', { mode: 'number' }),
    rangeTo: bigint('range_to', { mode: 'number' }),
    /** Which of the two belong to the range. */
    bounds: text({ enum: ['[]', '(]', '[)', '()'] })
      .notNull()
      .default('[]'),
    ...recordTimes(),
  },
  (t) => [
    uniqueIndex('application_roles_name')
      .on(t.applicationId, t.clientId, sql`lower(${t.name})`)
      .where(sql`deleted_at is null`),
    // Of whom it is not known for which client they have a role: rows for all clients count for each of its name.
    index('application_roles_of_name').on(t.applicationId, sql`lower(${t.name})`).where(sql`deleted_at is null`),
    index('application_roles_client').on(t.clientId),
    index('application_roles_approving')
      .on(t.applicationId, t.clientId)
      .where(sql`action <> '' and deleted_at is null`),
  ],
)

export const pages = pgTable(
  'pages',
  {
    id: uuid().primaryKey(),
    applicationId: ofApplication(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Its id in the manifest of its application, once in each; `null`: it was made in the console, or is deleted. */
    manifestId: text('manifest_id'),
    path: text().notNull().default(''),
    /** The id of the page above it in the manifest; empty: none. */
    parent: text().notNull().default(''),
    /** What can be done there besides opening it, in the order of the manifest. */
    actions: text().array().notNull().default([]),
    /** Its place in the manifest. */
    place: integer().notNull().default(0),
    /** When the application left it out of its manifest, while roles use it. */
    withdrawnAt: at('withdrawn_at'),
    status: recordStatus(),
    ...recordTimes(),
  },
  (t) => [uniqueIndex('pages_name').on(t.applicationId, sql`lower(${t.name})`).where(sql`deleted_at is null`)],
)

export const applicationRolePages = pgTable(
  'application_role_pages',
  {
    applicationRoleId: uuid('application_role_id')
      .notNull()
      .references(() => applicationRoles.id, { onDelete: 'cascade' }),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    /** The actions of the page that the role has, besides opening it. */
    actions: text().array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.applicationRoleId, t.pageId] }), index('application_role_pages_page').on(t.pageId)],
)

/** Which application role approves which page; application and client are those of the role. */
export const documentApprovals = pgTable(
  'document_approvals',
  {
    id: uuid().primaryKey(),
    applicationRoleId: uuid('application_role_id')
      .notNull()
      .references(() => applicationRoles.id, { onDelete: 'cascade' }),
    pageId: uuid('page_id')
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
    /** Days of the portal's time zone, both whole. */
    firstDay: date('first_day'),
    lastDay: date('last_day'),
    /** For every client of the application, and on each of its pages, also later ones; an inactive one counts nowhere (ADR 0115). */
    allClients: boolean('all_clients').notNull().default(false),
    allPages: boolean('all_pages').notNull().default(false),
    status: text({ enum: ['ACTIVE', 'INACTIVE'] })
      .notNull()
      .default('ACTIVE'),
    ...recordTimes(),
  },
  (t) => [
    uniqueIndex('document_approvals_once').on(t.applicationRoleId, t.pageId).where(sql`deleted_at is null`),
    index('document_approvals_page').on(t.pageId),
  ],
)

/** The routing of the approvals of an application, if one was set: a part of the versions of its matrix (ADR 0095). */
export const approvalRoutings = pgTable(
  'approval_routings',
  {
    id: uuid().primaryKey(),
    applicationId: ofApplication(),
    /** `ladder`: each level that has the amount; `first-qualified`: the lowest of them. */
    mode: text({ enum: ['ladder', 'first-qualified'] }).notNull(),
    /** Of rows with the same sequence. */
    parallel: text({
      enum: ['all-of', 'one-of', '2-of', '3-of', '4-of', '5-of', '6-of', '7-of', '8-of', '9-of'],
    }).notNull(),
    rejection: text({ enum: ['stop', 'back-to-maker', 'back-one-step'] }).notNull(),
    /** The role, by its name, that approves what no row covers. Empty: none. */
    catchAllRole: text('catch_all_role').notNull().default(''),
    /** The only client that it counts for; `null`: it counts for each. No reference: a client that is purged must not become all of them. */
    catchAllClientId: uuid('catch_all_client_id'),
    ...recordTimes(),
  },
  (t) => [uniqueIndex('approval_routings_once').on(t.applicationId).where(sql`deleted_at is null`)],
)

/** Rules of separation of duties: roles, actions and pages of an application of which nobody may have two (ADR 0076, 0114). */
export const roleConflicts = pgTable(
  'role_conflicts',
  {
    id: uuid().primaryKey(),
    applicationId: ofApplication(),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Names of application roles, which an application has for each client. */
    roles: text().array().notNull(),
    /**
     * Actions on pages. `by` the approvals, as rules say that are older than it: `null` is every page, or every action. `by` page access:
     * without an action, to have the page. Pages by id, so that they can be renamed.
     */
    duties: jsonb()
      .$type<{ page: string | null; action: string | null; by?: 'approvals' | 'access' }[]>()
      .notNull()
      .default([]),
    /** `client`: two of them for the same client; `application`: for any clients. */
    scope: text({ enum: ['client', 'application'] }).notNull(),
    effect: text({ enum: ['prevent', 'ask', 'report'] }).notNull(),
    ...recordTimes(),
  },
  (t) => [uniqueIndex('role_conflicts_name').on(t.applicationId, sql`lower(${t.name})`).where(sql`deleted_at is null`)],
)

export const pocs = pgTable(
  'pocs',
  {
    id: uuid().primaryKey(),
    clientId: ofClient(),
    name: text().notNull(),
    alternateName: text('alternate_name').notNull(),
    email: text().notNull(),
    alternateEmail: text('alternate_email').notNull(),
    contact: text().notNull(),
    alternateContact: text('alternate_contact').notNull(),
    city: text().notNull().default(''),
    state: text().notNull().default(''),
    country: text().notNull().default(''),
    zip: text().notNull().default(''),
    /** The people of these addresses decide about requests for access (ADR 0101). */
    decidesRequests: boolean('decides_requests').notNull().default(false),
    ...recordTimes(),
  },
  (t) => [
    index('pocs_client').on(t.clientId),
    index('pocs_deciding_email').on(sql`lower(trim(${t.email}))`).where(sql`decides_requests`),
    index('pocs_deciding_alternate_email').on(sql`lower(trim(${t.alternateEmail}))`).where(sql`decides_requests`),
  ],
)

export const clans = pgTable(
  'clans',
  {
    id: uuid().primaryKey(),
    clientId: ofClient(),
    name: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    type: text({ enum: ['INTERNAL', 'EXTERNAL'] }).notNull(),
    ...recordTimes(),
  },
  (t) => [uniqueIndex('clans_name').on(t.clientId, sql`lower(${t.name})`).where(sql`deleted_at is null`)],
)

/** Permissions attached to clients, points of contact and clans (requirement C4). */
export const recordPermissions = pgTable(
  'record_permissions',
  {
    kind: text({ enum: ['client', 'poc', 'clan'] }).notNull(),
    recordId: uuid('record_id').notNull(),
    permissionId: uuid('permission_id')
      .notNull()
      .references(() => permissions.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.recordId, t.permissionId] }),
    index('record_permissions_permission').on(t.permissionId),
  ],
)

/** Draft quotes; each belongs to its author alone (requirement C8). */
export const priceQuotes = pgTable(
  'price_quotes',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The fields of the form, as text. */
    fields: jsonb().$type<Record<string, string>>().notNull(),
    ...recordTimes(),
  },
  (t) => [index('price_quotes_user').on(t.userId, t.updatedAt)],
)
