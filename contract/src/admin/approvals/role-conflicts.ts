import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { pageAsked, pageOf } from '../../paging.ts'
import { recordName } from '../../record-name.ts'
import { resource } from '../engine/resource.ts'
import { endConflictException, exceptFromRule, listConflictExceptions } from './conflict-exceptions.ts'

/** What a rule does with an assignment or stand-in that would break it, in English. */
export const CONFLICT_EFFECTS = { prevent: 'Refuse', ask: 'Ask for a reason', report: 'Allow, and list' } as const
/** Where a person must not hold two of the roles, in English. */
export const CONFLICT_SCOPES = { client: 'For the same client', application: 'For any clients' } as const

/** Begins the message of a refusal; the names of the rules follow. Not among ERRORS, which the sign-in page loads. */
export const CONFLICT_REFUSAL = 'A rule of separation of duties refuses this:'

/** Begins the message where somebody has to say why; the names of the rules follow. */
export const CONFLICT_ASKS = 'A rule of separation of duties asks an administrator for a reason:'

const ROLES_MAX = 20
export const TOO_FEW = 'Choose at least two roles, actions or pages'

/** Rules of separation of duties: roles, actions and pages of an application of which nobody may have two (ADR 0076, 0114). */
export const roleConflicts = resource({
  name: 'roleConflicts',
  title: 'Conflict rule',
  messages: { created: 'Conflict Rule Created', updated: 'Conflict Rule Updated', removed: 'Conflict Rule Deleted' },
  idKey: 'ruleId',
  read: 'approvals:read',
  write: 'approvals:write',
  touches: {},
  fields: ['name', 'application', 'roles'],
  sorts: ['effect', 'scope'],
  filters: { applicationId: z.optional(field.id()) },
  row: {
    name: field.text(),
    description: field.text(),
    applicationId: field.text(),
    applicationName: field.text(),
    /** Names of application roles, whatever the client. */
    roles: z.array(z.string()),
    /** Actions, pages, and actions on pages, as `readDuty` reads them. */
    duties: z.array(z.string()),
    scope: field.text(),
    effect: field.text(),
  },
  form: {
    applicationId: field.id('Application is required'),
    name: recordName('Name is required'),
    description: field.textOrEmpty(500),
    /** Together with the duties at least two; duties alone are enough. */
    roles: z._default(
      z
        .array(field.requiredText('Role is required', 100), TOO_FEW)
        .check(z.maxLength(ROLES_MAX, `At most ${ROLES_MAX} roles`)),
      [],
    ),
    duties: z._default(
      z
        .array(field.requiredText('Choose one from the list', 250), 'Choose one from the list')
        .check(z.maxLength(ROLES_MAX, `At most ${ROLES_MAX} actions and pages`)),
      [],
    ),
    scope: z._default(
      z.enum(Object.keys(CONFLICT_SCOPES) as [keyof typeof CONFLICT_SCOPES], 'Choose one from the list'),
      'client',
    ),
    effect: z._default(
      z.enum(Object.keys(CONFLICT_EFFECTS) as [keyof typeof CONFLICT_EFFECTS], 'Choose one from the list'),
      'prevent',
    ),
  },
  paths: {
    list: '/api/admin/roleConflicts/list',
    create: '/api/admin/roleConflicts/create',
    update: '/api/admin/roleConflicts/update',
    remove: '/api/admin/roleConflicts/delete',
  },
})

const named = z.object({ _id: z.string(), name: z.string() })

const heldConflict = z.object({
  rule: z.object({ _id: z.string(), name: z.string(), effect: z.string() }),
  application: named,
  person: named,
  /** What the person holds of the rule, or what begins later: one for each role, action or page of it. */
  held: z.array(
    z.object({
      role: z.string(),
      client: z.string(),
      /** The name of who lends it; `null`: the person's own assignment. */
      lender: z.nullable(z.string()),
      /** The action or page of the rule that the role has; `null`: the rule names the role. */
      duty: z.nullable(z.string()),
    }),
  ),
  /** The newest reason that was given where the rule asks for one, and the name of who gave it. */
  reason: z.nullable(z.object({ text: z.string(), by: z.string(), at: z.string() })),
  /** For whom the rule does not count until a moment, and the name of who answers for it. */
  exception: z.nullable(z.object({ _id: z.string(), owner: z.string(), validUntil: z.string() })),
})
export type HeldConflict = z.output<typeof heldConflict>

export const listHeldConflicts = endpoint({
  method: 'GET',
  path: '/api/admin/roleConflicts/held',
  access: 'users:read',
  summary: 'Who holds roles, or is lent them, that a rule of separation of duties keeps apart, one page at a time.',
  request: z.object({ ruleId: z.optional(field.id()), ...pageAsked }),
  response: pageOf(heldConflict),
})

/** The calls about rules of separation of duties, besides the rules themselves. */
export const CONFLICT_CALLS = [listHeldConflicts, listConflictExceptions, exceptFromRule, endConflictException] as const
