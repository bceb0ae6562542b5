import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { integer, onlyFilters } from '../../paging.ts'
import { MESSAGE_STATES, MESSAGES_PAGE_MAX, namedRecord as named } from '../messages/messages.ts'

/** What other systems are notified of: the end of a session, and what somebody has at the partner portal. */
export const CALL_KINDS = ['logout', 'assigned', 'removed'] as const
export type CallKind = (typeof CALL_KINDS)[number]

/** Why a call is not sent again. */
export const NOT_CALLED_AGAIN = {
  sent: 'The call has been delivered.',
  busy: 'It is being sent now.',
  behind: 'An older call about the same person is sent first.',
  outdated: 'A newer call about the same person, application and client has replaced this one.',
} as const

const CALLS_AGAIN = ['again', 'now'] as const

const filters = {
  state: z.optional(z.enum(MESSAGE_STATES)),
  /** `partner`: both kinds of its calls. */
  to: z.optional(z.enum(['applications', 'partner'])),
  applicationId: z.optional(field.id()),
  userId: z.optional(field.id()),
}

const row = {
  _id: z.string(),
  createdAt: z.string(),
  kind: z.enum(CALL_KINDS),
  person: named,
  application: named,
  client: named,
  /** What is called: the host of the application as of the last try, or the partner portal. */
  target: z.string(),
  /** Of a logout: why the session has ended; `null`: it goes on, without this application. */
  endReason: z.nullable(z.string()),
  state: z.enum(MESSAGE_STATES),
  /** Tries so far. */
  attempts: z.number(),
  /** Why the last try failed; empty when it did not. */
  reason: z.string(),
  resend: z.nullable(z.enum(CALLS_AGAIN)),
}
const callRow = z.object(row)
export type Call = z.output<typeof callRow>

export const listCalls = endpoint({
  method: 'GET',
  path: '/api/admin/calls',
  access: 'messages:read',
  summary: 'Notices of logouts to applications, and calls to the partner portal, newest first, one page at a time.',
  request: z.object({
    ...filters,
    page: z.optional(integer(0, MESSAGES_PAGE_MAX)),
    pageSize: z.optional(integer(1, 100)),
  }),
  response: z.object({ rows: z.array(callRow), total: z.number(), isEstimate: z.boolean() }),
})

export const readCall = endpoint({
  method: 'GET',
  path: '/api/admin/calls/one',
  access: 'messages:read',
  summary: 'One call to another system, and every attempt to make it. Tokens and signatures are never shown.',
  request: z.object({ id: field.id() }),
  response: z.object({
    ...row,
    settledAt: z.nullable(z.string()),
    /** Of one that waits. */
    nextTryAt: z.nullable(z.string()),
    /** What the partner portal is sent; of a logout nothing, as its token is signed at each try. */
    said: z.array(z.object({ field: z.string(), value: z.string() })),
    tries: z.array(
      z.object({
        number: z.number(),
        at: z.string(),
        gateway: z.string(),
        isSuccess: z.boolean(),
        answer: z.string(),
        tookMs: z.number(),
      }),
    ),
    /** Why it is not sent again, in words; empty when it can be. */
    refusal: z.string(),
  }),
})

export const resendCall = endpoint({
  method: 'POST',
  path: '/api/admin/calls/resend',
  access: 'messages:write',
  touches: [],
  summary: 'Makes a call that was given up, or that waits for its next try, now.',
  message: 'Queued for sending',
  request: z.object({ id: field.id(), resend: z.enum(CALLS_AGAIN, 'Choose what to do') }),
  response: z.object({}),
})

export const resendFailedCalls = endpoint({
  method: 'POST',
  path: '/api/admin/calls/resendFailed',
  access: 'messages:write',
  touches: [],
  summary:
    'Makes calls again that were given up: the oldest 1,000 that the filters leave, and nothing newer has replaced.',
  message: 'Queued for sending',
  request: z.object({ filter: onlyFilters(filters) }),
  response: z.object({ resent: z.number() }),
})
