import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { resource } from '../engine/resource.ts'
import { DEFAULT_ROUTING, ROUTING_MODES, ROUTING_PARALLELS, ROUTING_REJECTIONS } from './routing-choices.ts'

const oneOf = <Choices extends object>(choices: Choices) =>
  z.enum(Object.keys(choices) as [keyof Choices & string], 'Choose one from the list')

/** All of it, for forms that have no default. */
export const routing = z.object({
  mode: oneOf(ROUTING_MODES),
  parallel: oneOf(ROUTING_PARALLELS),
  rejection: oneOf(ROUTING_REJECTIONS),
  catchAllRole: z
    .string('Role is required')
    .check(z.trim(), z.maxLength(100, 'Too Long!'))
    .check(z.describe('The application role, by its name, that approves what no row covers; empty: none')),
  catchAllClientId: z
    .nullable(field.id())
    .check(z.describe('The only client for which the catch-all role counts; null: it counts for each')),
})

/** The same in answers, with the name of that client. */
export const shownRouting = z.extend(routing, { catchAllClient: z.string() })

const REQUIRED = 'Application is required'
/** The message when a catch-all role is named that the application does not have. */
export const NO_CATCH_ALL_ROLE = 'The application has no such role for this client.'
/** The message when the role is named that people give themselves: as a catch-all role, or in a row. */
export const USER_APPROVES_NOTHING =
  'People give themselves the role User by registering, so it approves nothing. Choose another role.'
/** The same where nothing can be chosen: when a deleted row or routing is restored. */
export const USER_NOT_RESTORED =
  'People give themselves the role User by registering, so it approves nothing, and this is not restored.'
export const ROUTING_STAYS = 'A routing stays with its application. Delete it, and set one for the other application.'

/** The routing of the approvals of an application, if one was set; a part of each version of its matrix (ADR 0095). */
export const approvalRoutings = resource({
  name: 'approvalRoutings',
  title: 'Routing of approvals',
  messages: { created: 'Routing Created', updated: 'Routing Updated', removed: 'Routing Deleted' },
  idKey: 'routingId',
  read: 'approvals:read',
  write: 'approvals:write',
  touches: {},
  fields: ['application'],
  sorts: ['mode', 'parallel', 'rejection'],
  filters: { applicationId: z.optional(field.id()) },
  row: { applicationId: field.text(), applicationName: field.text(), ...shownRouting.shape },
  form: {
    applicationId: field.id(REQUIRED),
    mode: z._default(routing.shape.mode, DEFAULT_ROUTING.mode),
    parallel: z._default(routing.shape.parallel, DEFAULT_ROUTING.parallel),
    rejection: z._default(routing.shape.rejection, DEFAULT_ROUTING.rejection),
    catchAllRole: z._default(routing.shape.catchAllRole, DEFAULT_ROUTING.catchAllRole),
    catchAllClientId: z._default(routing.shape.catchAllClientId, DEFAULT_ROUTING.catchAllClientId),
  },
  // If absent, they stay the same.
  changes: {
    applicationId: z.optional(field.id(REQUIRED)),
    mode: z.optional(routing.shape.mode),
    parallel: z.optional(routing.shape.parallel),
    rejection: z.optional(routing.shape.rejection),
    catchAllRole: z.optional(routing.shape.catchAllRole),
    catchAllClientId: z.optional(routing.shape.catchAllClientId),
  },
  paths: {
    list: '/api/admin/approvalRoutings/list',
    create: '/api/admin/approvalRoutings/create',
    update: '/api/admin/approvalRoutings/update',
    remove: '/api/admin/approvalRoutings/delete',
  },
})
