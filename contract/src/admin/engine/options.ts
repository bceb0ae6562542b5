import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'

/** Options of a form: records by name, without their details. */
export const OPTION_KINDS = [
  'applications',
  'clients',
  'roles',
  'permissions',
  'pages',
  'applicationRoles',
  'people',
] as const

const which = z.object({
  kind: field.oneOf(OPTION_KINDS, 'Type is required'),
  search: field.search(100),
  /** Only this record, active or not: gives a form the name of its current value. */
  id: z.optional(field.id()),
  /** Also those that are not active, whose status is then their detail. Application roles have no status. */
  inactive: z.optional(flag()),
  /** Of roles and permissions, only those that the caller may give. */
  grantable: z.optional(flag()),
  /** For pages and application roles, and for clients: those that have application roles of it. */
  applicationId: z.optional(field.id()),
  /** For application roles. */
  clientId: z.optional(field.id()),
})
const options = z.array(z.object({ _id: z.string(), name: z.string(), detail: z.string() }))

export const listOptions = endpoint({
  method: 'GET',
  path: '/api/admin/options',
  access: 'session',
  serviceAccounts: true,
  summary:
    'Active records to pick from, or with `inactive` all of them, by name, at most 50. Without console permissions: only applications and clients assigned to the caller, and what belongs to both.',
  request: which,
  response: options,
})

export const pageOfOptions = endpoint({
  method: 'GET',
  path: '/api/admin/options/page',
  access: 'session',
  serviceAccounts: true,
  summary:
    'The same options, 50 at a time, with their total. People are searched for: only the first 50 matches are returned.',
  request: z.extend(which, {
    page: z.optional(z.pipe(z.string(), z.pipe(z.transform(Number), z.int().check(z.gte(0), z.lte(1000))))),
  }),
  response: z.object({ rows: options, total: z.nullable(z.number()) }),
})
