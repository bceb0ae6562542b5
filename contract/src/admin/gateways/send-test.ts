import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** The result of a test, for an administrator. */
const testAnswer = z.object({
  isSuccess: z.boolean(),
  to: z.string(),
  /** The response of the gateway without secrets, or why there is none. */
  answer: z.string(),
  tookMs: z.number(),
})
export type TestAnswer = z.output<typeof testAnswer>

export const testSmsConfiguration = endpoint({
  method: 'POST',
  path: '/api/admin/smsConfigurations/test',
  access: 'messages:write',
  touches: [],
  summary: 'Sends an SMS through a saved gateway, active or not, and returns its response. 20 tests an hour.',
  request: z.object({
    id: field.id(),
    to: field.phoneNumber('Enter a number of ten digits'),
    text: field.requiredText('Message is required', 500),
    /** The DLT id of the registered text. */
    templateId: field.textOrEmpty(100),
  }),
  response: testAnswer,
})

export const testEmailConfiguration = endpoint({
  method: 'POST',
  path: '/api/admin/emailConfigurations/test',
  access: 'messages:write',
  touches: [],
  summary: 'Sends an email through a saved mail server, active or not, and returns its response. 20 tests an hour.',
  request: z.object({ id: field.id(), to: field.email() }),
  response: testAnswer,
})
