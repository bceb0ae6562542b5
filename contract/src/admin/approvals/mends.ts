import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { recordName } from '../../record-name.ts'

/** What can be changed so that a finding is gone. New ones may be added, none is renamed. */
export const MEND_KINDS = [
  /** The range below a gap ends where the next one begins. */
  'raise-end',
  /** The range above a gap begins where the one before ends. */
  'lower-start',
  /** Of two ranges that overlap, the lower one ends before the other begins. */
  'end-below',
  /** Of two ranges that overlap, the higher one begins after the other has ended. */
  'begin-above',
  /** The last step gives the final approval. */
  'make-final',
  /** A role without a sequence gets the one after all others. */
  'set-sequence',
  /** Rows that act on nothing are removed. */
  'remove-rows',
  /** Of roles that always act together, the rows of all but one go. */
  'leave-one',
] as const
export type MendKind = (typeof MEND_KINDS)[number]

const ofFinding = {
  clientId: field.id('Client Name is required'),
  /** The `key` of the finding. */
  finding: field.requiredText('Choose one from the list', 100),
}
const mendKind = z.enum(MEND_KINDS, 'Choose one from the list')
/** Which mend of a finding: of those that leave one role, by the role that stays. */
const chosen = { mend: mendKind, keeps: z.optional(field.id()) }

const mend = z.object({
  kind: mendKind,
  /** The application roles that change, or whose document approvals go. */
  roles: field.named(),
  /** The pages on which something changes. */
  pages: field.named(),
  /** The new sequence; `null`: it is not about one. */
  sequence: z.nullable(z.number()),
  /** The role that stays of those that act together; `null`: it is not about that. */
  keeps: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** The amounts that move, in rupees, both inclusive. */
  from: z.number(),
  to: z.nullable(z.number()),
  /** The mend as an English sentence. */
  text: z.string(),
})
export type Mend = z.output<typeof mend>

export const approvalMends = endpoint({
  method: 'GET',
  path: '/api/admin/approvalMends/list',
  access: 'approvals:read',
  summary:
    'What can be changed so that a finding of a check is gone and no other one is added, in what counts or in a draft.',
  request: z.object({
    applicationId: field.id('Application is required'),
    draftId: z.optional(field.id()),
    ...ofFinding,
  }),
  response: z.object({
    /** The version of the matrix. */
    version: z.number(),
    mends: z.array(mend),
  }),
})

/** The message when a finding, or its mend, is not there any more. */
export const FINDING_IS_GONE = 'This problem, or its mend, is not there any more. Check again.'

export const mendDraft = endpoint({
  method: 'POST',
  path: '/api/admin/approvalDrafts/mend',
  access: 'approvals:write',
  touches: [],
  summary: 'Mends a finding in a draft.',
  message: 'Draft Changed',
  request: z.object({ draftId: field.id(), revision: z.int('Id is required'), ...ofFinding, ...chosen }),
  response: z.object({ revision: z.number() }),
})

export const startMend = endpoint({
  method: 'POST',
  path: '/api/admin/approvalMends/draft',
  access: 'approvals:write',
  touches: [],
  summary: 'Begins a draft that mends a finding of what counts. Nothing changes before it is published.',
  message: 'Draft Created',
  request: z.object({
    applicationId: field.id('Application is required'),
    /** The version of the matrix that the caller has seen. */
    version: z.int().check(z.gte(0)),
    name: recordName('Name is required'),
    ...ofFinding,
    ...chosen,
  }),
  response: z.object({ _id: z.string() }),
})
