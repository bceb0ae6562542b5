import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** Stricter than the rules of the console's form. */
const name = { firstName: field.ownName('First Name is required'), lastName: field.ownName('Last Name is required') }

export const changeOwnName = endpoint({
  method: 'POST',
  path: '/api/session/name',
  access: 'session',
  whileActing: 'change',
  summary: "Changes one's own first and last name. Administrators see the change in the history.",
  message: 'Name changed',
  request: z.object(name),
  response: z.object({ firstName: z.string(), lastName: z.string() }),
})
