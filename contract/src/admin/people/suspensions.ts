import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

const suspension = z.object({
  /** The first and the last day, such as '2027-03-31', in the portal's time zone. */
  from: z.string(),
  /** `null`: until an administrator ends it. */
  until: z.nullable(z.string()),
  reason: z.string(),
  /** False: it is planned. */
  hasBegun: z.boolean(),
})
export type Suspension = z.output<typeof suspension>

export const readSuspension = endpoint({
  method: 'GET',
  path: '/api/users/suspension',
  access: 'users:read',
  summary: 'The suspension of a person that runs or is planned, or `null`.',
  request: z.object({ userId: field.id() }),
  response: z.object({ suspension: z.nullable(suspension) }),
})

export const suspendUser = endpoint({
  method: 'POST',
  path: '/api/users/suspend',
  access: 'users:write',
  touches: ['standing'],
  summary:
    'Suspends a person from a day until a day, or until an administrator ends it. They are notified at the beginning and at the end.',
  message: 'Suspension Saved',
  request: z.object({
    userId: field.id(),
    /** The first day. Today: at once. */
    from: dayField.requiredDay(),
    /** The last day; empty: no end. */
    until: dayField.day(),
    /** For administrators; the person does not get it. */
    reason: field.requiredText('Reason is required', 500),
  }),
  response: z.object({}),
})

export const endSuspension = endpoint({
  method: 'POST',
  path: '/api/users/endSuspension',
  access: 'users:write',
  touches: ['standing'],
  summary:
    'Ends a suspension before its time: the person can sign in again at once. One that is planned does not begin.',
  message: 'Suspension Ended',
  request: z.object({ userId: field.id() }),
  response: z.object({}),
})
