import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** A person as the sign-in answer gives them (specification 1 section 3). */
export const userData = z.object({
  _id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  cPortalId: z.string(),
  userName: z.string(),
})
export type UserData = z.output<typeof userData>

/** Roles as the sign-in answer spells them: `RolesDAta` is the wire name. // sic */
export const userRole = z.array(z.object({ RolesDAta: z.object({ name: z.string() }) }))

const applicationData = z.object({
  _id: z.string(),
  name: z.object({ description: z.string(), applicationLogo: z.string(), summary: z.string() }),
  applicationRedirectUrl: z.string(),
  applicationAllowedUrl: z.string(),
  applicationSecret: z.object({ applicationLogoutUri: z.string() }),
  status: z.string(),
})

const clientData = z.object({ _id: z.string(), actualName: z.string(), displayName: z.string(), uuid: z.string() })

const personRecord = z.object({
  ...userData.shape,
  isActive: z.boolean(),
  applicationData: z.array(applicationData),
  clientData: z.array(clientData),
  userapplicationclinetrolesData: z.array(
    // sic
    z.object({ applicationId: z.string(), clientId: z.string(), role: z.string() }),
  ),
  roleAttached: z.array(z.object({ _id: z.string(), name: z.string() })),
})
export type PersonRecord = z.output<typeof personRecord>

export const listAllActiveUser = endpoint({
  method: 'GET',
  path: '/api/users/listAllActiveUser',
  access: 'session',
  summary: 'A person with their applications, clients and role. Without the permission to see people: only oneself.',
  request: z.object({ userId: field.id() }),
  response: z.array(personRecord),
})

export const clientBasedOnApplicationAndUser = endpoint({
  method: 'GET',
  path: '/api/users/clientBasedOnApplicationAndUser',
  access: 'session',
  summary: 'The clients for which a person may open an application, each with the role there.',
  request: z.object({ userId: field.id(), applicationId: field.id() }),
  response: z.array(z.object({ clientData: z.array(clientData), role: z.string() })),
})
