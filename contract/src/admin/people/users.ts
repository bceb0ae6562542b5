import * as z from 'zod/mini'
import * as dayField from '../../day-fields.ts'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { applicationData, clientData, userData } from '../../people.ts'
import { resource } from '../engine/resource.ts'
import { assignmentDates, assignmentTerm } from './assignments.ts'
import { PERSON_STATES } from './person-states.ts'

/** With the messages of the console's form. */
const profile = {
  firstName: field.personName('First Name is required'),
  lastName: field.personName('Last Name is required'),
  email: field.email(),
  phoneNumber: field.phoneNumber('Phone Number is required'),
}

/** How a new person gets a password: an administrator sets it, or the person chooses it by a link. */
export const FIRST_PASSWORDS = ['set', 'link'] as const

/** If absent, it stays the same. */
export const partnerPortalId = () => field.optionalText(100)

/** People (requirement A2). Without users:read, callers see only themselves. */
export const users = resource({
  name: 'users',
  title: 'User',
  messages: { created: 'User Created', updated: 'User Updated', removed: 'User Deleted' },
  idKey: 'userId',
  read: 'session',
  write: 'users:write',
  touches: { update: 'person', remove: 'standing', restore: 'standing' },
  fields: ['any', 'firstName', 'lastName', 'phoneNumber', 'email', 'userName', 'status'],
  sorts: ['assignedApps'],
  filters: {
    userId: z.optional(field.id()),
    isActive: z.optional(flag()),
    state: z.optional(z.enum(PERSON_STATES)),
    hasSignedIn: z.optional(flag()),
    roleId: z.optional(field.id()),
    applicationId: z.optional(field.id()),
    clientId: z.optional(field.id()),
  },
  row: {
    ...userData.shape,
    name: field.text(),
    isActive: z.boolean(),
    /** Inactive until the suspension ends. */
    isSuspended: z.boolean(),
    isEmailVerified: z.boolean(),
    /** An unconfirmed number receives no codes and is no identifier. */
    isPhoneVerified: z.boolean(),
    /** May sign in on /otp by code only (requirement S4). */
    codeOnly: z.boolean(),
    profileImage: field.text(),
    lastSignInAt: z.nullable(z.string()),
    /** A day such as '2027-03-31': the account is deactivated when it is over. */
    lastDay: field.nullableText(),
    applicationData: z.array(applicationData),
    clientData: z.array(clientData),
    userapplicationclinetrolesData: z.array(
      // sic
      z.object({ applicationId: z.string(), clientId: z.string(), role: z.string() }),
    ),
    roleAttached: field.named(),
  },
  form: {
    ...profile,
    /** The full name, sent by the old console. */
    name: field.textOrEmpty(),
    userName: field.userName(),
    /** `link`: the person gets a link to choose a password, and `password` is ignored. Default: `set`. */
    firstPassword: z.optional(z.enum(FIRST_PASSWORDS)),
    /** Required unless a link is sent. */
    password: z.optional(z.string('Password is required').check(z.maxLength(field.PASSWORD_MAX_LENGTH, 'Too Long!'))),
    profileImage: field.uploadedPath(),
    /** The person's id in the partner portal. If empty, the id in this portal is used. */
    cPortalId: partnerPortalId(),
    lastDay: dayField.day(),
  },
  changes: {
    ...profile,
    /** Read-only: accepted in requests and ignored. */
    username: field.optionalText(),
    /** In any case: the specified call sends 'Active' (section 4). If both are sent, the boolean is used. */
    status: z.optional(field.statusInAnyCase()),
    isActive: z.optional(flag()),
    codeOnly: z.optional(flag()),
    profileImage: field.optionalUploadedPath(),
    cPortalId: partnerPortalId(),
    lastDay: dayField.day(),
  },
  paths: {
    list: '/api/users/listAllActiveUser',
    create: '/api/users/createUserWithoutAppClientAndRole',
    update: '/api/users/updateUser',
    remove: '/api/users/deleteUser',
  },
})

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/users/resetPassword',
  access: 'users:write',
  touches: ['credential'],
  summary: "Sets a person's password and ends their sessions.",
  message: 'Password Changed',
  request: z.object({
    email: field.email(),
    newPassword: field.password('New Password Required'),
    /** Also removes passkeys, authenticator apps and recovery codes: the intruder may have them. */
    removesFactors: z.optional(flag()),
  }),
  response: z.object({}),
})

export const roleBasedOnUserId = endpoint({
  method: 'GET',
  path: '/api/users/roleBasedOnUserId',
  access: 'session',
  serviceAccounts: true,
  summary: "A person's role, as a list of at most one.",
  request: z.object({ userId: field.id() }),
  response: z.array(z.object({ _id: z.string(), name: z.string(), RolesDAta: z.object({ name: z.string() }) })), // sic
})

const userRole = z.object({ userId: field.id(), roleId: field.id('Status is required') })

export const attachRoleToUser = endpoint({
  method: 'POST',
  path: '/api/users/attachRoleToUser',
  access: 'users:write',
  touches: ['role-given', 'standing'],
  summary: 'Sets the role of a person. The role cannot have permissions that the caller lacks.',
  message: 'Role Attached',
  request: z.object({
    ...userRole.shape,
    /** The role that the caller has seen, `null` for none: with another one meanwhile it is refused (changed_meanwhile). */
    formerRoleId: z.optional(z.nullable(field.id())),
  }),
  response: z.object({}),
})

export const detachRoleToUser = endpoint({
  method: 'POST',
  path: '/api/users/detachRoleToUser',
  access: 'users:write',
  touches: ['standing'],
  summary: "Removes a person's role.",
  message: 'Role Detached',
  request: userRole,
  response: z.object({}),
})

export const assignedApplicationWithClient = endpoint({
  method: 'GET',
  path: '/api/users/assignedApplicationWithClient',
  access: 'session',
  serviceAccounts: true,
  summary: 'Everything assigned to a person: application, client and role, whatever their status.',
  request: z.object({ userId: field.id() }),
  response: z.array(
    z.object({
      _id: z.string(),
      applicationData: z.object({
        _id: z.string(),
        name: z.object({ description: z.string(), applicationLogo: z.string() }),
        status: z.string(),
      }),
      clientdata: z.object({ _id: z.string(), displayName: z.string(), status: z.string() }), // sic
      role: z.string(),
      ...assignmentTerm,
    }),
  ),
})

export const roleBasedOnAapplication = endpoint({
  method: 'POST',
  path: '/api/users/roleBasedOnAapplication', // sic
  access: 'users:read',
  touches: [],
  summary: 'The roles that an application has for a client.',
  request: z.object({
    applicationId: field.id('Application is required'),
    clientId: field.id('Client Name is required'),
  }),
  response: z.array(z.object({ _id: z.string(), role: z.string(), roleId: z.string() })),
})

const pair = {
  userId: field.id(),
  applicationId: field.id('Status is required'),
  clientId: field.id('Status is required'),
}

export const addUserApplicationClinetRole = endpoint({
  method: 'POST',
  path: '/api/users/addUserApplicationClinetRole', // sic
  access: 'users:write',
  touches: ['assignment'],
  summary:
    'Assigns an application for a client with a role of both, if wanted from a day and until a day. If already assigned, changes the role and the given days.',
  message: 'Application Assigned',
  request: z.object({
    ...pair,
    ...assignmentDates,
    role: field.requiredText('Status is required', 100),
    /** What the caller has seen, `null` for none: with another assignment meanwhile it is refused (changed_meanwhile). */
    former: z.optional(z.nullable(z.object({ role: field.requiredText('Role is required', 100), ...assignmentTerm }))),
  }),
  response: z.object({}),
})

export const detachClient = endpoint({
  method: 'POST',
  path: '/api/users/detachClient',
  access: 'users:write',
  touches: ['assignment'],
  summary: "Removes a person's assignment of an application for a client.",
  message: 'Application Detached',
  request: z.object(pair),
  response: z.object({}),
})

export const sendInvitation = endpoint({
  method: 'POST',
  path: '/api/users/sendInvitation',
  access: 'users:write',
  touches: ['credential'],
  summary: 'Sends a person who has never signed in a new link to choose a password. It is valid once, for 72 hours.',
  message: 'Invitation Sent',
  request: z.object({ userId: field.id() }),
  response: z.object({}),
})
