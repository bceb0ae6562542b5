import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { rememberedBrowser } from '../../factors/remembered-browsers.ts'
import * as field from '../../fields.ts'

export const userRememberedBrowsers = endpoint({
  method: 'GET',
  path: '/api/users/rememberedBrowsers',
  access: 'users:read',
  summary: 'The browsers in which a person signs in without the second step.',
  request: z.object({ userId: field.id() }),
  response: z.array(rememberedBrowser),
})

export const forgetUserBrowsers = endpoint({
  method: 'POST',
  path: '/api/users/forgetBrowsers',
  access: 'users:write',
  touches: ['credential'],
  summary: 'Forgets one remembered browser of a person, or all of them. Their sessions do not end.',
  message: 'Browsers Forgotten',
  request: z.object({
    userId: field.id(),
    /** If absent, all of them. */
    browserId: z.optional(field.id()),
  }),
  response: z.object({ forgotten: z.number() }),
})
