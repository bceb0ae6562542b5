import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { onlyFilters, pageAsked, pageOf } from '../../paging.ts'
import { attempt, MESSAGE_STATES, namedRecord as named } from '../messages/messages.ts'

/** The notices to other systems: the end of a session, and assignments for the partner portal. */
export const CALL_KINDS = ['logout', 'assigned', 'removed'] as const
export type CallKind = (typeof CALL_KINDS)[number]

/** Why a call cannot be sent again. */
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
  /** The host of the application at the last attempt, or the partner portal. */
  target: z.string(),
  /** For a logout: why the session ended. `null`: the session continues without this application. */
  endReason: z.nullable(z.string()),
  state: z.enum(MESSAGE_STATES),
  /** Attempts so far. */
  attempts: z.number(),
  /** Why the last attempt failed, or empty. */
  reason: z.string(),
  resend: z.nullable(z.enum(CALLS_AGAIN)),
}
const callRow = z.object(row)
export type Call = z.output<typeof callRow>

export const listCalls = endpoint({
  method: 'GET',
  path: '/api/admin/calls',
  access: 'messages:read',
  summary: 'Logout notices to applications and calls to the partner portal, newest first, one page at a time.',
  request: z.object({ ...filters, ...pageAsked }),
  response: pageOf(callRow),
})

export const readCall = endpoint({
  method: 'GET',
  path: '/api/admin/calls/one',
  access: 'messages:read',
  summary: 'One call to another system, with all attempts. Tokens and signatures are never shown.',
  request: z.object({ id: field.id() }),
  response: z.object({
    ...row,
    settledAt: z.nullable(z.string()),
    /** Only while it waits. */
    nextTryAt: z.nullable(z.string()),
    /** The fields sent to the partner portal. Empty for a logout, whose token is signed at each attempt. */
    said: z.array(z.object({ field: z.string(), value: z.string() })),
    tries: z.array(attempt),
    /** Why it cannot be sent again, as a sentence. Empty if it can. */
    refusal: z.string(),
  }),
})

export const resendCall = endpoint({
  method: 'POST',
  path: '/api/admin/calls/resend',
  access: 'messages:write',
  touches: [],
  summary: 'Sends a failed call, or one that waits for its next attempt, now.',
  message: 'Queued for sending',
  request: z.object({ id: field.id(), resend: z.enum(CALLS_AGAIN, 'Choose what to do') }),
  response: z.object({}),
})

export const resendFailedCalls = endpoint({
  method: 'POST',
  path: '/api/admin/calls/resendFailed',
  access: 'messages:write',
  touches: [],
  summary: 'Retries failed calls: the oldest 1,000 that match the filters and were not replaced by a newer one.',
  message: 'Queued for sending',
  request: z.object({ filter: onlyFilters(filters) }),
  response: z.object({ resent: z.number() }),
})
