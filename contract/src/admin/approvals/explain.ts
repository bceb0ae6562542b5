import * as z from 'zod/mini'
import { APPROVAL_REASON_CODES } from '../../approval-reasons.ts'
import { approvalRow, written } from '../../approvals.ts'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { integer } from '../../paging.ts'
import { ROLE_ACTIONS } from './application-roles.ts'
import { routing, shownRouting } from './routing.ts'

/** People of each row that are named; the others are counted. */
export const NAMED_PEOPLE = 5
/** Counts end here. */
export const COUNTED_PEOPLE_MAX = 1000

const named = z.object({ _id: z.string(), name: z.string() })

/** A row as the console shows it: beside its limits, whether it counts for all clients and on all pages (ADR 0115). */
export const shownRow = z.extend(approvalRow, { allClients: z.boolean(), allPages: z.boolean() })

const act = z.extend(shownRow, {
  /** The first of its people, for callers who may see people. */
  people: field.named(),
  /** All of its people, at most `COUNTED_PEOPLE_MAX`. */
  count: z.number(),
  /** The first people who stand in for one of its people, for callers who may see people. */
  standIns: z.array(z.object({ ...named.shape, lender: named })),
})

/** Which matrix answers: at most one of these, and without any the one that counts now. */
export const caseMatrix = {
  draftId: z.optional(field.id()),
  version: z.optional(integer(1, 999_999)),
  /** As it was at the end of this day, in the portal's time zone; on the day of today as it is now. */
  day: dayField.day(),
}
/** By which matrix an answer is given. People are always those of now. */
export const answeredBy = {
  /** Counts the changes of the application's matrix. */
  version: z.number(),
  /** The draft that is asked; `null`: a version. */
  draft: z.nullable(named),
  /** The moment in the past whose rules and days count; `null`: now. */
  at: z.nullable(z.string()),
}
/** What was approved before of the same case, in rupees: the sum is judged. Empty: nothing. */
export const earlierAmount = {
  earlierAmount: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Too Long!'), written)),
}
/** The same words for the same fault, wherever a draft or a version is named. */
export const NO_SUCH_DRAFT = 'There is no such draft.'
export const NO_SUCH_VERSION = 'There is no such version.'
export const ONE_MATRIX = 'Choose one of draft, version and day.'

/** Who gave something, and when. `by` is empty where that is not known, or not for the caller to see. */
export const grant = z.object({ by: z.string(), at: z.string() })
export type Grant = z.output<typeof grant>

/** The assignment of a person for a client, as it is now. Who gave it is for callers who may read the audit. */
export const heldAssignment = z.object({
  role: z.string(),
  since: z.string(),
  until: z.nullable(z.string()),
  isCurrent: z.boolean(),
  granted: grant,
})

export const explainApproval = endpoint({
  method: 'GET',
  path: '/api/admin/explainApproval',
  access: 'approvals:read',
  summary:
    'Who approves a new document of this amount, step by step, and what one person may do about it, with reasons: by the matrix that counts, or by a draft, a version or a day.',
  request: z.object({
    applicationId: field.id('Application is required'),
    clientId: field.id('Client Name is required'),
    pageId: field.id('Page is required'),
    amount: field.requiredText('Amount is required', 100).check(written),
    ...earlierAmount,
    region: field.requiredText('Region is required', 100).check(written),
    /** Needs the permission to see people. */
    userId: z.optional(field.id()),
    ...caseMatrix,
  }),
  response: z.object({
    ...answeredBy,
    /** By which routing the matrix is asked. */
    routing: shownRouting,
    /** Why nobody can be named; empty otherwise. */
    reasons: z.array(z.enum(APPROVAL_REASON_CODES)),
    /** The amount that was asked about, in rupees, with what was approved before; `null`: the question cannot be read. */
    amount: z.nullable(z.number()),
    creators: z.array(act),
    steps: z.array(z.object({ sequence: z.nullable(z.number()), needs: routing.shape.parallel, rows: z.array(act) })),
    /** Rows that are not asked: after the final approval, above the first level that is enough, or beside one that is. */
    after: z.array(shownRow),
    person: z.nullable(
      z.object({
        name: z.string(),
        /** The action of their role, or the first one that was tried. */
        action: z.enum(ROLE_ACTIONS),
        decision: z.enum(['allow', 'deny']),
        reasons: z.array(z.enum(APPROVAL_REASON_CODES)),
        /** Each with who published it as it is, and who published the action and limits of its role; `null`: not published. */
        rows: z.array(z.extend(shownRow, { granted: z.nullable(grant), roleGranted: z.nullable(grant) })),
        /** Their role for this client, by the assignment of now; `null`: they have none. */
        assignment: z.nullable(heldAssignment),
        /** Whose authority allows it, when it is not their own. */
        onBehalfOf: z.nullable(named),
        /** What that person lends, and who added it, when. */
        standIn: z.nullable(
          z.object({
            ...{ role: z.string(), since: z.string(), until: z.string() },
            ...{ createdBy: z.string(), createdAt: z.string() },
          }),
        ),
      }),
    ),
  }),
})
