import * as z from 'zod/mini'
import { fileForm } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { MESSAGE_LANGUAGES } from '../../notices.ts'
import { assignmentDates } from '../people/assignments.ts'
import { invite } from '../people/invitations.ts'

/** What a row of the file gives beside its address; the names of records in any case. */
export const invitedRow = z.object({
  application: field.textOrEmpty(100),
  client: field.textOrEmpty(100),
  role: field.textOrEmpty(100),
  ...assignmentDates,
  portalRole: field.textOrEmpty(100),
})

/** A form with the file in the field `file`. The rows are invited at once; the answer says what became of each. */
export const invitationsFile = fileForm({
  path: '/api/admin/invitations/file',
  access: 'users:write',
  touches: ['people'],
  field: 'file',
  request: z.object({ language: z.optional(z.enum(MESSAGE_LANGUAGES)) }),
  response: invite.response,
})
