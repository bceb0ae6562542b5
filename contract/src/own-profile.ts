import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** The name stands in messages to others, where it must not look like a link, an address or a sentence of the portal. */
const NAME_RULE = 'Use letters, numbers, spaces, apostrophes, hyphens and dots only'
const ownName = (message: string) =>
  field
    .personName(message)
    .check(z.regex(/^(?=.*\p{L})(?!.*[\p{L}\p{M}]{2}\.[\p{L}\p{M}]{2})[\p{L}\p{M}\p{N}\p{Zs}.'’-]*$/u, NAME_RULE))

/** Stricter than the rules of the console's form. */
const name = { firstName: ownName('First Name is required'), lastName: ownName('Last Name is required') }

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
