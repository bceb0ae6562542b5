import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

export const createFirstAdministrator = endpoint({
  method: 'POST',
  path: '/api/setup/administrator',
  access: 'public',
  summary: 'Creates the first administrator by the one-time link that the server printed at its first start.',
  message: 'The administrator was created. You can sign in now.',
  request: z.object({
    token: field.requiredText('This set-up link is invalid or has expired.', 128),
    firstName: field.personName('First name required'),
    lastName: field.personName('Last name required'),
    email: field.email(),
    phoneNumber: field.phoneNumber(),
    password: field.password(),
  }),
  response: z.object({}),
})
