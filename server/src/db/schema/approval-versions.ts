import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applications } from './access.ts'
import { at } from './identity.ts'

const ofApplication = () =>
  uuid('application_id')
    .notNull()
    .references(() => applications.id, { onDelete: 'cascade' })

/**
 * Counts the changes of what decides about approvals in an application: triggers of its roles, pages, document
 * approvals and routing raise the version, once in each transaction that changes them.
 */
export const approvalMatrices = pgTable('approval_matrices', {
  applicationId: uuid('application_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  version: bigint({ mode: 'number' }).notNull(),
  /** The transaction that raised it last, as a number of PostgreSQL. */
  changedIn: text('changed_in'),
  publishedAt: at('published_at'),
  /** A second person confirms each change; a trigger of the tables refuses every other one (ADR 0099). */
  asksSecondPerson: boolean('asks_second_person').notNull().default(false),
})

/** Every version of the matrices, written by the same triggers. */
export const approvalVersions = pgTable(
  'approval_versions',
  {
    applicationId: ofApplication(),
    version: bigint({ mode: 'number' }).notNull(),
    /** When the change was made: just before it was committed. Later versions of an application have later times. */
    publishedAt: at('published_at').notNull(),
    /** A person, a service account, or the application itself, which publishes its pages; `null`: not known. */
    publishedBy: uuid('published_by'),
    /** The second person; `null`: none was asked. */
    confirmedBy: uuid('confirmed_by'),
    /** The draft that was published; `null`: the records were changed one by one. */
    draftName: text('draft_name'),
    /** Why the draft was published. */
    reason: text(),
    /** The version that the draft was made from. */
    restores: bigint({ mode: 'number' }),
  },
  (t) => [primaryKey({ columns: [t.applicationId, t.version] })],
)

/**
 * What the versions consist of: each state of a role, page, document approval or routing, with the versions in which it stood.
 * Versions from the first one on have it, up to and without the last one.
 */
export const approvalHistory = pgTable(
  'approval_history',
  {
    applicationId: ofApplication(),
    kind: text({ enum: ['application_roles', 'pages', 'document_approvals', 'approval_routings'] }).notNull(),
    recordId: uuid('record_id').notNull(),
    fromVersion: bigint('from_version', { mode: 'number' }).notNull(),
    untilVersion: bigint('until_version', { mode: 'number' }),
    /** The columns of the record. */
    state: jsonb().notNull(),
  },
  (t) => [
    // A record can move to another application, whose versions have numbers of their own.
    primaryKey({ columns: [t.applicationId, t.recordId, t.fromVersion] }),
    uniqueIndex('approval_history_current').on(t.recordId).where(sql`until_version is null`),
    index('approval_history_application').on(t.applicationId, t.fromVersion),
  ],
)
