import * as z from 'zod/mini'
import { download, fileForm } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { STATUSES } from '../../fields.ts'
import { flag } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { RANGE_BOUNDS, ROLE_ACTIONS } from './application-roles.ts'
import { comparison } from './publish-draft.ts'

/** The most lines of a file, and the most that a preview lists. */
export const SHEET_MAX_LINES = 5000
export const SHEET_LINES_LISTED = 1000
export const MISSING_LISTED = 200

/** What a column of a sheet says. `band`: its heading is a range of amounts, and its cells say who acts in it. */
export const SHEET_COLUMNS = [
  ...['role', 'client', 'page', 'action', 'sequence', 'from', 'to', 'range', 'bounds', 'regions'],
  ...['firstDay', 'lastDay', 'allClients', 'allPages', 'band', 'ignored'],
] as const
export type SheetColumn = (typeof SHEET_COLUMNS)[number]

/** Whether a sheet has bands of amounts across, one row of the matrix in each line, or is an export of the old portal. */
export const SHEET_KINDS = ['bands', 'rows', 'portal'] as const

/** What keeps a line, or the whole file, from being understood. */
export const SHEET_ERRORS = [
  ...['field-unreadable', 'roles-many'],
  ...['no-role-column', 'no-lines', 'two-currencies', 'too-many-changes', 'column-twice', 'band-unreadable'],
  ...[
    'band-merged',
    'band-twice',
    'role-missing',
    'role-unknown',
    'role-id-taken',
    'role-user',
    'client-missing',
    'client-unknown',
    'client-twice',
  ],
  ...['page-unknown', 'action-unknown', 'mark-without-action', 'cell-unknown', 'amount-unreadable', 'other-currency'],
  ...['range-upside-down', 'bounds-unknown', 'sequence-unreadable', 'region-unknown', 'day-unreadable'],
  ...['days-upside-down', 'two-actions', 'bands-apart', 'says-otherwise', 'entry-unreadable', 'limit-unclear'],
  ...['unit-unclear', 'mark-unclear', 'columns-differ', 'line-too-long', 'cell-merged', 'page-missing'],
  ...['no-upper-column', 'amounts-ignored', 'cell-of-merged', 'formula-uncalculated'],
] as const
/** What was understood, and somebody should know. */
export const SHEET_WARNINGS = [
  ...['entry-inactive', 'status-ignored'],
  ...['no-range', 'no-page', 'other-application', 'column-ignored', 'panindia', 'unit-taken', 'unlimited-when-empty'],
  ...['no-authority', 'line-twice', 'nothing-to-remove', 'sequence-when-empty', 'unit-of-heading', 'line-hidden'],
  ...['column-hidden', 'other-sheets'],
] as const
export type SheetFindingCode = (typeof SHEET_ERRORS)[number] | (typeof SHEET_WARNINGS)[number]

const finding = z.object({
  code: z.enum([...SHEET_ERRORS, ...SHEET_WARNINGS]),
  severity: z.enum(['error', 'warning']),
  /** `null`: the heading, or the whole file. Of an export of the old portal: the number of the entry. */
  line: z.nullable(z.number()),
  /** The letter of a column, or the name of a field; empty: the whole line. */
  column: z.string(),
  /** What stands there. */
  value: z.string(),
  /** What it is compared with: another column, line or value. */
  other: z.string(),
  /** Of a role that is unknown: the client for which it can be made. */
  clientId: z.optional(z.string()),
  /** As an English sentence. */
  text: z.string(),
})
export type SheetFinding = z.output<typeof finding>

const line = z.object({
  line: z.number(),
  role: z.string(),
  client: z.string(),
  /** Empty: the line is only about what the role may approve. */
  page: z.string(),
  isUnderstood: z.boolean(),
  /** What is absent stays as it counts now. */
  action: z.optional(z.string()),
  sequence: z.optional(z.nullable(z.number())),
  /** Rupees. */
  range: z.optional(
    z.object({ from: z.nullable(z.number()), to: z.nullable(z.number()), bounds: z.enum(RANGE_BOUNDS) }),
  ),
  regions: z.optional(z.array(z.string())),
  firstDay: z.optional(z.nullable(z.string())),
  lastDay: z.optional(z.nullable(z.string())),
  allClients: z.optional(z.boolean()),
  allPages: z.optional(z.boolean()),
  status: z.optional(z.enum(STATUSES)),
})
export type SheetLine = z.output<typeof line>

const preview = z.object({
  kind: z.enum(SHEET_KINDS),
  columns: z.array(
    z.object({
      index: z.number(),
      letter: z.string(),
      heading: z.string(),
      meaning: z.enum(SHEET_COLUMNS),
      /** The first cells below the heading. */
      samples: z.array(z.string()),
    }),
  ),
  /** At most 500; `counts` has the number of all. */
  findings: z.array(finding),
  counts: z.object({ error: z.number(), warning: z.number(), lines: z.number(), understood: z.number() }),
  /** At most `SHEET_LINES_LISTED`. */
  lines: z.array(line),
  /** Whether a mark such as x stands in a band, which needs `markAction`. */
  hasMarks: z.boolean(),
  /** The roles and pages that an export of the old portal names and `makesMissing` makes. At most `MISSING_LISTED` of each. */
  missing: z.object({
    roles: z.array(z.object({ name: z.string(), client: z.string() })),
    pages: z.array(z.string()),
    /** How many more there are. */
    others: z.optional(z.object({ roles: z.number(), pages: z.number() })),
  }),
  /** The records that the draft would change. */
  changes: z.number(),
  /** What publishing the draft would change, with the problems of the result. */
  comparison,
})
export type SheetPreview = z.output<typeof preview>

const COLUMNS_CHOSEN = new RegExp(`^(\\d{1,2}:(${SHEET_COLUMNS.join('|')})(,|$))*$`)

const options = {
  applicationId: field.id('Application is required'),
  /** For lines that name none. */
  clientId: z.optional(field.id('Client Name is required')),
  pageId: z.optional(field.id('Page is required')),
  /** What a mark in a band means. */
  markAction: z.optional(z.enum(ROLE_ACTIONS, 'Choose one from the list')),
  /** Columns whose meaning was chosen, counted from 0: `0:role,4:ignored`. */
  columns: z.optional(
    z.string().check(z.maxLength(1000, 'Too Long!'), z.regex(COLUMNS_CHOSEN, 'Choose one from the list')),
  ),
  /** Whether rows of the clients in the file that the file does not have are removed; with `pageId` those on its pages only. */
  removesOthers: z.optional(flag()),
  /** Whether the roles and pages that an export of the old portal names are made where they are missing. Refused for sheets. */
  makesMissing: z.optional(flag()),
}
export type SheetOptions = z.output<z.ZodMiniObject<typeof options>>

/** The file of a matrix in a form, in the field `file`; the options are in the query. Nothing is stored. */
export const previewSheet = fileForm({
  path: '/api/admin/approvalDrafts/previewSheet',
  access: 'approvals:write',
  touches: [],
  field: 'file',
  request: z.object(options),
  response: preview,
})

/** The same file becomes a draft. What counts stays as it is. */
export const importSheet = fileForm({
  path: '/api/admin/approvalDrafts/importSheet',
  access: 'approvals:write',
  touches: [],
  field: 'file',
  request: z.object({
    ...options,
    name: recordName('Name is required'),
    /** The version of the matrix in the preview. */
    version: z.pipe(z.pipe(z.union([z.string(), z.number()]), z.transform(Number)), z.int().check(z.gte(0))),
    /** Whether lines that were not understood are left out. Without it such a file is refused. */
    leavesOut: z.optional(flag()),
  }),
  response: z.object({ _id: z.string() }),
})

export const ONLY_OLD_PORTAL = 'Only with the lists of the old portal are missing roles and pages made.'
export const MAKING_PAGES = 'Making the missing pages also needs the permission pages:write.'

export const SHEET_HAS_ERRORS = 'Some of this file was not understood. Mend the file, or leave those lines out.'
export const SHEET_LEAVES_OUT =
  'Lines that were not understood cannot be left out while other rows are removed: their rows would be removed too.'

const matrixAsked = z.object({
  applicationId: field.id('Application is required'),
  version: z.optional(z.pipe(z.pipe(z.string(), z.transform(Number)), z.int().check(z.gte(1)))),
  draftId: z.optional(field.id()),
})

/** The rows of what counts, or of a version or draft, as a sheet that can be imported again. */
export const matrixFile = download({
  path: '/api/admin/approvalVersions/matrix.csv',
  access: 'approvals:read',
  name: 'approval-matrix.csv',
  request: matrixAsked,
})

/** The same as a workbook. */
export const matrixWorkbook = download({
  path: '/api/admin/approvalVersions/matrix.xlsx',
  access: 'approvals:read',
  name: 'approval-matrix.xlsx',
  request: matrixAsked,
})
