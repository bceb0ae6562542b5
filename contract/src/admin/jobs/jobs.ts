import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { download, endpoint, fileForm } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { assignmentDates } from '../people/assignments.ts'
import { partnerPortalId, users } from '../people/users.ts'

export const BULK_ACTIONS = ['activate', 'deactivate', 'delete', 'assign', 'detach', 'attachRole', 'restore'] as const
/** What a job imports. */
export const IMPORT_KINDS = ['users', 'assignments'] as const
/** What a file may hold; invitations are sent at once, without a job. */
export const FILE_KINDS = [...IMPORT_KINDS, 'invitations', 'leavers'] as const

/** The columns of a file to import. People are found by their email, assignments by person, application and client. */
export const IMPORT_COLUMNS = {
  users: ['firstName', 'lastName', 'email', 'phoneNumber', 'userName', 'status'],
  assignments: ['email', 'application', 'client', 'role'],
  invitations: ['email'],
  /** An email address or a user ID. Other columns are ignored. */
  leavers: ['email'],
} as const satisfies Record<(typeof FILE_KINDS)[number], readonly string[]>

/** Optional columns: if absent, the values stay the same. */
export const OPTIONAL_COLUMNS = {
  users: ['cPortalId', 'lastDay'],
  assignments: ['validFrom', 'validUntil'],
  invitations: ['application', 'client', 'role', 'validFrom', 'validUntil', 'portalRole'],
  leavers: [],
} as const satisfies Record<(typeof FILE_KINDS)[number], readonly string[]>

export const IMPORT_MAX_BYTES = 5 * 1024 * 1024
export const IMPORT_MAX_ROWS = 20_000
/** The separators of cells, in the order in which they are tried. */
export const IMPORT_SEPARATORS = [',', ';', '\t'] as const

/** How a file was read. Encoding and separator are guessed. */
const fileGuess = z.object({
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']),
  separator: z.enum(IMPORT_SEPARATORS),
})
export type FileGuess = z.output<typeof fileGuess>

/** The most people that can be selected one by one, or excluded from a selection of all matching. */
export const IDS_MAX = 1000

export const PHONE_REQUIRED = 'Phone Number is required'

/** A row is checked like the form. The stored person is then checked like every other change. */
export const importedUser = z.object({
  firstName: field.personName('First Name is required'),
  lastName: field.personName('Last Name is required'),
  email: field.email(),
  // An export leaves it empty for people without one, and an import of the same file then changes nothing.
  phoneNumber: z.pipe(
    z.transform((typed) => (typed === '' ? null : typed)),
    z.nullable(field.phoneNumber(PHONE_REQUIRED)),
  ),
  userName: field.requiredText('Username is required', 100),
  // An export says SUSPENDED of those who come back by themselves, and an import leaves them so. INACTIVE ends that for good.
  status: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.trim().toUpperCase() || 'ACTIVE'),
    ),
    z.enum([...field.STATUSES, 'SUSPENDED'], 'Status is required'),
  ),
  cPortalId: partnerPortalId(),
  lastDay: dayField.day(),
})
export const importedAssignment = z.object({
  email: field.email(),
  application: field.requiredText('Application is required', 100),
  client: field.requiredText('Client Name is required', 100),
  role: field.requiredText('Role is required', 100),
  ...assignmentDates,
})

/** `checked`: the dry run of an import is done, and the import waits to be run. */
export const JOB_STATES = ['waiting', 'running', 'checked', 'done', 'cancelled', 'failed'] as const

export const job = z.object({
  _id: z.string(),
  kind: z.enum([...BULK_ACTIONS, 'importUsers', 'importAssignments', 'leave']),
  state: z.enum(JOB_STATES),
  /** Whether this is the dry run of an import or of leavers. Nothing is changed. */
  isDryRun: z.boolean(),
  cancelRequested: z.boolean(),
  /** Only for files. */
  file: z.nullable(fileGuess),
  /** The records of the job, those processed, and their results. The rest was unchanged. */
  total: z.number(),
  position: z.number(),
  /** Of all who matched a query: those who no longer matched when the job took them up. Nothing is done to them. */
  leftOut: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  /** Why the job stopped. */
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

const chosen = z.object({
  applicationId: field.id('Application is required'),
  clientId: field.id('Client is required'),
})

/** The change made to each person. */
const change = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['activate', 'deactivate', 'delete', 'restore']) }),
  z.extend(chosen, {
    action: z.literal('assign'),
    role: field.requiredText('Role is required', 100),
    ...assignmentDates,
  }),
  z.extend(chosen, { action: z.literal('detach') }),
  z.object({ action: z.literal('attachRole'), roleId: field.id('Role is required') }),
])
export type BulkChange = z.output<typeof change>

/** All people who match a query of the list, except those excluded. */
export const matching = z.object({
  query: users.list.request,
  except: z.optional(z.array(field.id()).check(z.maxLength(IDS_MAX, 'Too Long!'))),
})
export type Matching = z.output<typeof matching>

export const countMatching = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/count',
  access: 'users:write',
  touches: [],
  summary: 'Counts exactly the people whom a bulk job would change, for the confirmation.',
  request: matching,
  response: z.object({ total: z.number() }),
})

export const startBulkJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/bulk',
  access: 'users:write',
  touches: ['people'],
  summary:
    'Changes many people: those with these ids, or all that a query of the list matches; deleted ones are restored and nothing else. `confirmed` is the count that was confirmed: the call answers 409 when another number matches. Whoever matches then is changed, unless they no longer match when the job takes them up; nobody else is.',
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
  summary:
    "The caller's jobs of the last 30 days, newest first; or those of the last 7 days that failed, in whole or in part.",
  request: z.object({ isFailed: z.optional(flag()) }),
  response: z.array(job),
})

export const readJob = endpoint({
  method: 'GET',
  path: '/api/admin/jobs/one',
  access: 'users:write',
  summary: "One of the caller's jobs, with a page of its failures.",
  request: z.object({ id: field.id(), page: z.optional(z.pipe(z.string(), z.pipe(z.transform(Number), z.int()))) }),
  response: z.object({
    job,
    failed: z.object({ rows: z.array(failedItem), total: z.number() }),
    /** For an import: how many rows created a record, and how many changed one; after its dry run, how many would. */
    added: z.number(),
    changed: z.number(),
    /** The records that were not done, or not yet. */
    notDone: z.number(),
  }),
})

const byId = z.object({ id: field.id() })

export const cancelJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/cancel',
  access: 'users:write',
  touches: [],
  summary: "Stops one of the caller's jobs after the current record. Changes already made are kept.",
  message: 'Cancelled',
  request: byId,
  response: job,
})

export const runImport = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/run',
  access: 'users:write',
  touches: ['people'],
  summary: 'Runs an import, or a job of leavers, after its dry run. Rejected rows are skipped.',
  message: 'Started',
  request: z.object({
    id: field.id(),
    /** Whether new active people get an invitation. Default: true. */
    invite: z.optional(z.boolean()),
  }),
  response: job,
})

/** A form with the file in the field `file`; the kind is in the query. Returns the job of the dry run. */
export const importFile = fileForm({
  path: '/api/admin/jobs/import',
  access: 'users:write',
  touches: [],
  field: 'file',
  request: z.object({ kind: field.oneOf(IMPORT_KINDS, 'Type is required') }),
  response: job,
})

export const jobFailuresFile = download({
  path: '/api/admin/jobs/failures.csv',
  isSensitive: true,
  access: 'users:write',
  request: byId,
})
export const usersFile = download({
  path: '/api/users/user-info-file.csv',
  isSensitive: true,
  access: 'users:read',
  name: 'user-info-file.csv',
  request: users.list.request,
})
