import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** An application and a client, by their names in an invitation link. */
const invitation = z.object({
  Application: field.requiredText('Application is required', 200),
  Client: field.requiredText('Client Name is required', 200),
})

export const getSelfRegistration = endpoint({
  method: 'GET',
  path: '/api/users/selfRegistration',
  access: 'public',
  summary: 'Whether people may register themselves for an application and client. Of any other pair nothing is said.',
  request: invitation,
  response: z.object({
    isOpen: z.boolean(),
    /** The stored names; empty when the pair is not open. */
    application: z.string(),
    client: z.string(),
  }),
})

export const joinSelfRegistration = endpoint({
  method: 'POST',
  path: '/api/users/joinSelfRegistration',
  access: 'session',
  summary: 'Assigns an application and client that are open to self-registration to the caller, with role User.',
  message: 'Application Assigned',
  request: invitation,
  response: z.object({
    /** `false`: it was assigned before, and keeps its role. */
    isNew: z.boolean(),
  }),
})
