import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag, pageAsked, pageOf } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { changedLimits, RANGE_BOUNDS } from './application-roles.ts'
import { rowTerms, rowTermsForm } from './document-approvals.ts'
import { publishDate } from './publish-dates.ts'
import { routing, shownRouting } from './routing.ts'
import { publishRequest, sentBack } from './second-person.ts'

/** The most changes of one draft: for each line of a full sheet its row, what its role may approve, and a row that is removed. */
export const DRAFT_CHANGES_MAX = 15_000

/** The most names of one kind in the answer about a draft. How many there are is counted. */
export const DRAFT_NAMES_LISTED = 100

/** The message when somebody else has changed a draft. Who did stands as `changedBy` in the data. */
export const DRAFT_CHANGED = 'This draft was changed in the meantime. Open it again.'

/** The same of one record of a draft: what else was changed in the draft is no reason to refuse. */
export const RECORD_CHANGED = 'This was changed in the draft in the meantime. Open it again.'

export const DRAFT_IS_PUBLISHED = 'This draft was published in the meantime.'
export const DRAFT_IS_DELETED = 'This draft was deleted in the meantime.'

const named = z.object({ _id: z.string(), name: z.string() })

const draft = z.object({
  _id: z.string(),
  name: z.string(),
  application: named,
  changes: z.number(),
  createdBy: z.string(),
  updatedBy: z.string(),
  updatedAt: z.string(),
  /** The former version that it restores. */
  restores: z.nullable(z.number()),
  /** Somebody has asked a second person to publish it. */
  isAsked: z.boolean(),
  /** The moment at which it is published; `null`: it has none. */
  publishesAt: z.nullable(z.string()),
})
export type Draft = z.output<typeof draft>

export const listApprovalDrafts = endpoint({
  method: 'GET',
  path: '/api/admin/approvalDrafts/list',
  access: 'approvals:read',
  summary: 'Drafts of approval matrices, the one that was changed last first, one page at a time.',
  request: z.object({ applicationId: z.optional(field.id()), ...pageAsked }),
  response: pageOf(draft),
})

export const createApprovalDraft = endpoint({
  method: 'POST',
  path: '/api/admin/approvalDrafts/create',
  access: 'approvals:write',
  touches: [],
  summary: 'Begins a draft of the approval matrix of an application, from what counts now or from a former version.',
  message: 'Draft Created',
  request: z.object({
    applicationId: field.id('Application is required'),
    name: recordName('Name is required'),
    /** The version that the draft restores. Without it, the draft begins without changes. */
    version: z.optional(z.int().check(z.gte(1))),
  }),
  response: z.object({ _id: z.string() }),
})

/** What a draft says about a record. `clash`: it changes the record, and the matrix has changed it too. */
export const DRAFT_STATES = ['same', 'added', 'changed', 'removed', 'clash'] as const

export const RECORD_IS_GONE = 'This role or page was deleted.'

const draftPage = z.object({
  ...draft.shape,
  /** Sent with each change as it was when the form was opened: a record that was changed since then is not overwritten. */
  revision: z.number(),
  /** The version of the matrix when the draft was made, and the one that counts now. */
  baseVersion: z.number(),
  currentVersion: z.number(),
  /** Changes of records that the matrix has changed too, since they were changed in the draft, with the lost ones. */
  clashes: z.number(),
  /** Changes without an effect, because their role or page was deleted, at most `DRAFT_NAMES_LISTED`, by the names of both. */
  lost: z.array(z.object({ roleId: z.string(), pageId: z.nullable(z.string()), name: z.string() })),
  lostCount: z.number(),
  /** Rows of the former version that could not be restored, at most `DRAFT_NAMES_LISTED`. */
  leftOut: z.array(z.string()),
  leftOutCount: z.number(),
  /** The catch-all role of the former version that could not be restored, because no role has its name any more; empty: none. */
  leftOutCatchAll: z.string(),
  /**
   * The clients for which the catch-all role of the former version, which the draft names again, is another role now than then, at most
   * twenty; empty: for none, or it names no other one than what counts.
   */
  otherCatchAll: z.array(z.string()),
  /** The routing in the draft, and as it counts. */
  routing: z.object({ state: z.enum(DRAFT_STATES), draft: shownRouting, current: shownRouting }),
  /** Whether a second person has to confirm what is published. */
  asksSecondPerson: z.boolean(),
  request: z.nullable(publishRequest),
  sentBack: z.nullable(sentBack),
  /** The moment at which it is published, or was to be; `null`: none was set. */
  date: z.nullable(publishDate),
})
export type DraftPage = z.output<typeof draftPage>

export const readApprovalDraft = endpoint({
  method: 'GET',
  path: '/api/admin/approvalDrafts/read',
  access: 'approvals:read',
  summary: 'A draft of an approval matrix, without its rows.',
  request: z.object({ draftId: field.id() }),
  response: draftPage,
})

export const deleteApprovalDraft = endpoint({
  method: 'POST',
  path: '/api/admin/approvalDrafts/delete',
  access: 'approvals:write',
  touches: [],
  summary: 'Deletes a draft. What counts stays as it is.',
  message: 'Draft Deleted',
  request: z.object({ draftId: field.id() }),
  response: z.object({}),
})

/** The revision of the draft at which the record was read. */
const revision = z.number()

const limits = z.object({
  actionOfRole: z.string(),
  sequence: z.nullable(z.number()),
  /** Rupees. */
  rangeFrom: z.nullable(z.number()),
  rangeTo: z.nullable(z.number()),
  bounds: z.enum(RANGE_BOUNDS),
  /** 'All', or region codes. */
  regions: z.array(z.string()),
})
export type RoleLimits = z.output<typeof limits>

const draftRole = z.object({
  _id: z.string(),
  name: z.string(),
  client: z.string(),
  state: z.enum(DRAFT_STATES),
  draft: limits,
  current: limits,
  revision,
})
export type DraftRole = z.output<typeof draftRole>

const draftRule = z.object({
  role: named,
  client: z.string(),
  page: named,
  state: z.enum(DRAFT_STATES),
  /** Where and when it counts in the draft; `null`: the draft has no such rule. */
  draft: z.nullable(rowTerms),
  current: z.nullable(rowTerms),
  revision,
})
export type DraftRule = z.output<typeof draftRule>

const listed = {
  draftId: field.id(),
  search: field.search(),
  /** Only what the draft changes. */
  changed: z.optional(flag()),
  ...pageAsked,
}

export const listDraftRoles = endpoint({
  method: 'GET',
  path: '/api/admin/approvalDrafts/roles',
  access: 'approvals:read',
  summary: 'The application roles of a draft with what they may approve in it and now, one page at a time.',
  request: z.object(listed),
  response: pageOf(draftRole),
})

export const listDraftRules = endpoint({
  method: 'GET',
  path: '/api/admin/approvalDrafts/rules',
  access: 'approvals:read',
  summary: 'The document approvals of a draft, also those that it removes, one page at a time.',
  request: z.object(listed),
  response: pageOf(draftRule),
})

const ofDraft = { draftId: field.id(), revision: z.int('Id is required') }

const changed = z.object({ revision: z.number() })
const change = <const Path extends `/api/${string}`, Shape extends z.core.$ZodShape>(
  path: Path,
  summary: string,
  shape: Shape,
) =>
  endpoint({
    ...{ method: 'POST', path, access: 'approvals:write', touches: [], summary, message: 'Draft Changed' },
    request: z.object({ ...ofDraft, ...shape }),
    response: changed,
  })

export const saveDraftRole = change(
  '/api/admin/approvalDrafts/saveRole',
  'Changes in a draft what an application role may approve. What is left out stays as it is in the draft.',
  { roleId: field.id('Role is required'), ...changedLimits },
)

const rule = { roleId: field.id('Role is required'), pageId: field.id('Page is required') }

export const saveDraftRule = change(
  '/api/admin/approvalDrafts/saveRule',
  'Adds a document approval to a draft, or changes where and when it counts.',
  { ...rule, ...rowTermsForm },
)

export const saveDraftRouting = change(
  '/api/admin/approvalDrafts/saveRouting',
  'Changes in a draft which levels are asked, what a rejection does, and who approves what no row covers.',
  {
    ...routing.shape,
    // If absent, they stay the same.
    catchAllRole: z.optional(routing.shape.catchAllRole),
    catchAllClientId: z.optional(routing.shape.catchAllClientId),
  },
)

export const removeDraftRule = change(
  '/api/admin/approvalDrafts/removeRule',
  'Removes a document approval in a draft.',
  rule,
)

const ofChange = { roleId: z.nullable(field.id('Role is required')), pageId: z.nullable(field.id()) }

export const undoDraftChange = change(
  '/api/admin/approvalDrafts/undo',
  'Takes a change out of a draft: the record is as it counts now. Without a page it is the change of the role, and without a role that of the routing.',
  ofChange,
)

export const keepDraftChange = change(
  '/api/admin/approvalDrafts/keep',
  'Keeps a change of a draft although the matrix has changed the record too.',
  ofChange,
)
