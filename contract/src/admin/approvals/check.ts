import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { answeredBy, caseMatrix } from './explain.ts'
import { shownRouting } from './routing.ts'

/**
 * What a check of approvals can find. These codes are a part of the contract: new ones may be added, none is renamed or
 * used for something else. `finding-words.ts` has the sentence of each.
 */
export const APPROVAL_FINDINGS = [
  // Documents are denied, or stop on their way.
  'application-inactive',
  'client-inactive',
  'no-rows',
  /** Amounts that nobody approves. */
  'nobody',
  /** The same, at a step or at all, where two ranges are less than a rupee apart. */
  'one-apart',
  /** No active person has the role of a row that is asked. */
  'no-people',
  /** No active person has the catch-all role. */
  'catch-all-without-people',

  // What is probably not meant.
  'page-inactive',
  'range-upside-down',
  'no-region',
  /** No page has a document approval of the role. */
  'no-page',
  /** The row comes last. */
  'no-sequence',
  'no-final',
  /** A step that has rows for lower and for higher amounts, and none for these. */
  'step-gap',
  /** Rows with the same action, one after the other. */
  'overlap',
  /** Two ranges that have one amount in common. */
  'shared-bound',
  /** Amounts for which a row comes after the final approval. */
  'after-final',
  /** A row that comes after the final approval of every amount. */
  'unreachable',
  /** A row of the routing `first-qualified` for whose amounts a lower level is always asked. */
  'never-first',
  /** Rows with different actions in a step that needs one approval: some of these acts are left out. */
  'different-actions',
  /** No active person has the role of a row, but others of its step can approve. */
  'others-have-people',
  /** The last day of a row is over. */
  'expired',

  // What is worth knowing.
  /** Amounts that no row covers, and that the catch-all role approves. */
  'caught',
  /** Rows with the same action and sequence: all of them are needed. */
  'same-sequence',
  /** The same in a step that needs one approval. */
  'one-is-enough',
  /** The same in a step that needs a number of approvals, which is less than all. */
  'some-are-enough',
  /** The first day of a row is still to come. */
  'not-yet-valid',
  /** A row that somebody has made inactive. */
  'inactive',
  'page-without-rows',
] as const
export type ApprovalFinding = (typeof APPROVAL_FINDINGS)[number]

/** `error`: documents are denied or stop. `warning`: probably not meant. `note`: worth knowing. */
export const FINDING_SEVERITIES = ['error', 'warning', 'note'] as const
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number]

/** Findings in one answer; the most severe ones come first. */
export const FINDINGS_MAX = 500

const place = {
  applicationId: field.id('Application is required'),
  clientId: field.id('Client Name is required'),
}

/** To try every mend would cost many times what a check does, so a finding says what is known without that. */
const MAY_BE_MENDED =
  'False: no mend removes this finding. True: it is of a kind that a mend can remove; whether one does, and adds no other finding, is answered by /api/admin/approvalMends/list, whose list can be empty'

export const approvalFinding = z.object({
  /** Its name among the findings of the client: the same in every check, until the finding itself is another one. */
  key: z.string(),
  code: z.enum(APPROVAL_FINDINGS),
  severity: z.enum(FINDING_SEVERITIES),
  /** The pages that have it; an empty list means the whole matrix. */
  pages: field.named(),
  /** The application roles that it is about. A row for all clients has one of another client. */
  roles: z.array(z.object({ _id: z.string(), name: z.string(), clientId: z.string() })),
  /** Ids of their rows, as in the answers about approvals. */
  rows: z.array(z.string()),
  /** The sequence of the step that it is about. */
  step: z.nullable(z.number()),
  /** Amounts in rupees, both inclusive. No upper bound means unlimited. */
  from: z.number(),
  to: z.nullable(z.number()),
  /** Region codes; an empty list means everywhere. Panindia: documents of all of India. */
  regions: z.array(z.string()),
  mayBeMended: z.boolean().check(z.describe(MAY_BE_MENDED)),
  /** Whether it is a gap, which can be marked as intended. */
  isGap: z.boolean(),
  /** The finding as an English sentence. */
  text: z.string(),
})

/** A gap that somebody has called intended. */
export const intendedGap = z.object({
  ...approvalFinding.shape,
  _id: z.string(),
  reason: z.string(),
  /** Empty: not known. */
  markedBy: z.string(),
  markedAt: z.string(),
  lastDay: z.nullable(z.string()),
})

export const approvalCheck = endpoint({
  method: 'GET',
  path: '/api/admin/approvalCheck',
  access: 'approvals:read',
  summary:
    'Problems in the approvals of an application for a client, by the rules that answer questions: gaps, overlaps, roles without people, and rows that are never asked. Of the matrix that counts, or of a draft, a version or a day.',
  request: z.object({
    ...place,
    pageId: z.optional(field.id()).check(z.describe('Only this page')),
    ...caseMatrix,
  }),
  response: z.object({
    ...answeredBy,
    routing: shownRouting,
    counts: z.object({ error: z.number(), warning: z.number(), note: z.number() }),
    /** The active pages with rows: those on which documents can be approved. */
    pages: field.named(),
    /** `no-page` is found in the matrix that counts now alone. */
    findings: z.array(approvalFinding),
    /** Gaps that somebody has called intended by now, one page each. They are in no count. */
    intended: z.array(intendedGap),
  }),
})
