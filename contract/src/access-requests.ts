import * as z from 'zod/mini'
import * as dayField from './day-fields.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** `approved` also when an administrator has assigned the application without opening the request. */
export const ACCESS_REQUEST_STATES = ['waiting', 'approved', 'declined', 'withdrawn'] as const

/** The most requests of one person that wait at the same time. */
export const WAITING_REQUESTS_MAX = 10

/** Those who decide are reminded of a request that has waited for so many days. */
export const REQUEST_REMINDER_DAYS = 2

/** So many days after the reminder, administrators are notified too. */
export const REQUEST_ESCALATION_DAYS = 3

/**
 * Who decides about requests for an application: its owners; the contacts of the client that is asked for; or, step by step, whom its
 * matrix of approvals names for that client. Where neither contacts nor the matrix name anybody, its owners do.
 */
export const REQUEST_RULES = ['owners', 'contacts', 'matrix'] as const

/** Who is asked about a request that waits. */
export const ASKED_OF = ['matrix', 'contacts', 'owners', 'administrators'] as const

/** In place of the name of an administrator whose account is not kept any more. */
export const ACCOUNT_IS_GONE = 'somebody whose account is gone'

const named = z.object({ _id: z.string(), name: z.string() })

const step = {
  /** The step that waits, counted from 1. */
  step: z.number(),
  /** How many steps there are. */
  of: z.number(),
}

const ownRequest = z.object({
  _id: z.string(),
  application: named,
  /** `null`: the approver chooses it. */
  client: z.nullable(named),
  /** The name of the administrator who asked while acting for the person, or `ACCOUNT_IS_GONE`; empty: the person did. */
  requestedBy: z.string(),
  /** The same of who withdrew it; empty: the person did, or it is not withdrawn. */
  withdrawnBy: z.string(),
  reason: z.string(),
  lastDay: z.nullable(z.string()),
  state: z.enum(ACCESS_REQUEST_STATES),
  /** `null`: it does not wait. */
  askedOf: z.nullable(z.enum(ASKED_OF)),
  /** Administrators are asked, and nobody may decide: the only one has asked for it while acting, or is the person. */
  lacksDecider: z.boolean(),
  /** How far its matrix of approvals has come; `null`: it does not decide now. */
  progress: z.nullable(z.object(step)),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** What was written to the person with the decision. */
  answer: z.string(),
})

const ownRequestAndAccess = z.object({
  ...ownRequest.shape,
  /** It was approved, and what it gave has ended or was taken away. */
  hasEnded: z.boolean(),
})
export type OwnAccessRequest = z.output<typeof ownRequestAndAccess>

/**
 * Why a matrix decides nothing: its page, or the client, is gone or inactive; nothing is left to approve on that page for the client; or
 * nobody may approve the step that waits.
 */
export const MATRIX_PROBLEMS = ['place', 'steps', 'people'] as const

/** Where the matrix of the application decides about a request that waits. */
const requestSteps = z.object({
  ...step,
  /** The roles of the step that waits which have not approved it yet. */
  roles: z.array(z.string()),
  /** Whether one of them is enough. */
  isOneEnough: z.boolean(),
  /** How many of them still have to approve. */
  needed: z.number(),
  /** What was approved so far, which is approved by the next ones too; `null`: nothing yet. */
  given: z.nullable(z.object({ role: z.string(), lastDay: z.nullable(z.string()) })),
  /** `null`: the matrix decides. */
  problem: z.nullable(z.enum(MATRIX_PROBLEMS)),
})
export type RequestSteps = z.output<typeof requestSteps>

/** The approval of one step by the matrix of the application. */
export const stepApproval = z.object({
  step: z.number(),
  of: z.number(),
  /** Names of people; `onBehalfOf` is empty unless a stand-in approved. */
  by: z.string(),
  onBehalfOf: z.string(),
  /** The role in the matrix that allowed it, and the version of the matrix. */
  byRole: z.string(),
  version: z.number(),
  /** What was approved to be given. */
  role: z.string(),
  lastDay: z.nullable(z.string()),
  answer: z.string(),
  at: z.string(),
  /** Not where the matrix no longer asks for it, or the role to be given no longer exists. */
  counts: z.boolean(),
})
export type StepApproval = z.output<typeof stepApproval>

/** A request as those who decide about it see it. */
export const accessRequest = z.object({
  ...ownRequest.shape,
  /** `null`: it does not wait, or the matrix has no say in it. */
  steps: z.nullable(requestSteps),
  /** The approvals of single steps, the oldest first. */
  approvals: z.array(stepApproval),
  /** Whether the caller may decide about it now. */
  mayDecide: z.boolean(),
  person: z.object({ ...named.shape, email: z.string(), isActive: z.boolean() }),
  /** The name of who approved or declined; empty: nobody. */
  decidedBy: z.string(),
  /** The application role that was given. */
  role: z.string(),
})
export type AccessRequest = z.output<typeof accessRequest>

const requestable = z.object({
  _id: z.string(),
  name: z.string(),
  summary: z.string(),
  logo: z.string(),
  /** The clients of the caller for which it can be granted: it has a role there, and is not assigned to them. */
  clients: z.array(named),
  /** The clients for which it is assigned already. */
  assignedFor: z.array(z.string()),
  /** Who is asked first. */
  requestRule: z.enum(REQUEST_RULES),
  /** Whether a request of the caller waits for a decision. */
  isRequested: z.boolean(),
})
export type RequestableApplication = z.output<typeof requestable>

export const listRequestable = endpoint({
  method: 'GET',
  path: '/api/access/applications',
  access: 'session',
  whileActing: 'read',
  summary:
    'The applications that one may ask for: active, opened to requests, with a role to grant, and not assigned for all of one’s clients.',
  request: z.object({}),
  response: z.array(requestable),
})

export const requestAccess = endpoint({
  method: 'POST',
  path: '/api/access/request',
  access: 'session',
  whileActing: 'change',
  summary:
    'Asks for an application. Those who decide are notified: owners, contacts of the client or the first step of its matrix of approvals, as the application says; without any, people who may assign applications.',
  message: 'Request Sent',
  request: z.object({
    applicationId: field.id('Application is required'),
    /** One of one’s own clients; left out or `null`: the approver chooses it. */
    clientId: z.optional(z.nullable(field.id())),
    reason: field.requiredText('Say what you need it for', 500),
    /** The last day on which it is needed, such as '2027-03-31'; empty: no end. */
    lastDay: dayField.day(),
  }),
  response: z.object({
    _id: z.string(),
    /** As of the request in the list. */
    lacksDecider: z.boolean(),
  }),
})

export const listOwnAccessRequests = endpoint({
  method: 'GET',
  path: '/api/access/requests',
  access: 'session',
  whileActing: 'read',
  summary: 'One’s own requests, the newest first; at most 50.',
  request: z.object({}),
  response: z.array(ownRequestAndAccess),
})

export const withdrawAccessRequest = endpoint({
  method: 'POST',
  path: '/api/access/withdraw',
  access: 'session',
  whileActing: 'change',
  summary: 'Withdraws a request of one’s own that waits for a decision.',
  message: 'Request Withdrawn',
  request: z.object({ requestId: field.id() }),
  response: z.object({}),
})
