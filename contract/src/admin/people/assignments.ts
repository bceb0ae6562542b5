import * as z from 'zod/mini'
import { stepApproval } from '../../access-requests.ts'
import * as dayField from '../../day-fields.ts'
import { endpoint, type Output } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { pageAsked, pageOf } from '../../paging.ts'

/** When an assignment is to begin and end; left out: as before. The last day counts whole. */
export const assignmentDates = { validFrom: dayField.dayOrMoment(), validUntil: dayField.dayOrMoment() }

/** The moments at which an assignment begins and ends; `null`: at once, and never. */
export const assignmentTerm = { validFrom: field.nullableText(), validUntil: field.nullableText() }

/** So many assignments of one person to one application are explained: one for each client. */
export const EXPLAINED_MAX = 100

/** How an assignment came about. `unknown`: no line of the audit says it, as for one that is older than the audit. */
export const ASSIGNED_BY = ['administrator', 'invitation', 'registration', 'unknown'] as const

/** The approved request that an assignment fulfils. Requests are kept for a year. */
const fulfilledRequest = z.object({
  _id: z.string(),
  reason: z.string(),
  /** The name of the administrator who asked while acting for the person, or `ACCOUNT_IS_GONE`; empty: the person did. */
  requestedBy: z.string(),
  askedAt: z.string(),
  /** Who approved it, or assigned the application without opening it. */
  decidedBy: z.string(),
  decidedAt: z.string(),
  answer: z.string(),
  /** The steps that the matrix of the application needed, the oldest first. */
  approvals: z.array(stepApproval),
})

const assignment = z.object({
  _id: z.string(),
  person: z.object({ _id: z.string(), name: z.string(), email: z.string(), isActive: z.boolean() }),
  /** `hasAddress`: the portal has an address to open it at. */
  application: z.object({ _id: z.string(), name: z.string(), status: z.string(), hasAddress: z.boolean() }),
  client: z.object({ _id: z.string(), name: z.string(), status: z.string() }),
  role: z.string(),
  assignedAt: z.string(),
  ...assignmentTerm,
  /** Whether it has begun and has not ended. */
  isCurrent: z.boolean(),
  assignedBy: z.enum(ASSIGNED_BY),
  /** The name of the administrator, or of who sent the invitation, for those who may see the audit; empty for all others. */
  administrator: z.string(),
  /** `null`: nobody has asked for it, or that was more than a year ago. */
  request: z.nullable(fulfilledRequest),
  /** What the rule of access says: whether the portal opens the application, and whether a sign-in to it succeeds. */
  canOpen: z.boolean(),
  canSignIn: z.boolean(),
})
export type Assignment = z.output<typeof assignment>

export const listAssignments = endpoint({
  method: 'GET',
  path: '/api/admin/assignments',
  access: 'users:read',
  summary:
    'Who may open which application for which client: of one person by the names of applications, otherwise the newest people first; one page at a time.',
  request: z.object({
    userId: z.optional(field.id()),
    applicationId: z.optional(field.id()),
    clientId: z.optional(field.id()),
    ...pageAsked,
  }),
  response: pageOf(assignment),
})

export const explainAccess = endpoint({
  method: 'GET',
  path: '/api/admin/assignments/explain',
  access: 'users:read',
  summary: 'Why a person can open an application, or cannot: each condition of the rule of access, and what it gives.',
  request: z.object({ userId: field.id(), applicationId: field.id('Application is required') }),
  response: z.object({
    person: z.object({ _id: z.string(), name: z.string(), isActive: z.boolean() }),
    application: z.object({
      _id: z.string(),
      name: z.string(),
      status: z.string(),
      isActive: z.boolean(),
      hasAddress: z.boolean(),
    }),
    assignments: z.array(assignment),
    /** The active clients for which anybody may register for the application. */
    registrationClients: z.array(z.string()),
  }),
})
export type AccessExplanation = Output<typeof explainAccess>
