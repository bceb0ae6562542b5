import * as z from 'zod/mini'

/** What a reviewer decides about an assignment, in English. */
export const REVIEW_DECISIONS = { keep: 'Keep', revoke: 'Revoke', shorten: 'Shorten' } as const
export type ReviewDecision = keyof typeof REVIEW_DECISIONS
const DECISIONS = Object.keys(REVIEW_DECISIONS) as [ReviewDecision, ...ReviewDecision[]]
export const reviewDecision = z.enum(DECISIONS, 'Choose one from the list')

/** Why a reason is needed to keep a line. */
export const REVIEW_FLAGS = ['conflict', 'unused', 'inactive'] as const
/** An assignment counts as unused when its person has not opened the application for so many days. */
export const UNUSED_DAYS = 90

/** What came of a decision. `changed`: the assignment was no longer what had been reviewed, and stays as it is. */
export const REVIEW_OUTCOMES = ['kept', 'revoked', 'shortened', 'changed', 'failed'] as const

/** Once a reviewer decides more lines than this within `HASTY_SECONDS`, they have to confirm it, and the result says so. */
export const HASTY_LINES = 20
/** The same, once they decide all of their lines of a review within `HASTY_SECONDS`, if they have so many. */
export const HASTY_ALL_LINES = 5
export const HASTY_SECONDS = 10

const named = z.object({ _id: z.string(), name: z.string() })

/** What is known about an assignment when its review begins. */
const reviewEvidence = z.object({
  assignedBy: z.enum(['administrator', 'registration', 'unknown']),
  /** Who assigned it; empty: unknown, or by registration. */
  administrator: z.string(),
  /** Why it was asked for, when a request was approved; else empty. */
  reason: z.string(),
  /** The last launch, or sign-in to the application; `null`: none in the audit. */
  lastUsedAt: z.nullable(z.string()),
  /** The rules of separation of duties that the person breaks with it. */
  conflicts: z.array(z.string()),
  /** What the role approves: its action, its pages, and the upper bound in rupees (`null`: unlimited). */
  authority: z.nullable(z.object({ action: z.string(), pages: z.array(z.string()), upTo: z.nullable(z.number()) })),
  /** Whether the role approves what no row covers. Lines from before there were catch-all roles do not say. */
  isCatchAll: z.optional(z.boolean()),
  /** The role in the portal; empty: User. */
  portalRole: z.string(),
})

/** A line as reviewers and administrators see it. */
export const reviewLineShape = {
  _id: z.string(),
  person: z.object({ ...named.shape, email: z.string(), isActive: z.boolean() }),
  application: named,
  client: named,
  role: z.string(),
  assignedAt: z.string(),
  validFrom: z.nullable(z.string()),
  validUntil: z.nullable(z.string()),
  evidence: reviewEvidence,
  flags: z.array(z.enum(REVIEW_FLAGS)),
  decision: z.nullable(reviewDecision),
  /** The last day that `shorten` leaves. */
  lastDay: z.nullable(z.string()),
  comment: z.string(),
  decidedBy: z.string(),
  decidedAt: z.nullable(z.string()),
  isHasty: z.boolean(),
  /** What the first stage decided, for the second one. */
  first: z.nullable(
    z.object({ decision: reviewDecision, lastDay: z.nullable(z.string()), comment: z.string(), decidedBy: z.string() }),
  ),
}
