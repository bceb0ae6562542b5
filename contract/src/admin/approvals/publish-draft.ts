import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { pageAsked, pageOf } from '../../paging.ts'
import { changedLimits, RANGE_BOUNDS, ROLE_ACTIONS } from './application-roles.ts'
import { approvalFinding } from './check.ts'
import { rowTerms, rowTermsForm } from './document-approvals.ts'
import { shownRouting } from './routing.ts'

const named = z.object({ _id: z.string(), name: z.string() })
const ofDraft = { draftId: field.id() }

const draftFinding = z.object({ ...approvalFinding.shape, client: named })
export type DraftFinding = z.output<typeof draftFinding>

export const comparison = z.object({
  /** The versions of draft and matrix that were compared. Publishing sends them. */
  revision: z.number(),
  version: z.number(),
  rows: z.object({ added: z.number(), changed: z.number(), removed: z.number() }),
  /** People whose authority grows or shrinks; one person can be counted in both. */
  people: z.object({ gain: z.number(), lose: z.number() }),
  clashes: z.number(),
  /** The routing that counts now and that of the draft; `null`: it stays as it is. */
  routing: z.nullable(
    z.object({
      before: shownRouting,
      after: shownRouting,
      /** The roles that it asks about fewer, and about more documents, by name; at most `ROUTED_ROLES` each. */
      fewer: z.array(z.string()),
      more: z.array(z.string()),
    }),
  ),
  /** Errors that the matrix does not have today, nor had in the version that is restored: they have to be mended first. */
  errors: z.array(draftFinding),
  /** Warnings of the same kind. */
  warnings: z.array(draftFinding),
  /** All other errors. */
  kept: z.array(draftFinding),
  /** Whether publishing needs a reason: it has warnings, or other errors. */
  needsReason: z.boolean(),
})
export const ROUTED_ROLES = 20
export type DraftComparison = z.output<typeof comparison>

export const compareApprovalDraft = endpoint({
  method: 'GET',
  path: '/api/admin/approvalDrafts/compare',
  access: 'approvals:read',
  summary: 'What publishing a draft would change: rows, people and problems, compared with what counts now.',
  request: z.object(ofDraft),
  response: comparison,
})

const authority = z.object({
  action: z.enum(ROLE_ACTIONS),
  sequence: z.nullable(z.number()),
  /** Rupees. */
  rangeFrom: z.nullable(z.number()),
  rangeTo: z.nullable(z.number()),
  bounds: z.enum(RANGE_BOUNDS),
  /** 'All', or region codes. */
  regions: z.array(z.string()),
  ...rowTerms.shape,
})
export type Authority = z.output<typeof authority>

const difference = z.object({
  role: named,
  client: named,
  page: named,
  before: z.nullable(authority),
  after: z.nullable(authority),
  /** Whether something is allowed that was not, and the reverse. Both are false where only the order changes. */
  gains: z.boolean(),
  loses: z.boolean(),
})
export type Difference = z.output<typeof difference>

export const listDraftDifferences = endpoint({
  method: 'GET',
  path: '/api/admin/approvalDrafts/differences',
  access: 'approvals:read',
  summary: 'The rows that differ between a draft and what counts now, one page at a time.',
  request: z.object({ ...ofDraft, ...pageAsked }),
  response: pageOf(difference),
})

const affected = z.object({
  person: named,
  client: z.string(),
  role: z.string(),
  gains: z.boolean(),
  loses: z.boolean(),
  /** The pages on which it changes, at most `AFFECTED_PAGES`. */
  pages: z.array(z.string()),
  pageCount: z.number(),
})
export type AffectedPerson = z.output<typeof affected>
export const AFFECTED_PAGES = 5

export const listDraftPeople = endpoint({
  method: 'GET',
  path: '/api/admin/approvalDrafts/people',
  access: 'approvals:read',
  summary:
    'The people whose authority a draft changes, one page at a time. The caller also needs the permission to see people.',
  request: z.object({ ...ofDraft, ...pageAsked }),
  response: pageOf(affected),
})

/** The message when the matrix is not the one that was compared any more. */
export const MATRIX_CHANGED = 'What counts was changed in the meantime. Look at the comparison again.'
/** The message when errors stand against publishing. */
export const DRAFT_HAS_ERRORS = 'This draft has new errors. Mend them first.'
export const DRAFT_HAS_CLASHES =
  'What counts was changed where this draft changes it too. Keep or undo those changes first.'
export const DRAFT_IS_UNKNOWN =
  'A role of this draft has an action or a region that does not exist. Delete the draft, and make it again.'
export const DRAFT_IS_EMPTY = 'This draft changes nothing.'
export const REASON_NEEDED = 'Say why it is published in spite of the problems.'

export const publishApprovalDraft = endpoint({
  method: 'POST',
  path: '/api/admin/approvalDrafts/publish',
  access: 'approvals:write',
  touches: [],
  isSensitive: true,
  summary: 'Publishes a draft: all its changes count from now on, as one version. The draft is gone then.',
  message: 'Draft Published',
  request: z.object({
    ...ofDraft,
    /** The revision and version of the comparison that the caller has seen. */
    revision: z.int(),
    version: z.int(),
    reason: field.textOrEmpty(500),
  }),
  response: z.object({ version: z.number() }),
})

const version = z.object({
  version: z.number(),
  publishedAt: z.string(),
  /** Empty: not known. */
  publishedBy: z.string(),
  /** The second person; empty: none was asked. */
  confirmedBy: z.string(),
  /** The published draft; empty: the records were changed one by one. */
  draftName: z.string(),
  reason: z.string(),
  restores: z.nullable(z.number()),
  isCurrent: z.boolean(),
  /** Roles, pages and document approvals that this version changed. */
  changes: z.number(),
  /** Whether it changed the routing. */
  changesRouting: z.boolean(),
  /** Their names, at most `VERSION_NAMES`. */
  names: z.array(z.string()),
})
export type ApprovalVersion = z.output<typeof version>
export const VERSION_NAMES = 3

export const listApprovalVersions = endpoint({
  method: 'GET',
  path: '/api/admin/approvalVersions/list',
  access: 'approvals:read',
  summary: 'The versions of the approval matrix of an application, the newest first, one page at a time.',
  request: z.object({ applicationId: field.id('Application is required'), ...pageAsked }),
  response: pageOf(version),
})

/** Findings in one answer; errors come first. */
export const TYPED_FINDINGS_MAX = 10

const typed = <const Path extends `/api/${string}`, Shape extends z.core.$ZodShape>(
  path: Path,
  summary: string,
  shape: Shape,
) =>
  endpoint({
    ...{ method: 'POST', path, access: 'approvals:write', touches: [], summary },
    request: z.object({
      applicationId: field.id('Application is required'),
      /** The draft in which it is typed; left out: what counts. */
      draftId: z.optional(field.id()),
      ...shape,
    }),
    response: z.object({ findings: z.array(draftFinding) }),
  })

export const checkTypedRole = typed(
  '/api/admin/approvalCheck/typedRole',
  'What the approvals would have, and do not have now, with these limits of an application role. What is left out counts as it is. Nothing is changed.',
  {
    /** Without it, the role of this name of the client. */
    roleId: z.optional(field.id()),
    clientId: z.optional(field.id()),
    role: z.optional(field.requiredText('Role is required', 100)),
    ...changedLimits,
  },
)

export const checkTypedRow = typed(
  '/api/admin/approvalCheck/typedRow',
  'What the approvals would have, and do not have now, with this document approval. Nothing is changed.',
  { roleId: field.id('Role is required'), pageId: field.id('Page is required'), ...rowTermsForm },
)

export const TYPED_CALLS = [checkTypedRole, checkTypedRow] as const
