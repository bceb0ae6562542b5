import * as z from 'zod/mini'
import { RANGE_BOUNDS, ROLE_ACTIONS } from './admin/approvals/application-roles.ts'
import { routing } from './admin/approvals/routing.ts'
import { APPROVAL_REASON_CODES } from './approval-reasons.ts'
import * as dayField from './day-fields.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { isWritten, NO_CONTROL_CHARACTERS } from './hidden-characters.ts'

/** Questions in one call. */
export const QUESTIONS_MAX = 500
const APPROVALS_MAX = 50
/** Fits the greatest declared texts and approvals of as many questions. Ids are ASCII, names may be of any script. */
export const BATCH_MAX_BYTES = 12 * 1024 * 1024
const MOMENT = 'Enter a moment with its time zone, such as 2026-03-03T10:00:00+05:30'
const at = z
  .optional(z.nullable(dayField.moment(MOMENT)))
  .check(
    z.describe(
      'A moment in the past: the version of the matrix that applied then answers, for people and clients as they are now, and without a receipt',
    ),
  )
/** The log keeps questions as they were sent, so that a replay asks the same. */
export const written = z.refine(isWritten, NO_CONTROL_CHARACTERS)
const textTo = (maxLength: number) => z.string().check(z.maxLength(maxLength, 'Too Long!'), written)
const needed = (message: string) => field.requiredText(message, 100).check(written)
const AMOUNT = 'Amount is required'
const EARLIER = 'The earlier amount is a number or a text'

const NO_DRAFT = 'Drafts do not answer here. Publish the draft, or ask it in the console under "Check a case".'

/** What is asked about a document. A malformed amount, region, page or action is denied with a reason of its own. */
const aboutDocument = {
  /** Refused instead of ignored: the answer would be that of the matrix that counts. */
  draftId: z.optional(z.never(NO_DRAFT)),
  client: needed('Client is required').check(z.describe('The id of the client')),
  page: needed('Page is required').check(z.describe('The id or the name of a page of the application')),
  action: needed('Action is required').check(z.describe(`One of: ${ROLE_ACTIONS.join(', ')}`)),
  amount: z
    .union([z.number(AMOUNT), field.requiredText(AMOUNT, 100)], AMOUNT)
    .check(written, z.describe('Rupees with at most two decimals, as a number or as text')),
  earlierAmount: z
    .optional(z.nullable(z.union([z.number(EARLIER), z.string(EARLIER).check(z.maxLength(100, 'Too Long!'))], EARLIER)))
    .check(
      written,
      z.describe(
        'What was approved before of the same case, in rupees, without this document. It is added to the amount, and the sum is judged. Empty: nothing',
      ),
    ),
  currency: z._default(textTo(10), 'INR'),
  region: z
    ._default(textTo(100), '')
    .check(z.describe('ISO 3166-2 code or name of a state or union territory of India, or Panindia')),
  createdBy: z
    .optional(z.nullable(textTo(100)))
    .check(
      z.describe(
        'The person who created the document; null: no person did. Every action but Creator needs it. It must be somebody who is or was in the portal',
      ),
    ),
  approvals: z
    ._default(
      z
        .array(
          z.object({
            by: needed('Person is required'),
            row: needed('Row is required'),
            onBehalfOf: z.optional(z.nullable(textTo(100))),
          }),
        )
        .check(z.maxLength(APPROVALS_MAX, `At most ${APPROVALS_MAX} approvals`)),
      [],
    )
    .check(
      z.describe(
        'The approvals so far: who made each, the row that allowed it, and for whom a stand-in made it. These people must be or have been in the portal; that they had the row is for the application to know',
      ),
    ),
}

/** The `typ` of a receipt: it is no identity token, access token or logout token. */
export const RECEIPT_TYPE = 'approval-receipt+jwt'

const question = z.object({
  person: needed('Person is required').check(z.describe('The id by which the application knows the person (sub)')),
  ...aboutDocument,
  document: z
    .optional(z.nullable(textTo(200)))
    .check(z.describe('Your id of the document. It is not judged, but a receipt is for this document')),
  receipt: z._default(z.boolean(), false).check(z.describe('Whether an allow is answered with a signed receipt')),
})
const questionAt = z.extend(question, { at })
/** Of a batch all are answered by one version. A moment of one of them is refused, because its answer would be about another one. */
const questionOfMany = z.extend(question, {
  at: z.optional(z.nullable(z.never('All questions have one moment: send at beside questions'))),
})

/** A row of the matrix: what one role does on the page, for the client. */
export const approvalRow = z.object({
  _id: z.string(),
  role: z.string(),
  /** The role's id in the application. */
  roleId: z.string(),
  action: z.enum(ROLE_ACTIONS),
  sequence: z.nullable(z.number()),
  /** Rupees; without an upper bound it is unlimited. */
  rangeFrom: z.nullable(z.number()),
  rangeTo: z.nullable(z.number()),
  /** Which of the two belong to the range: `[` and `]` include a bound, `(` and `)` leave it out. */
  bounds: z.enum(RANGE_BOUNDS),
  /** From the first moment on, and before the second one. `null`: without a beginning, or an end. */
  validFrom: z.nullable(z.string()),
  validUntil: z.nullable(z.string()),
  /** 'All', or codes. */
  regions: z.array(z.string()),
  /** True of the catch-all role: it is no row of its own, and acts because no row covers the case. Its `_id` is that of the role. */
  catchAll: z.boolean(),
})

/** For whom a stand-in acts. Names only for first-party applications. */
const lender = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The id of what is lent. */
  standIn: z.string(),
})

/** A rule of separation of duties that the person breaks on this document. */
const conflict = z.object({
  ...{ _id: z.string(), name: z.string(), effect: z.enum(['prevent', 'ask', 'report']) },
  /** The id of the exception by which the rule does not count for the person. */
  exception: z.nullable(z.string()),
})

const step = z.object({
  sequence: z.nullable(z.number()),
  needs: routing.shape.parallel.check(
    z.describe('How many of its rows still have to approve: each, any one, or a number that is less than all'),
  ),
  rows: z.array(approvalRow),
})

/** What a rejection does at this moment. The flow stays the application's. */
const rejection = z.object({
  /** What is set for the matrix. */
  rule: routing.shape.rejection,
  /** `end`: the document is rejected for good. `maker`: back to its creator. `step`: `step` approves again. */
  to: z.enum(['end', 'maker', 'step']),
  step: z.nullable(step),
  /** The rows whose approvals still count after it; send no others with later questions. */
  keptRows: z.array(z.string()),
})

export const approvalDecision = z.object({
  /** Also the `jti` of its receipt. Without it, as about another moment, asked by its person or where none are kept, a `jti` names the receipt only. */
  _id: z.nullable(z.string()).check(z.describe('Its id in the log of decisions. null: it is not in the log')),
  decision: z.enum(['allow', 'deny']),
  reasons: z.array(z.enum(APPROVAL_REASON_CODES)),
  /** Counts the changes of the application's matrix. */
  version: z.number(),
  /** The moment that was asked about. `null`: now. What was allowed at another moment is not allowed by it now. */
  at: z.nullable(z.string()),
  /** The rows that allow it, or those of the person's role that were considered. */
  rows: z.array(approvalRow),
  /** The steps that still need an approval, in order. Their rows act in parallel. Of `all-of` they are the open ones. */
  stillNeeded: z.array(step),
  /** The rows that may act now: those of the first step of `stillNeeded`. */
  next: z.array(approvalRow),
  /** `null` where nothing is to be approved: the document is, or the question has no steps. */
  rejection: z.nullable(rejection),
  /** Whose authority allows it, when the person stands in for somebody; store it with the approval. */
  onBehalfOf: z.nullable(lender),
  /** The rules of separation of duties that refuse it, report it, or would without an exception (ADR 0111, 0114). */
  conflicts: z.array(conflict),
  /** A signed receipt of an allow that asked for one, to be stored with the approval. */
  receipt: z.nullable(z.string()),
})
export type ApprovalDecision = z.output<typeof approvalDecision>

export const decide = endpoint({
  method: 'POST',
  path: '/api/approvals/decide',
  access: 'application',
  summary:
    'Whether a person may do this to a document, by the matrix of the application. Denied unless a row allows it.',
  request: questionAt,
  response: approvalDecision,
})

export const decideAll = endpoint({
  method: 'POST',
  path: '/api/approvals/decideAll',
  access: 'application',
  summary:
    'The same for up to 500 questions, all answered by one version of the matrix, in the order of the questions.',
  bodyMaxBytes: BATCH_MAX_BYTES,
  request: z.object({
    at,
    questions: z
      .array(questionOfMany, 'Questions are required')
      .check(z.maxLength(QUESTIONS_MAX, `At most ${QUESTIONS_MAX} questions`)),
  }),
  response: z.object({ version: z.number(), at: z.nullable(z.string()), decisions: z.array(approvalDecision) }),
})

export const decideOwn = endpoint({
  method: 'POST',
  path: '/api/approvals/decideOwn',
  access: 'session',
  summary: 'Whether the caller may do this to a document of an application that is assigned to them.',
  request: z.object({ applicationId: field.id('Application is required'), ...aboutDocument, at }),
  response: approvalDecision,
})

export const whoMay = endpoint({
  method: 'POST',
  path: '/api/approvals/whoMay',
  access: 'application',
  summary:
    'Who may do this to a document now, in pages. Its creator and people who have already approved it are not among them.',
  request: z.object({
    ...aboutDocument,
    at,
    after: z.optional(textTo(100)).check(z.describe('`next` of the former page')),
    pageSize: z._default(field.requiredNumber('pageSize is a whole number from 1 to 100', 1, 100), 25),
  }),
  response: z.object({
    /** Why nobody may; otherwise `row-allows`. */
    reasons: z.array(z.enum(APPROVAL_REASON_CODES)),
    version: z.number(),
    at: z.nullable(z.string()),
    /** Names only for first-party applications: others learn them when a person consents. */
    people: z.array(
      z.object({
        ...{ _id: z.string(), firstName: z.string(), lastName: z.string() },
        /** The role by which they may: their own, or the one that is lent to them. */
        role: z.string(),
        onBehalfOf: z.nullable(lender),
      }),
    ),
    /** The rows that may act now, with this action. */
    rows: z.array(approvalRow),
    stillNeeded: z.array(step),
    rejection: z.nullable(rejection),
    /** For `after`; `null` on the last page. */
    next: z.nullable(z.string()),
  }),
})
