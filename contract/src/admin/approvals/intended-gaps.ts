import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'

export const GAP_NOT_MARKED = 'Only amounts that nobody approves, at a step or at all, can be intended.'

export const markIntendedGap = endpoint({
  method: 'POST',
  path: '/api/admin/intendedGaps/mark',
  access: 'approvals:write',
  touches: [],
  summary:
    'Says that a gap which a check finds is meant. It is listed apart and asks for nothing, until it becomes another gap, or its last day is over.',
  message: 'Gap Marked',
  request: z.object({
    applicationId: field.id('Application is required'),
    clientId: field.id('Client Name is required'),
    /** The `key` of the finding, and the version of the matrix that has it. */
    finding: field.requiredText('Choose one from the list', 100),
    version: z.int().check(z.gte(0)),
    reason: field.requiredText('Reason is required', 500),
    /** The last day on which it is meant. */
    lastDay: dayField.day(),
  }),
  response: z.object({}),
})

export const unmarkIntendedGap = endpoint({
  method: 'POST',
  path: '/api/admin/intendedGaps/unmark',
  access: 'approvals:write',
  touches: [],
  summary: 'Says that a gap is no longer meant: the check finds it again.',
  message: 'Mark Removed',
  request: z.object({ intendedGapId: field.id() }),
  response: z.object({}),
})
