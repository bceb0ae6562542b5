import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** With the rules of the console's form. */
const name = {
  firstName: field.personName('First Name is required'),
  lastName: field.personName('Last Name is required'),
}

export const changeOwnName = endpoint({
  method: 'POST',
  path: '/api/session/name',
  access: 'session',
  summary: "Changes one's own first and last name. Administrators see the change in the history.",
  message: 'Name changed',
  request: z.object(name),
  response: z.object({ firstName: z.string(), lastName: z.string() }),
})
