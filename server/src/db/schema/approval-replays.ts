import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { applications } from './access.ts'
import { approvalDrafts } from './approval-drafts.ts'
import { at, users } from './identity.ts'
import { jobs } from './platform.ts'

/** What a replay of logged decisions has found (ADR 0092). State and progress are those of its job, with which it goes. */
export const approvalReplays = pgTable(
  'approval_replays',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** `null` with a name: the draft was deleted or published. */
    draftId: uuid('draft_id').references(() => approvalDrafts.id, { onDelete: 'set null' }),
    draftName: text('draft_name').notNull().default(''),
    version: bigint({ mode: 'number' }),
    firstDay: text('first_day').notNull(),
    lastDay: text('last_day').notNull(),
    /** The decisions from the first moment up to and without the second one. */
    fromAt: at('from_at').notNull(),
    untilAt: at('until_at').notNull(),
    /** What was compared: the revision of the draft, and the version that counts. Another one begins again. */
    compared: text().notNull().default(''),
    /** The last decision that was looked at. */
    lastAt: at('last_at'),
    lastId: bigint('last_id', { mode: 'number' }),
    replayed: integer().notNull().default(0),
    allowToDeny: integer('allow_to_deny').notNull().default(0),
    denyToAllow: integer('deny_to_allow').notNull().default(0),
    changedAnyway: integer('changed_anyway').notNull().default(0),
    unapprovable: integer().notNull().default(0),
    /** Counts by reason. */
    notReplayed: jsonb('not_replayed').$type<Record<string, number>>().notNull().default({}),
    /** Whether every decision was looked at. A server of the former release ends such a job without it. */
    isComplete: boolean('is_complete').notNull().default(false),
  },
  (t) => [index('approval_replays_application').on(t.applicationId), index('approval_replays_draft').on(t.draftId)],
)

/** The decisions that differ, copied, because the log is kept for another time. */
export const approvalReplayChanges = pgTable(
  'approval_replay_changes',
  {
    jobId: uuid('job_id')
      .notNull()
      .references(() => approvalReplays.jobId, { onDelete: 'cascade' }),
    number: integer().notNull(),
    /** The id of the decision (`null`: it was made before decisions had one), and of the stand-in that allowed it. */
    decisionId: uuid('decision_id'),
    standInId: uuid('stand_in_id'),
    at: at('at').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id'),
    page: text().notNull(),
    action: text().notNull(),
    amount: text().notNull(),
    /** What was approved before of the same case; empty: nothing. */
    earlierAmount: text('earlier_amount').notNull().default(''),
    region: text().notNull(),
    wasAllowed: boolean('was_allowed').notNull(),
    isAllowed: boolean('is_allowed').notNull(),
    /** By what counted when it was replayed. */
    isAllowedNow: boolean('is_allowed_now').notNull(),
    isUnapprovable: boolean('is_unapprovable').notNull(),
    reasonsBefore: text('reasons_before').array().notNull(),
    reasonsAfter: text('reasons_after').array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.number] }), index('approval_replay_changes_user').on(t.userId)],
)
