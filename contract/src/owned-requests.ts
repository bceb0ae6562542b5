import * as z from 'zod/mini'
import { ACCESS_REQUEST_STATES, accessRequest } from './access-requests.ts'
import * as dayField from './day-fields.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { pageAsked, pageOf } from './paging.ts'

/** Which of the requests about which one decides are listed. */
export const OWNED_REQUEST_STATES = ['waiting', 'decided'] as const

/** The most clients from which one chooses. */
export const CHOICES_MAX = 500

export const listOwnedRequests = endpoint({
  method: 'GET',
  path: '/api/access/owned',
  access: 'session',
  summary:
    'The requests about which one decides as an owner of the application, a contact of the client or an approver of its matrix, one page at a time: waiting ones the oldest first, others the newest first. None of one’s own, or of people with permissions that one lacks.',
  request: z.object({
    /** Left out: those that wait. */
    state: z.optional(z.enum(OWNED_REQUEST_STATES)),
    /** Only this one, in whatever state. */
    requestId: z.optional(field.id()),
    ...pageAsked,
  }),
  response: pageOf(accessRequest),
})

/** What became of the request of a message that was sent to the caller. */
const requestOutcome = z.object({
  /** `gone`: it is not kept any more, or the person or application is deleted. */
  state: z.enum([...ACCESS_REQUEST_STATES, 'gone']),
  /** The name of who approved, declined or withdrew; empty: nobody, or the caller may not read it. */
  by: z.string(),
  /** That was the caller. */
  isOwn: z.boolean(),
  /** The name of the person of the request, where an administrator who acted for them has withdrawn it; otherwise empty. */
  actedFor: z.string(),
  /** When it was decided or withdrawn. */
  at: z.nullable(z.string()),
})
export type RequestOutcome = z.output<typeof requestOutcome>

/** The longest text that is read as a link of a message. */
export const REQUEST_LINK_MAX_LENGTH = 500

export const readRequestLink = endpoint({
  method: 'GET',
  path: '/api/access/owned/link',
  access: 'session',
  summary:
    'What the link of a message about a request leads to (ADR 0131): for its recipient the request, if they may still read it, and what became of it. The link gives no right.',
  request: z.object({ link: z.string().check(z.maxLength(REQUEST_LINK_MAX_LENGTH)) }),
  response: z.object({
    /** Whose the link is: of the caller, of another person, or of nobody any more. */
    kind: z.enum(['own', 'other', 'expired', 'invalid']),
    /** `null`: the caller may not read the request. */
    requestId: z.nullable(z.string()),
    /** `null`: the link is not the caller’s. */
    outcome: z.nullable(requestOutcome),
  }),
})
export type LinkedRequest = z.output<typeof readRequestLink.response>

const choice = z.object({ _id: z.string(), name: z.string(), roles: z.array(z.string()) })
export type OwnedRequestChoice = z.output<typeof choice>

export const listOwnedRequestChoices = endpoint({
  method: 'GET',
  path: '/api/access/owned/choices',
  access: 'session',
  summary:
    'What may be given to a request that waits: the client that was asked for, or each active client with roles in the application, with these roles. After the first step of a matrix only what that one approved.',
  request: z.object({ requestId: field.id() }),
  response: z.array(choice),
})

export const approveOwnedRequest = endpoint({
  method: 'POST',
  path: '/api/access/owned/approve',
  access: 'session',
  isSensitive: true,
  summary:
    'Approves a request about which one decides: the application is assigned in one of the roles that the choices name. An approver of the matrix approves one step; the last step that is needed assigns.',
  message: 'Request Approved',
  request: z.object({
    requestId: field.id(),
    clientId: field.id('Client is required'),
    role: field.requiredText('Role is required', 100),
    /** The last day; empty: no end. Left out: the day until which it was asked for. */
    lastDay: dayField.day(),
    /** The person reads it with their request; it also stays with the assignment. */
    answer: field.textOrEmpty(500),
  }),
  /** `false`: it waits for the next step. */
  response: z.object({ isGranted: z.boolean() }),
})

export const declineOwnedRequest = endpoint({
  method: 'POST',
  path: '/api/access/owned/decline',
  access: 'session',
  summary: 'Declines a request about which one decides, at any step. The person is notified of the answer.',
  message: 'Request Declined',
  request: z.object({ requestId: field.id(), answer: field.requiredText('Say why', 500) }),
  response: z.object({}),
})
