import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** A person in the form of the sign-in answer (requirement W12). */
export const userData = z.object({
  _id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  cPortalId: z.string(),
  userName: z.string(),
  /** The path of the chosen picture, or empty. */
  profileImage: z.string(),
})
export type UserData = z.output<typeof userData>

/** The name by which a person is shown everywhere. One of its two parts may be empty. */
export const fullName = ({ firstName, lastName }: Pick<UserData, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** The error of each field whose value belongs to another person. */
export const TAKEN = {
  email: 'This email is already in use',
  userName: 'This user name is already in use',
  phoneNumber: 'Someone else has already confirmed this phone number',
  cPortalId: 'This partner portal id is already in use',
} as const

/** Roles in the spelling of the sign-in answer: `RolesDAta` is the wire name. // sic */
export const userRole = z.array(z.object({ RolesDAta: z.object({ name: z.string() }) }))

export const applicationData = z.object({
  _id: z.string(),
  name: z.object({ description: z.string(), applicationLogo: z.string(), summary: z.string() }),
  applicationRedirectUrl: z.string(),
  applicationAllowedUrl: z.string(),
  applicationSecret: z.object({ applicationLogoutUri: z.string() }),
  status: z.string(),
})

export const clientData = z.object({
  _id: z.string(),
  actualName: z.string(),
  displayName: z.string(),
  uuid: z.string(),
})

export const clientBasedOnApplicationAndUser = endpoint({
  method: 'GET',
  path: '/api/users/clientBasedOnApplicationAndUser',
  access: 'session',
  summary: 'The clients for which a person may open an application, each with the role there.',
  request: z.object({ userId: field.id(), applicationId: field.id() }),
  response: z.array(z.object({ clientData: z.array(clientData), role: z.string() })),
})
