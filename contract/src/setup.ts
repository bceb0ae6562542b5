import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

const token = field.requiredText('This set-up link is invalid or has expired.', 128)

export const setUpLinkState = endpoint({
  method: 'POST',
  path: '/api/setup/linkState',
  access: 'public',
  summary: 'Whether a set-up link still creates the first administrator. Looking at it does not use it up.',
  request: z.object({ token }),
  response: z.object({ isUsable: z.boolean() }),
})

export const createFirstAdministrator = endpoint({
  method: 'POST',
  path: '/api/setup/administrator',
  access: 'public',
  summary: 'Creates the first administrator by the one-time link that the server printed at its first start.',
  message: 'The administrator was created. You can sign in now.',
  request: z.object({
    token,
    firstName: field.personName('First name required'),
    lastName: field.personName('Last name required'),
    email: field.email(),
    phoneNumber: field.phoneNumber(),
    password: field.password(),
  }),
  response: z.object({}),
})
