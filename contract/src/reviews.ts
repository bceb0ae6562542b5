import * as z from 'zod/mini'
import * as dayField from './day-fields.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { pageAsked, pageOf } from './paging.ts'
import { reviewDecision, reviewLineShape } from './review-lines.ts'

/** The most lines that are decided at once. */
export const DECIDED_LINES_MAX = 100

const ownReview = z.object({
  _id: z.string(),
  name: z.string(),
  /** Who has started it. */
  owner: z.string(),
  dueOn: z.string(),
  isOverdue: z.boolean(),
  /** What becomes of lines that nobody decides. */
  silence: z.enum(['keep', 'revoke']),
  /** One’s own lines, and how many of them wait for one’s decision. */
  total: z.number(),
  waiting: z.number(),
})
export type OwnReview = z.output<typeof ownReview>

export const listOwnReviews = endpoint({
  method: 'GET',
  path: '/api/reviews',
  access: 'session',
  summary: 'The running reviews in which one decides about the access of others, those that are due first.',
  request: z.object({}),
  response: z.array(ownReview),
})

const ownReviewLine = z.object({
  ...reviewLineShape,
  /** The second stage has decided, or the first one has not yet: one’s own decision cannot be made or changed. */
  isClosed: z.boolean(),
})
export type OwnReviewLine = z.output<typeof ownReviewLine>

/** Which of one’s own lines are listed. */
export const OWN_LINE_STATES = ['waiting', 'decided'] as const

export const listOwnReviewLines = endpoint({
  method: 'GET',
  path: '/api/reviews/ownLines',
  access: 'session',
  summary: 'The lines of a review about which one decides, one page at a time: flagged ones first.',
  request: z.object({
    reviewId: field.id(),
    /** Left out: those that wait. */
    state: z.optional(z.enum(OWN_LINE_STATES)),
    ...pageAsked,
  }),
  response: pageOf(ownReviewLine),
})

const NO_LINE = 'Choose at least one line'
const TOO_MANY_LINES = `At most ${DECIDED_LINES_MAX} lines`

export const decideReviewLines = endpoint({
  method: 'POST',
  path: '/api/reviews/decideLines',
  access: 'session',
  summary:
    'Decides about lines of a review. The decision can be changed until the next stage has decided or the review has ended; it is carried out then.',
  message: 'Decided',
  request: z.object({
    reviewId: field.id(),
    lines: z.optional(
      z
        .array(
          z.object({
            _id: field.id(),
            /** When it was decided, as the caller has seen it: what somebody else has decided since stays (changed_meanwhile). Left out: nobody has looked. */
            decidedAt: z.optional(z.nullable(dayField.moment())),
          }),
        )
        .check(z.minLength(1, NO_LINE), z.maxLength(DECIDED_LINES_MAX, TOO_MANY_LINES)),
    ),
    /** What the former release reads, and sends in place of `lines`; for one release more. */
    lineIds: z.optional(
      z.array(field.id()).check(z.minLength(1, NO_LINE), z.maxLength(DECIDED_LINES_MAX, TOO_MANY_LINES)),
    ),
    decision: reviewDecision,
    /** With `shorten`: the last day of the assignment. */
    lastDay: dayField.day(),
    /** Required to keep a flagged line. */
    comment: field.textOrEmpty(500),
    /** After a refusal with `confirm`: the number of lines that it has named. */
    confirmedLines: z.optional(z.int().check(z.gte(1))),
  }),
  response: z.object({
    decided: z.number(),
    /** So many lines within seconds have to be confirmed first; `null`: it was done. */
    confirm: z.nullable(z.number()),
  }),
})
