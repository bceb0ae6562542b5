import * as z from 'zod/mini'
import { ACCESS_REQUEST_STATES, accessRequest } from '../../access-requests.ts'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { pageAsked, pageOf } from '../../paging.ts'

export const listAccessRequests = endpoint({
  method: 'GET',
  path: '/api/admin/accessRequests',
  access: 'users:read',
  summary:
    'The requests of people for applications, one page at a time: waiting ones the oldest first, others the newest first.',
  request: z.object({
    /** Left out: those that wait. */
    state: z.optional(z.enum(ACCESS_REQUEST_STATES)),
    /** Only this one, in whatever state. */
    requestId: z.optional(field.id()),
    userId: z.optional(field.id()),
    applicationId: z.optional(field.id()),
    ...pageAsked,
  }),
  response: pageOf(accessRequest),
})

export const approveAccess = endpoint({
  method: 'POST',
  path: '/api/admin/accessRequests/approve',
  access: 'users:write',
  touches: ['assignment'],
  summary:
    'Approves a request: the application is assigned for the client, in the role and until the day that are given.',
  message: 'Request Approved',
  request: z.object({
    requestId: field.id(),
    /** The person of the request: the server judges whether the caller may change what they may open. */
    userId: field.id(),
    clientId: field.id('Client is required'),
    role: field.requiredText('Role is required', 100),
    validUntil: dayField.dayOrMoment(),
    /** The person reads it with their request; it also stays with the assignment. */
    answer: field.textOrEmpty(500),
  }),
  response: z.object({}),
})

export const declineAccess = endpoint({
  method: 'POST',
  path: '/api/admin/accessRequests/decline',
  access: 'users:write',
  touches: [],
  summary: 'Declines a request. The person is notified of the answer.',
  message: 'Request Declined',
  request: z.object({ requestId: field.id(), answer: field.requiredText('Say why', 500) }),
  response: z.object({}),
})
