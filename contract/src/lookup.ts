import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** The data of an application or client that visitors may see before they register for it: a name and a picture. */
const byName = z.object({ name: field.requiredText('Name is required', 200) })

export const getApplicationDetails = endpoint({
  method: 'GET',
  path: '/api/application/getApplicationDetails',
  access: 'public',
  summary: 'The active application of exactly this name, as a list of at most one.',
  request: byName,
  response: z.array(
    z.object({ _id: z.string(), name: z.object({ description: z.string(), applicationLogo: z.string() }) }),
  ),
})

export const getClientdetails = endpoint({
  method: 'GET',
  path: '/api/client/getClientdetails',
  access: 'public',
  summary: 'The active client of exactly this name, as a list of at most one.',
  request: byName,
  response: z.array(
    z.object({ _id: z.string(), actualName: z.string(), displayName: z.string(), clientLogo: z.string() }),
  ),
})
