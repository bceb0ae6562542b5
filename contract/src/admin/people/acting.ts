import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** How long an administrator may act for a person before they have to start again. */
export const ACTING_MINUTES = 30

const NO_ADDRESS = /^(?![\s\S]*(?::\/\/|@|[\p{L}\p{M}\p{N}]\.[\p{L}\p{M}]{2}))/u

export const startActing = endpoint({
  method: 'POST',
  path: '/api/users/act',
  access: 'users:act',
  touches: ['credential'],
  serviceAccounts: false,
  summary:
    'Shows the portal as a person sees it, for half an hour, in the session of this browser. Nothing can be changed meanwhile, unless it is asked for, and only applications opened that allow it. The person is notified.',
  message: 'Acting Started',
  request: z.object({
    userId: field.id(),
    /** The person gets it by email, in the name of the portal, so it must not lead anywhere. The audit keeps it. */
    reason: field.requiredText('Reason is required', 500).check(z.regex(NO_ADDRESS, 'Leave out links and addresses')),
    /** Whether some things may be changed for the person; that also needs `users:act-change`. Left out: no. */
    mayChange: z.optional(z.boolean()),
  }),
  response: z.object({}),
})
