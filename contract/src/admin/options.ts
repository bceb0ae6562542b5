import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { flag } from '../paging.ts'

/** What a form can pick from: records by name, without their details. */
export const OPTION_KINDS = [
  'applications',
  'clients',
  'roles',
  'permissions',
  'pages',
  'applicationRoles',
  'people',
] as const

export const listOptions = endpoint({
  method: 'GET',
  path: '/api/admin/options',
  access: 'session',
  summary:
    'Active records to pick from, by name, at most 50. Without console permissions: only applications and clients assigned to the caller, and what belongs to both.',
  request: z.object({
    kind: field.oneOf(OPTION_KINDS, 'Type is required'),
    search: field.optionalText(100),
    /** Only this record, active or not: how a form names what it holds. */
    id: z.optional(field.id()),
    /** Of roles and permissions, only those that the caller may give. */
    grantable: z.optional(flag()),
    /** For pages and application roles, and for clients: those that have application roles of it. */
    applicationId: z.optional(field.id()),
    /** For application roles. */
    clientId: z.optional(field.id()),
  }),
  response: z.array(z.object({ _id: z.string(), name: z.string(), detail: z.string() })),
})
