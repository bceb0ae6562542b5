import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

export const sendTestTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/templates/test',
  access: 'messages:write',
  touches: [],
  summary: 'Sends a saved template with sample values through the gateway that its messages would use.',
  request: z.object({
    id: field.id(),
    /** An address or number. If absent, that of the caller. */
    to: field.textOrEmpty(254),
  }),
  response: z.object({
    isSuccess: z.boolean(),
    to: z.string(),
    gateway: z.string(),
    /** The response of the gateway without secrets, or why there is none. */
    answer: z.string(),
    tookMs: z.number(),
  }),
})
