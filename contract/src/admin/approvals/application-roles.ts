import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { recordName } from '../../record-name.ts'
import { ALL_REGIONS, REGIONS, regionCode } from '../../regions.ts'
import { rupees } from '../../rupees.ts'
import { changesOf } from '../engine/left-out.ts'
import { resource } from '../engine/resource.ts'

/** The action of a role in a chain of approvals (requirement C13). */
export const ROLE_ACTIONS = ['Creator', 'Approval', 'Authorised', 'Authorised Approval', 'Final Approval'] as const

/**
 * Which bounds of a range belong to it: a bracket includes the bound, a parenthesis leaves it out. A bound that is not set
 * is open, whatever this says.
 */
export const RANGE_BOUNDS = ['[]', '(]', '[)', '()'] as const
export type RangeBounds = (typeof RANGE_BOUNDS)[number]

const REGION_CODES = [ALL_REGIONS, ...Object.keys(REGIONS)] as [string, ...string[]]

/** What a role may approve, and where. */
export const roleLimits = {
  /** 'All' alone, or region codes. Region names are accepted too (requirement C18). */
  regions: z
    ._default(
      z
        .array(
          z.pipe(
            z.pipe(
              z.string('Choose one from the list'),
              z.transform((sent) => regionCode(sent)),
            ),
            z.enum(REGION_CODES, 'Choose one from the list'),
          ),
        )
        // The old list names Panindia twice.
        .check(z.maxLength(REGION_CODES.length + 1)),
      [],
    )
    .check(
      z.describe("'All', or ISO 3166-2 codes of Indian states and union territories such as IN-KA, or their names"),
    ),
  /** Lower comes first; equal runs in parallel (requirement C12). */
  sequence: field.wholeNumber(0, 1000, 'Enter a whole number from 0 to 1,000'),
  actionOfRole: z._default(z.union([z.literal(''), z.enum(ROLE_ACTIONS)], 'Choose one from the list'), ''),
  /** Amounts in rupees. No upper bound means unlimited (requirements C12 and C18). An update that leaves one out keeps it. */
  rangeFrom: rupees(),
  rangeTo: rupees(),
  /** If absent, it stays the same; a new role includes both bounds. */
  bounds: z
    .optional(z.enum(RANGE_BOUNDS, 'Choose one from the list'))
    .check(z.describe('Which bounds belong to the range: `[` and `]` include one, `(` and `)` leave it out')),
}

/** The same of a role that there is: what is left out stays the same. */
export const changedLimits = changesOf(roleLimits)

const changeable = {
  applicationId: field.id('Application is required'),
  role: recordName('Role is required'),
  roleId: field.requiredText('Id is required', 100),
  ...roleLimits,
}

/** Roles of an application for a client. Approvals and assignments refer to them (requirement A6). */
export const applicationRoles = resource({
  name: 'applicationRoles',
  title: 'Application Role',
  messages: {
    created: 'Application Role Created',
    updated: 'Application Role Updated',
    removed: 'Application Role Deleted',
  },
  idKey: 'applicationRoleMasteId', // sic
  read: 'approvals:read',
  write: 'approvals:write',
  touches: {},
  fields: ['name', 'application', 'client'],
  sorts: ['sequence', 'rangeFrom', 'rangeTo', 'actionOfRole', 'roleId'],
  filters: { applicationId: z.optional(field.id()), clientId: z.optional(field.id()) },
  row: {
    role: field.text(),
    roleId: field.text(),
    applicationName: field.text(),
    applicationData: z.object({ _id: z.string(), name: z.object({ description: z.string() }) }),
    clientData: z.nullable(z.object({ _id: z.string(), displayName: z.string() })),
    regions: z.array(z.string()),
    sequence: z.nullable(z.number()),
    actionOfRole: field.text(),
    /** Rupees. */
    rangeFrom: z.nullable(z.number()),
    rangeTo: z.nullable(z.number()),
    bounds: z.enum(RANGE_BOUNDS),
    pageCount: z.number(),
  },
  form: { ...changeable, clientId: field.id('Client Name is required') },
  // The specified update sends no client. If absent, it stays the same.
  changes: { ...changeable, clientId: z.optional(field.id('Client Name is required')) },
  paths: {
    list: '/api/application/getApplicationRoleMaste', // sic
    create: '/api/application/addApplicationRoleMaster',
    update: '/api/application/updateApplicationRoleMaste', // sic
    remove: '/api/application/deleteApplicationRoleMaste', // sic
  },
})

export const pagesOfRole = endpoint({
  method: 'GET',
  path: '/api/application/pagesOfRole',
  access: 'session',
  serviceAccounts: true,
  summary: 'The pages that an application role may use, as a list whose first item holds `pageData`.',
  request: z.object({
    roleName: field.requiredText('Role is required', 100),
    applicationName: field.requiredText('Application is required', 100),
    clientName: field.requiredText('Client Name is required', 200),
  }),
  response: z.array(
    z.object({
      _id: z.string(),
      pageData: z.array(z.object({ _id: z.string(), page: z.string() })),
    }),
  ),
})

const rolePage = z.object({
  /** The application role. */
  id: field.id('Role is required'),
  pageId: field.id('Status is required'),
})

export const attachPagesToRole = endpoint({
  method: 'POST',
  path: '/api/application/attachPagesToRole',
  access: 'approvals:write',
  touches: [],
  summary: 'Lets an application role use a page of its application.',
  message: 'Page Attached',
  request: rolePage,
  response: z.object({}),
})

export const detachPagesFromRole = endpoint({
  method: 'POST',
  path: '/api/application/detachPagesFromRole',
  access: 'approvals:write',
  touches: [],
  summary: 'Detaches a page from an application role.',
  message: 'Page Detached',
  request: rolePage,
  response: z.object({}),
})
