import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { use } from '../engine/resource.ts'
import { job } from './jobs.ts'

/**
 * A form with the file in the field `file`: people who leave, by email address or user ID. The last day is in the query. Returns
 * the job of the dry run; `runImport` then sets the last day of each person.
 */
export const leaversFile = {
  path: '/api/admin/jobs/leavers',
  access: 'users:write',
  field: 'file',
  request: z.object({
    lastDay: dayField.requiredDay(),
    /** Typed in a form: people are counted, not lines, and it is not said how the file was read. */
    isTyped: z.optional(flag()),
  }),
  response: job,
} as const

export const listLosses = endpoint({
  method: 'GET',
  path: '/api/admin/jobs/losses',
  access: 'users:write',
  summary: 'What the people of a job of leavers have, and what nobody has without all of them.',
  request: z.object({ id: field.id() }),
  response: z.array(use),
})
