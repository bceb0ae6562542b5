import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

const uuid = field.id()

export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/read',
  access: 'public',
  summary: 'What a link of an invitation is for. Looking at it does not use it up.',
  request: z.object({ uuid }),
  response: z.object({
    /** `false`: it was used, revoked or replaced, has expired, or its sender may no longer invite. */
    isUsable: z.boolean(),
    /** The invited address; empty when the link is not usable, as are the names below. */
    email: z.string(),
    application: z.string(),
    client: z.string(),
  }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  access: 'public',
  summary: 'Creates the account of an invitation, once. The link also proves the email address.',
  message: 'Account created',
  request: z.object({
    uuid,
    firstName: field.registeredName('First name required'),
    lastName: field.registeredName('Last name required'),
    password: field.password(),
  }),
  response: z.object({ email: z.string() }),
})
