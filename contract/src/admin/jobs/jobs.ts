import * as z from 'zod/mini'
import { download, endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { partnerPortalId, users } from '../people/users.ts'

export const BULK_ACTIONS = ['activate', 'deactivate', 'delete', 'assign', 'detach', 'attachRole', 'restore'] as const
export const IMPORT_KINDS = ['users', 'assignments'] as const

/** The columns of a file to import. People are found by their email, assignments by person, application and client. */
export const IMPORT_COLUMNS = {
  users: ['firstName', 'lastName', 'email', 'phoneNumber', 'userName', 'status'],
  assignments: ['email', 'application', 'client', 'role'],
} as const satisfies Record<(typeof IMPORT_KINDS)[number], readonly string[]>

/** Those that a file may do without: what they hold stays as it is. */
export const OPTIONAL_COLUMNS = { users: ['cPortalId'], assignments: [] } as const satisfies Record<
  (typeof IMPORT_KINDS)[number],
  readonly string[]
>

export const IMPORT_MAX_BYTES = 5 * 1024 * 1024
export const IMPORT_MAX_ROWS = 20_000
/** What stands between the cells, in the order in which it is guessed. */
export const IMPORT_SEPARATORS = [',', ';', '\t'] as const

/** How a file was read: nobody says so, it is guessed. */
const fileGuess = z.object({
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']),
  separator: z.enum(IMPORT_SEPARATORS),
})
export type FileGuess = z.output<typeof fileGuess>

/** More than these are not picked by hand, nor unticked among all that match. */
const IDS_MAX = 1000

export const PHONE_REQUIRED = 'Phone Number is required'

/** The rules of a row are those of the form; who is stored is judged again, by the rules of every door. */
export const importedUser = z.object({
  firstName: field.personName('First Name is required'),
  lastName: field.personName('Last Name is required'),
  email: field.email(),
  // Whoever has none is exported with none, and imported as they are.
  phoneNumber: z.pipe(
    z.transform((typed) => (typed === '' ? null : typed)),
    z.nullable(field.phoneNumber(PHONE_REQUIRED)),
  ),
  userName: field.requiredText('Username is required', 100),
  status: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.trim().toUpperCase() || 'ACTIVE'),
    ),
    field.status(),
  ),
  cPortalId: partnerPortalId(),
})
export const importedAssignment = z.object({
  email: field.email(),
  application: field.requiredText('Application is required', 100),
  client: field.requiredText('Client Name is required', 100),
  role: field.requiredText('Role is required', 100),
})

/** `checked`: the dry run of an import is over, and it waits for somebody to run it. */
export const JOB_STATES = ['waiting', 'running', 'checked', 'done', 'cancelled', 'failed'] as const

const job = z.object({
  _id: z.string(),
  kind: z.enum([...BULK_ACTIONS, 'importUsers', 'importAssignments']),
  state: z.enum(JOB_STATES),
  /** The dry run of an import: nothing is written. */
  isDryRun: z.boolean(),
  cancelRequested: z.boolean(),
  /** Of an import. */
  file: z.nullable(fileGuess),
  /** Records of the job, those it has come to, and what became of them; the rest was so already. */
  total: z.number(),
  position: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  /** Why it stopped. */
  error: z.string(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
})
export type Job = z.output<typeof job>

const failedItem = z.object({
  /** The line of the file, or the number of the record. */
  number: z.number(),
  name: z.string(),
  message: z.string(),
})
export type FailedItem = z.output<typeof failedItem>

const chosen = z.object({ applicationId: field.id('Status is required'), clientId: field.id('Status is required') })

/** What is done to each person. */
const change = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['activate', 'deactivate', 'delete', 'restore']) }),
  z.extend(chosen, { action: z.literal('assign'), role: field.requiredText('Status is required', 100) }),
  z.extend(chosen, { action: z.literal('detach') }),
  z.object({ action: z.literal('attachRole'), roleId: field.id('Status is required') }),
])
export type BulkChange = z.output<typeof change>

/** Everybody whom a query of the list matches, without those who were unticked. */
const matching = z.object({
  query: users.list.request,
  except: z.optional(z.array(field.id()).check(z.maxLength(IDS_MAX, 'Too Long!'))),
})
export type Matching = z.output<typeof matching>

export const countMatching = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/count',
  access: 'users:write',
  touches: [],
  summary: 'Counts exactly whom a bulk job would change: what a person is asked to confirm.',
  request: matching,
  response: z.object({ total: z.number() }),
})

export const startBulkJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/bulk',
  access: 'users:write',
  touches: ['people'],
  summary:
    'Changes many people: those with these ids, or all that a query of the list matches; deleted ones are restored and nothing else. `confirmed` is the count that was confirmed: the call answers 409 when another number matches.',
  message: 'Started',
  request: z.object({
    change,
    ids: z.optional(z.array(field.id()).check(z.minLength(1, 'Choose a person'), z.maxLength(IDS_MAX, 'Too Long!'))),
    matching: z.optional(z.extend(matching, { confirmed: z.int().check(z.gte(0)) })),
  }),
  response: job,
})

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  access: 'users:write',
  summary: "One's own jobs of the last 30 days, newest first; or those of the last 7 days that failed, be it in part.",
  request: z.object({ isFailed: z.optional(flag()) }),
  response: z.array(job),
})

export const readJob = endpoint({
  method: 'GET',
  path: '/api/admin/jobs/one',
  access: 'users:write',
  summary: 'One of the own jobs, with a page of what failed in it.',
  request: z.object({ id: field.id(), page: z.optional(z.pipe(z.string(), z.pipe(z.transform(Number), z.int()))) }),
  response: z.object({
    job,
    failed: z.object({ rows: z.array(failedItem), total: z.number() }),
    /** Of an import: how many rows are new, and how many change something. */
    added: z.number(),
    changed: z.number(),
  }),
})

const byId = z.object({ id: field.id() })

export const cancelJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/cancel',
  access: 'users:write',
  touches: [],
  summary: 'Stops one of the own jobs after the record it is at. What is done stays done.',
  message: 'Cancelled',
  request: byId,
  response: job,
})

export const runImport = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/run',
  access: 'users:write',
  touches: ['people'],
  summary: 'Runs an import that has been checked; rows that were rejected are left out.',
  message: 'Started',
  request: z.object({
    id: field.id(),
    /** Whether people who are new and active are sent an invitation; they are when it is left out. */
    invite: z.optional(z.boolean()),
  }),
  response: job,
})

/** A form with the file in field `file`; the kind stands in the query. It answers the job of the dry run. */
export const importFile = {
  path: '/api/admin/jobs/import',
  access: 'users:write',
  field: 'file',
  request: z.object({ kind: field.oneOf(IMPORT_KINDS, 'Type is required') }),
  response: job,
} as const

export const jobFailuresFile = download({
  path: '/api/admin/jobs/failures.csv',
  access: 'users:write',
  request: byId,
})
export const usersFile = download({
  path: '/api/users/user-info-file.csv',
  access: 'users:read',
  name: 'user-info-file.csv',
  request: users.list.request,
})
