import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

export const sendTestTemplate = endpoint({
  method: 'POST',
  path: '/api/admin/templates/test',
  access: 'messages:write',
  touches: [],
  summary: 'Sends a saved template with sample values, through the gateway that its messages would go through.',
  request: z.object({
    id: field.id(),
    /** An address or a number; oneself, when it is left out. */
    to: field.textOrEmpty(254),
  }),
  response: z.object({
    isSuccess: z.boolean(),
    to: z.string(),
    gateway: z.string(),
    /** What the gateway said, without secrets; or why it could not be asked. */
    answer: z.string(),
    tookMs: z.number(),
  }),
})
