import type { NotPublished } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import type { Routing } from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { applications } from './access.ts'
import { applicationRoles, pages } from './console.ts'
import { at } from './identity.ts'

/** Changes of a matrix that do not count yet (ADR 0081). They are published together, or not at all. */
export const approvalDrafts = pgTable(
  'approval_drafts',
  {
    id: uuid().primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Counts the edits of the draft (`approvalDraftEdits`). */
    revision: integer().notNull().default(1),
    /** The version of the matrix when the draft was made. */
    baseVersion: bigint('base_version', { mode: 'number' }).notNull(),
    /** The former version that the draft restores; `null`: it was begun without changes. */
    restores: bigint({ mode: 'number' }),
    /** The rows of the former version that could not be restored, in words: their role or page is deleted. One without a page is a catch-all role. */
    leftOut: text('left_out').array().notNull().default([]),
    /** The routing in the draft, and as the matrix had it when this was changed; `null`: the draft does not change it. */
    routing: jsonb().$type<Routing>(),
    routingBefore: jsonb('routing_before').$type<Routing>(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** A person or a service account. */
    createdBy: uuid('created_by'),
    updatedAt: at('updated_at').notNull().defaultNow(),
    updatedBy: uuid('updated_by'),
    /** Everybody who has changed it: none of them may confirm it (ADR 0099). */
    editors: uuid().array().notNull().default([]),
    /** Who sent it back instead of confirming it, when, and what is to be done; `null`: nobody since it was last asked for. */
    sentBackBy: uuid('sent_back_by'),
    sentBackAt: at('sent_back_at'),
    sentBackNote: text('sent_back_note'),
  },
  (t) => [index('approval_drafts_application').on(t.applicationId)],
)

/** One change of a draft: of what a role does, or of its rule on a page. */
export const approvalDraftChanges = pgTable(
  'approval_draft_changes',
  {
    id: uuid().primaryKey(),
    draftId: uuid('draft_id')
      .notNull()
      .references(() => approvalDrafts.id, { onDelete: 'cascade' }),
    applicationRoleId: uuid('application_role_id')
      .notNull()
      .references(() => applicationRoles.id, { onDelete: 'cascade' }),
    /** `null`: the change is one of the role itself. */
    pageId: uuid('page_id').references(() => pages.id, { onDelete: 'cascade' }),
    /** The columns as the matrix had them when this was changed; `null`: there was no such rule. */
    before: jsonb(),
    /** The columns in the draft; `null`: the rule is removed. */
    after: jsonb(),
  },
  (t) => [
    uniqueIndex('approval_draft_changes_role').on(t.draftId, t.applicationRoleId).where(sql`page_id is null`),
    uniqueIndex('approval_draft_changes_rule').on(t.draftId, t.applicationRoleId, t.pageId),
    index('approval_draft_changes_of_role').on(t.applicationRoleId),
    index('approval_draft_changes_of_page').on(t.pageId),
  ],
)

/** Which record of a draft was edited at which revision and by whom, so that of two people who edit one record the second one is refused. */
export const approvalDraftEdits = pgTable(
  'approval_draft_edits',
  {
    id: uuid().primaryKey(),
    draftId: uuid('draft_id')
      .notNull()
      .references(() => approvalDrafts.id, { onDelete: 'cascade' }),
    /** The revision of the draft after the edit. One edit may concern several records. */
    revision: integer().notNull(),
    /** `null`: the edit is one of the routing. */
    applicationRoleId: uuid('application_role_id'),
    /** `null`: it is one of the role itself, or of the routing. */
    pageId: uuid('page_id'),
    /** A person or a service account. */
    editedBy: uuid('edited_by').notNull(),
  },
  (t) => [index('approval_draft_edits_draft').on(t.draftId, t.revision)],
)

/** What waits for a second person (ADR 0099). It is deleted by whoever decides, so that it is decided once. */
export const approvalPublishRequests = pgTable(
  'approval_publish_requests',
  {
    id: uuid().primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** `null`: that no second person is asked any more. */
    draftId: uuid('draft_id').references(() => approvalDrafts.id, { onDelete: 'cascade' }),
    /** The draft and the matrix that were compared; another one makes the request void. */
    revision: integer(),
    version: bigint({ mode: 'number' }),
    reason: text().notNull(),
    /** The moment from which the draft is to count; `null`: from the confirmation on. */
    publishAt: at('publish_at'),
    /** A person. */
    askedBy: uuid('asked_by').notNull(),
    askedAt: at('asked_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('approval_publish_requests_draft').on(t.draftId),
    uniqueIndex('approval_publish_requests_stop').on(t.applicationId).where(sql`draft_id is null`),
  ],
)

/**
 * Drafts that are published from a moment on (ADR 0104). A draft has at most one such moment. The row goes with the draft when it is
 * published, and stays with the reason when it could not be.
 */
export const approvalPublishDates = pgTable(
  'approval_publish_dates',
  {
    draftId: uuid('draft_id')
      .primaryKey()
      .references(() => approvalDrafts.id, { onDelete: 'cascade' }),
    publishAt: at('publish_at').notNull(),
    /** The draft and the matrix that were compared. */
    revision: integer().notNull(),
    version: bigint({ mode: 'number' }).notNull(),
    reason: text().notNull(),
    /** A person. */
    setBy: uuid('set_by').notNull(),
    setAt: at('set_at').notNull().defaultNow(),
    /** The second person; `null`: none was asked. */
    confirmedBy: uuid('confirmed_by'),
    /** The session and address of the last of both, for the audit lines of the changes. */
    sessionId: uuid('session_id').notNull(),
    ip: text().notNull(),
    /** When it was not published, and why; `null`: it waits. */
    refusedAt: at('refused_at'),
    refusal: text().$type<NotPublished>(),
  },
  (t) => [index('approval_publish_dates_due').on(t.publishAt).where(sql`refused_at is null`)],
)
