import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag, integer, pageAsked, pageOf } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { REVIEW_OUTCOMES, reviewLineShape } from '../../review-lines.ts'

export const REVIEW_STATES = ['running', 'closing', 'completed', 'cancelled'] as const
/** Why a review was started. */
export const REVIEW_CAUSES = ['manual', 'role-changed', 'client-changed'] as const
/** Who decides in the first stage. */
export const REVIEWER_RULES = ['people', 'contacts', 'owners'] as const
/** What becomes of lines that nobody decides. */
export const REVIEW_SILENCES = ['keep', 'revoke'] as const

/** The most assignments of one review. */
export const REVIEW_LINES_MAX = 5000
/** The most people who are chosen for a stage. */
export const REVIEWERS_MAX = 20
/** So many days after it was due the portal completes a review by itself. */
export const REVIEW_GRACE_DAYS = 7
/** For so long what a review took away can be given back. */
export const UNDO_HOURS = 24

const named = z.object({ _id: z.string(), name: z.string() })

/** Which assignments are reviewed: those to which everything applies that is given. */
export const reviewScope = z.object({
  clientId: z.optional(z.nullable(field.id())),
  applicationId: z.optional(z.nullable(field.id())),
  /** A role of the application, whatever the client. */
  role: field.textOrEmpty(100),
  /** People with this role in the portal. */
  roleId: z.optional(z.nullable(field.id())),
  /** People with any permission in the console. */
  isPrivileged: z._default(z.boolean(), false),
  /** Not used for so many days. */
  unusedDays: z._default(z.nullable(integer(1, 3650)), null),
  /** Ends within so many days. */
  endsWithinDays: z._default(z.nullable(integer(1, 3650)), null),
  /** One person’s. */
  userId: z.optional(z.nullable(field.id())),
})
export type ReviewScope = z.output<typeof reviewScope>

const people = () => z._default(z.array(field.id()).check(z.maxLength(REVIEWERS_MAX, 'At most 20 people')), [])

export const startReview = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/start',
  access: 'reviews:write',
  touches: [],
  serviceAccounts: false,
  summary:
    'Starts a review of the assignments that match, and notifies its reviewers. The caller also needs users:write, because a review takes access away in their name.',
  message: 'Review Started',
  request: z.object({
    name: recordName('Name is required'),
    scope: reviewScope,
    reviewerRule: z.enum(REVIEWER_RULES, 'Choose one from the list'),
    /** With the rule `people`: who decides first; with `owners`: who does where an application has no other owner. */
    reviewerIds: people(),
    /** Who decides after them; empty: one stage. */
    secondReviewerIds: people(),
    dueOn: dayField.requiredDay(),
    silence: z.enum(REVIEW_SILENCES, 'Choose one from the list'),
  }),
  response: z.object({ _id: z.string(), lines: z.number() }),
})

export const countReviewScope = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/count',
  access: 'reviews:write',
  touches: [],
  summary: 'How many assignments match, counted up to one more than a review may have.',
  request: z.object({ scope: reviewScope }),
  response: z.object({ count: z.number() }),
})

const review = z.object({
  _id: z.string(),
  name: z.string(),
  state: z.enum(REVIEW_STATES),
  cause: z.enum(REVIEW_CAUSES),
  owner: named,
  stages: z.number(),
  dueOn: z.string(),
  isOverdue: z.boolean(),
  silence: z.enum(REVIEW_SILENCES),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  total: z.number(),
  decided: z.number(),
})
export type Review = z.output<typeof review>

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  access: 'reviews:read',
  summary: 'Reviews of access with their progress, the newest first, one page at a time.',
  request: z.object({ state: z.optional(z.enum(REVIEW_STATES)), overdue: z.optional(flag()), ...pageAsked }),
  response: pageOf(review),
})

const scopeShown = z.object({
  client: z.nullable(named),
  application: z.nullable(named),
  role: z.string(),
  portalRole: z.nullable(named),
  person: z.nullable(named),
  isPrivileged: z.boolean(),
  unusedDays: z.nullable(z.number()),
  endsWithinDays: z.nullable(z.number()),
})

const reviewPage = z.object({
  ...review.shape,
  reviewerRule: z.enum(REVIEWER_RULES),
  scope: scopeShown,
  /** Everybody who decides about some line now, of an ended review whom its start named; the waiting ones are those of the stage. */
  reviewers: z.array(z.object({ ...named.shape, stage: z.number(), total: z.number(), waiting: z.number() })),
  counts: z.object({
    keep: z.number(),
    revoke: z.number(),
    shorten: z.number(),
    flagged: z.number(),
    /** Of a running one: undecided lines about which nobody can decide any more. */
    unassigned: z.number(),
    hasty: z.number(),
    failed: z.number(),
  }),
  /** Of a running one: the roles that approve and that nobody active would have any more, at most `LEFT_ROLES_MAX`. */
  leftRoles: z.array(z.object({ role: z.string(), application: z.string(), client: z.string() })),
})
export const LEFT_ROLES_MAX = 20
export type ReviewPage = z.output<typeof reviewPage>

export const readReview = endpoint({
  method: 'GET',
  path: '/api/admin/reviews/read',
  access: 'reviews:read',
  summary: 'A review: its assignments, reviewers and progress.',
  request: z.object({ reviewId: field.id() }),
  response: reviewPage,
})

export const reviewLine = z.object({
  ...reviewLineShape,
  reviewers: z.array(z.string()),
  outcome: z.nullable(z.enum(REVIEW_OUTCOMES)),
  problem: z.string(),
  settledAt: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
  canUndo: z.boolean(),
})
export type ReviewLine = z.output<typeof reviewLine>

export const LINE_FILTERS = ['all', 'undecided', 'revoke', 'flagged', 'hasty', 'failed'] as const

export const listReviewLines = endpoint({
  method: 'GET',
  path: '/api/admin/reviews/lines',
  access: 'reviews:read',
  summary: 'The assignments of a review with what was decided and came of it, one page at a time: flagged ones first.',
  request: z.object({ reviewId: field.id(), filter: z.optional(z.enum(LINE_FILTERS)), ...pageAsked }),
  response: pageOf(reviewLine),
})

export const completeReview = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/complete',
  access: 'reviews:write',
  touches: ['people'],
  serviceAccounts: false,
  summary:
    'Ends a review and carries out its decisions in the name of the caller, who also needs users:write. Of a completed review, tries again what failed.',
  message: 'Review Completed',
  request: z.object({
    reviewId: field.id(),
    /** How many lines nobody has decided, as the caller has read it: another number is refused. */
    undecided: z.int().check(z.gte(0)),
    /** How many lines are decided to be revoked and shortened, likewise. Left out: any number. */
    revoke: z.optional(z.int().check(z.gte(0))),
    shorten: z.optional(z.int().check(z.gte(0))),
  }),
  response: z.object({}),
})

export const cancelReview = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/cancel',
  access: 'reviews:write',
  touches: [],
  summary: 'Cancels a running review. Nothing is taken away.',
  message: 'Review Cancelled',
  request: z.object({ reviewId: field.id() }),
  response: z.object({}),
})

export const postponeReview = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/postpone',
  access: 'reviews:write',
  touches: [],
  summary: 'Gives a running review another due date. Its reviewers are reminded again before it.',
  message: 'Due Date Changed',
  request: z.object({ reviewId: field.id(), dueOn: dayField.requiredDay() }),
  response: z.object({}),
})

export const undoReviewLine = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/undo',
  access: 'reviews:write',
  touches: ['assignment'],
  summary:
    'Gives back what a review took away within the last day: the assignment is as it was. The caller also needs users:write.',
  message: 'Access Given Back',
  request: z.object({
    lineId: field.id(),
    /** The person of the line: the server judges whether the caller may change what they may open. */
    userId: field.id(),
  }),
  response: z.object({}),
})

export const readReviewResult = endpoint({
  method: 'GET',
  path: '/api/admin/reviews/result',
  isSensitive: true,
  access: 'reviews:read',
  summary:
    'The result of a review as a CSV file, with a detached signature over its bytes (JWS, RFC 7515 appendix F) that verifies with the keys of receipts.',
  request: z.object({ reviewId: field.id() }),
  response: z.object({
    /** The name of the file, without ending. */
    name: z.string(),
    csv: z.string(),
    /** The header and the signature, with nothing between the dots. */
    signature: z.string(),
  }),
})

/** The `typ` of the signature. */
export const REVIEW_RESULT_TYPE = 'access-review-result'
