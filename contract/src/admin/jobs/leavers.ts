import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { endpoint, fileForm } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { use } from '../engine/resource.ts'
import { IDS_MAX, job, matching } from './jobs.ts'

/**
 * A form with the file in the field `file`: people who leave, by email address or user ID. The last day is in the query. Returns
 * the job of the dry run; `runImport` then sets the last day of each person.
 */
export const leaversFile = fileForm({
  path: '/api/admin/jobs/leavers',
  access: 'users:write',
  touches: [],
  field: 'file',
  request: z.object({
    lastDay: dayField.requiredDay(),
    /** Typed in a form: people are counted, not lines, and it is not said how the file was read. */
    isTyped: z.optional(flag()),
  }),
  response: job,
})

export const listLosses = endpoint({
  method: 'GET',
  path: '/api/admin/jobs/losses',
  access: 'users:write',
  summary:
    'What the people of a job of leavers have, or those whom an import deactivates or gives a last day, and what nobody has without all of them.',
  request: z.object({ id: field.id() }),
  response: z.array(use),
})

/** The most people whose losses are looked up together. */
export const LOSSES_MAX = 20_000

export const listLossesOf = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/lossesOf',
  access: 'users:write',
  touches: [],
  summary: `The same for the people of a bulk change, before it is started: those with these ids, or all that a query of the list matches, at most ${LOSSES_MAX}.`,
  request: z.object({
    ids: z.optional(z.array(field.id()).check(z.maxLength(IDS_MAX, 'Too Long!'))),
    matching: z.optional(matching),
  }),
  response: z.array(use),
})
