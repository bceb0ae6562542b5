import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { applications, clients } from './access.ts'
import { at, users } from './identity.ts'

/** Reviews of who may open what (ADR 0088). */
export const accessReviews = pgTable(
  'access_reviews',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    state: text({ enum: ['running', 'closing', 'completed', 'cancelled'] })
      .notNull()
      .default('running'),
    /** Why it was started: by somebody, or by the portal when a person got another role or client. */
    cause: text({ enum: ['manual', 'role-changed', 'client-changed'] })
      .notNull()
      .default('manual'),
    /** No reference: the record of a review stays when its owner's account is removed. */
    ownerId: uuid('owner_id').notNull(),
    reviewerRule: text('reviewer_rule', { enum: ['people', 'contacts', 'owners'] }).notNull(),
    /** 1 or 2. */
    stages: smallint().notNull(),
    /** The last day on which reviewers are expected to decide, in the portal's time zone. */
    dueOn: date('due_on').notNull(),
    /** What becomes of lines that nobody has decided. */
    silence: text({ enum: ['keep', 'revoke'] }).notNull(),
    /** The filter that chose the assignments, as it was sent. */
    scope: jsonb().notNull(),
    /** The session and address from which it was started: the portal carries it out in that name when it closes it. */
    ownerSessionId: uuid('owner_session_id').notNull(),
    ownerIp: text('owner_ip').notNull(),
    isReminded: boolean('is_reminded').notNull().default(false),
    isEscalated: boolean('is_escalated').notNull().default(false),
    /** In whose name the decisions are carried out. */
    closedBy: uuid('closed_by'),
    closedSessionId: uuid('closed_session_id'),
    closedIp: text('closed_ip'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When all decisions had been carried out, or the review was cancelled. */
    endedAt: at('ended_at'),
  },
  (t) => [
    index('access_reviews_state').on(t.state, t.id),
    index('access_reviews_open').on(t.dueOn).where(sql`state in ('running', 'closing')`),
    index('access_reviews_owner').on(t.ownerId),
    index('access_reviews_ended').on(t.endedAt).where(sql`ended_at is not null`),
  ],
)

const ofReview = () =>
  uuid('review_id')
    .notNull()
    .references(() => accessReviews.id, { onDelete: 'cascade' })

/** One assignment as it was when the review began, what was decided about it, and what came of that. */
export const accessReviewLines = pgTable(
  'access_review_lines',
  {
    id: uuid().primaryKey(),
    reviewId: ofReview(),
    /** The order of the lines: flagged ones first. */
    place: integer().notNull(),
    /** No reference: an assignment may end meanwhile. */
    assignmentId: uuid('assignment_id').notNull(),
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
    /** As they were when the decision was carried out, for its undoing. */
    validFrom: at('valid_from'),
    validUntil: at('valid_until'),
    assignedAt: at('assigned_at').notNull(),
    /** `ReviewEvidence` of the contract. */
    evidence: jsonb().notNull(),
    /** Why a reason is needed to keep it; empty: none. */
    flags: text().array().notNull(),
    /** How many stages have decided. */
    decidedStage: smallint('decided_stage').notNull().default(0),
    /** Of the last stage that has decided. */
    decision: text({ enum: ['keep', 'revoke', 'shorten'] }),
    lastDay: date('last_day'),
    comment: text().notNull().default(''),
    decidedBy: uuid('decided_by'),
    decidedAt: at('decided_at'),
    /** Decided together with so many others that hardly anybody can have looked at each. */
    isHasty: boolean('is_hasty').notNull().default(false),
    /** What the first stage decided, once the second one has. */
    first: jsonb(),
    outcome: text({ enum: ['kept', 'revoked', 'shortened', 'changed', 'failed'] }),
    /** The text of the refusal, when the decision could not be carried out. */
    problem: text().notNull().default(''),
    settledAt: at('settled_at'),
    undoneAt: at('undone_at'),
  },
  (t) => [
    index('access_review_lines_place').on(t.reviewId, t.place),
    index('access_review_lines_open').on(t.reviewId, t.decidedStage),
    index('access_review_lines_user').on(t.userId, t.id),
    index('access_review_lines_application').on(t.applicationId),
    index('access_review_lines_client').on(t.clientId),
  ],
)

/** What made somebody a reviewer of a line; `substitute`: chosen, where nobody else of the line is a reviewer any more. */
export const REVIEWER_BASES = ['named', 'contact', 'owner', 'substitute'] as const

/**
 * Whom the start of a review named for a line, and in which stage. Nobody is a reviewer of their own access. Who decides at a moment:
 * `access/review-deciders.ts`.
 */
export const accessReviewers = pgTable(
  'access_reviewers',
  {
    lineId: uuid('line_id')
      .notNull()
      .references(() => accessReviewLines.id, { onDelete: 'cascade' }),
    stage: smallint().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reviewId: ofReview(),
    /** A contact or owner decides while they are it. */
    basis: text({ enum: REVIEWER_BASES }).notNull().default('named'),
  },
  (t) => [
    primaryKey({ columns: [t.lineId, t.stage, t.userId] }),
    index('access_reviewers_user').on(t.userId, t.reviewId),
    index('access_reviewers_review').on(t.reviewId),
  ],
)

/** People who got another role or client, of whose assignments a review is to be started. */
export const accessReviewCauses = pgTable('access_review_causes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  cause: text({ enum: ['role-changed', 'client-changed'] }).notNull(),
  at: at('at').notNull().defaultNow(),
  /** When the review could not be started; it is tried again an hour later, and when the settings are saved. */
  refusedAt: at('refused_at'),
  /** Why it could not. */
  refusal: text().notNull().default(''),
})
