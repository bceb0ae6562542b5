import * as z from 'zod/mini'
import { written } from '../../approvals.ts'
import { download, endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { NO_PAGES_REASONS } from '../../pages.ts'
import { pageAsked, pageOf } from '../../paging.ts'
import { caseMatrix, earlierAmount, grant, heldAssignment } from './explain.ts'

/** Why a person may not use a page. */
export const PAGE_REASONS = {
  ...NO_PAGES_REASONS,
  'page-inactive': 'The page is not active.',
  'page-not-given': 'The role of this person does not have the page.',
  'action-not-given': 'The role of this person has the page without this action.',
} as const
export type PageReason = keyof typeof PAGE_REASONS
const REASON_CODES = Object.keys(PAGE_REASONS) as [PageReason, ...PageReason[]]

const place = {
  applicationId: field.id('Application is required'),
  clientId: field.id('Client Name is required'),
  pageId: field.id('Page is required'),
}
/** One of the actions of the page; left out: to open it. */
const action = z.optional(field.requiredText('Action is required', 100))

const givenRole = z.object({
  _id: z.string(),
  name: z.string(),
  actions: z.array(z.string()),
  /** Who gave the page, or the action that is asked about, to the role; `null`: not known. */
  granted: z.nullable(grant),
})

export const explainPage = endpoint({
  method: 'GET',
  path: '/api/admin/explainPage',
  access: 'approvals:read',
  summary:
    'Which roles have a page of an application, or one action on it, and whether one person may use it, with the path that allows it or what is missing.',
  request: z.object({
    ...place,
    action,
    /** Needs the permission to see people. */
    userId: z.optional(field.id()),
  }),
  response: z.object({
    /** Why nobody may use the page; empty otherwise. */
    reasons: z.array(z.enum(REASON_CODES)),
    /** The actions of the page that can be asked about. */
    actions: z.array(z.string()),
    roles: z.array(givenRole),
    person: z.nullable(
      z.object({
        name: z.string(),
        decision: z.enum(['allow', 'deny']),
        reasons: z.array(z.enum(REASON_CODES)),
        /** By the assignment of now; `null`: they have none. */
        assignment: z.nullable(heldAssignment),
        /** Their role, if it has the page. */
        role: z.nullable(givenRole),
      }),
    ),
  }),
})

const someoneWhoCan = z.object({
  person: z.object({ _id: z.string(), name: z.string() }),
  role: z.string(),
  /** What their role does about a document; empty where a page is asked about. */
  action: z.string(),
  sequence: z.nullable(z.number()),
  /** For whom they stand in. */
  onBehalfOf: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** The time of the assignment, or of the stand-in. */
  since: z.string(),
  until: z.nullable(z.string()),
  /** Who gave it. For an assignment that is for callers who may read the audit. */
  granted: grant,
})
export type SomeoneWhoCan = z.output<typeof someoneWhoCan>

const case_ = {
  ...place,
  action,
  /** Rupees. Left out: the question is about the page, and not about a document. */
  amount: z.optional(field.requiredText('Amount is required', 100).check(written)),
  ...earlierAmount,
  region: z.optional(field.requiredText('Region is required', 100).check(written)),
  ...caseMatrix,
}

export const listWhoCan = endpoint({
  method: 'GET',
  path: '/api/admin/whoCan',
  access: 'approvals:read',
  summary:
    'Everyone who may act on a new document of this amount, in the order of the steps, or everyone who may use a page, one page at a time. Needs the permission to see people.',
  request: z.object({ ...case_, ...pageAsked }),
  response: pageOf(someoneWhoCan),
})

/** The same as a file. */
export const whoCanFile = download({
  path: '/api/admin/whoCan.csv',
  isSensitive: true,
  access: 'approvals:read',
  name: 'who-can.csv',
  request: z.object(case_),
})
