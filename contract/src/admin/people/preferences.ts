import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { OPTIONAL_NOTICES } from '../../own-notices.ts'
import { preferences } from '../../own-preferences.ts'

export const userPreferences = endpoint({
  method: 'GET',
  path: '/api/users/preferences',
  access: 'users:read',
  summary: 'What a person has chosen for themselves: language, theme, time zone, and messages that they have put off.',
  request: z.object({ userId: field.id() }),
  response: z.object({
    ...preferences.shape,
    /** Kinds of messages that are not sent to them. */
    putOff: z.array(z.enum(OPTIONAL_NOTICES)),
  }),
})
