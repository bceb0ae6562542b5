import * as z from 'zod/mini'
import * as field from '../../fields.ts'
import { resource } from '../engine/resource.ts'
import { DEFAULT_ROUTING, ROUTING_MODES, ROUTING_PARALLELS, ROUTING_REJECTIONS } from './routing-choices.ts'

const oneOf = <Choices extends object>(choices: Choices) =>
  z.enum(Object.keys(choices) as [keyof Choices & string], 'Choose one from the list')

/** All three, for answers and forms that have no default. */
export const routing = z.object({
  mode: oneOf(ROUTING_MODES),
  parallel: oneOf(ROUTING_PARALLELS),
  rejection: oneOf(ROUTING_REJECTIONS),
})

const REQUIRED = 'Application is required'
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
  row: { applicationId: field.text(), applicationName: field.text(), ...routing.shape },
  form: {
    applicationId: field.id(REQUIRED),
    mode: z._default(routing.shape.mode, DEFAULT_ROUTING.mode),
    parallel: z._default(routing.shape.parallel, DEFAULT_ROUTING.parallel),
    rejection: z._default(routing.shape.rejection, DEFAULT_ROUTING.rejection),
  },
  // If absent, they stay the same.
  changes: {
    applicationId: z.optional(field.id(REQUIRED)),
    mode: z.optional(routing.shape.mode),
    parallel: z.optional(routing.shape.parallel),
    rejection: z.optional(routing.shape.rejection),
  },
  paths: {
    list: '/api/admin/approvalRoutings/list',
    create: '/api/admin/approvalRoutings/create',
    update: '/api/admin/approvalRoutings/update',
    remove: '/api/admin/approvalRoutings/delete',
  },
})
