import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

/** What came of a test, as an administrator reads it. */
const testAnswer = z.object({
  isSuccess: z.boolean(),
  to: z.string(),
  /** What the other side said, without secrets; or why it could not be asked. */
  answer: z.string(),
  tookMs: z.number(),
})
export type TestAnswer = z.output<typeof testAnswer>

export const testSmsConfiguration = endpoint({
  method: 'POST',
  path: '/api/admin/smsConfigurations/test',
  access: 'messages:write',
  touches: [],
  summary: 'Sends an SMS through a saved gateway, active or not, and gives its answer. 20 tests an hour.',
  request: z.object({
    id: field.id(),
    to: field.phoneNumber('Enter a number of ten digits'),
    text: field.requiredText('Message is required', 500),
    /** Under which the text is registered (DLT). */
    templateId: field.textOrEmpty(100),
  }),
  response: testAnswer,
})

export const testEmailConfiguration = endpoint({
  method: 'POST',
  path: '/api/admin/emailConfigurations/test',
  access: 'messages:write',
  touches: [],
  summary: 'Sends an email through a saved mail server, active or not, and gives its answer. 20 tests an hour.',
  request: z.object({ id: field.id(), to: field.email() }),
  response: testAnswer,
})
