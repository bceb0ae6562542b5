import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { flag } from '../../paging.ts'
import { applicationData, clientData, userData } from '../../people.ts'
import { endedSessions, liveSessions } from '../../session.ts'
import { resource } from '../engine/resource.ts'

/** With the messages of the console's form. */
const profile = {
  firstName: field.personName('First Name is required'),
  lastName: field.personName('Last Name is required'),
  email: field.email(),
  phoneNumber: field.phoneNumber('Phone Number is required'),
}

/** How a new person comes to a password: it is set for them, and no link is sent; or by a link, and none is set. */
export const FIRST_PASSWORDS = ['set', 'link'] as const

/**
 * `invited`: active, and has neither chosen a password nor signed in yet. `throttled`: active, and sign-ins were refused
 * within the last hour because there had been too many attempts; asking for it takes the permission to read the activity.
 */
export const PERSON_STATES = ['active', 'invited', 'throttled', 'inactive'] as const

/** Left out, it stays as it is. */
export const partnerPortalId = () => field.optionalText(100)

/** People (requirement A2). Without the permission to see people, one sees oneself only. */
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
    isEmailVerified: z.boolean(),
    /** An unconfirmed number gets no codes and names nobody. */
    isPhoneVerified: z.boolean(),
    /** May sign in on /otp by code only (requirement S4). */
    codeOnly: z.boolean(),
    profileImage: field.text(),
    lastSignInAt: z.nullable(z.string()),
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
    /** The whole name; the old console sends it along. */
    name: field.textOrEmpty(),
    userName: field.userName(),
    /** `link`: the person is sent one to choose a password; a password that is sent along is not taken. Otherwise: `set`. */
    firstPassword: z.optional(z.enum(FIRST_PASSWORDS)),
    /** Required unless a link is sent. */
    password: z.optional(z.string('Password is required').check(z.maxLength(field.PASSWORD_MAX_LENGTH, 'Too Long!'))),
    profileImage: field.uploadedPath(),
    /** Whom the partner portal knows them as; empty: their id here. */
    cPortalId: partnerPortalId(),
  },
  changes: {
    ...profile,
    /** Read-only: sent along, never taken over. */
    username: field.optionalText(),
    /** Whatever its case: the specified call sends 'Active' (section 4). The boolean counts when both are sent. */
    status: z.optional(
      z.pipe(
        z.pipe(
          z.string('Status is required'),
          z.transform((sent) => sent.toUpperCase()),
        ),
        field.status(),
      ),
    ),
    isActive: z.optional(flag()),
    codeOnly: z.optional(flag()),
    profileImage: field.optionalUploadedPath(),
    cPortalId: partnerPortalId(),
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
  request: z.object({ email: field.email(), newPassword: field.password('New Password Required') }),
  response: z.object({}),
})

export const roleBasedOnUserId = endpoint({
  method: 'GET',
  path: '/api/users/roleBasedOnUserId',
  access: 'session',
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
  summary: 'Gives a person their one role, in place of another. It must not hold more than the caller does.',
  message: 'Role Attached',
  request: userRole,
  response: z.object({}),
})

export const detachRoleToUser = endpoint({
  method: 'POST',
  path: '/api/users/detachRoleToUser',
  access: 'users:write',
  touches: ['standing'],
  summary: "Takes a person's role away.",
  message: 'Role Detached',
  request: userRole,
  response: z.object({}),
})

export const assignedApplicationWithClient = endpoint({
  method: 'GET',
  path: '/api/users/assignedApplicationWithClient',
  access: 'session',
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
  summary: 'Assigns an application for a client, with a role of that pair; assigned already, it changes the role.',
  message: 'Application Assigned',
  request: z.object({ ...pair, role: field.requiredText('Status is required', 100) }),
  response: z.object({}),
})

export const detachClient = endpoint({
  method: 'POST',
  path: '/api/users/detachClient',
  access: 'users:write',
  touches: ['assignment'],
  summary: 'Takes an application for a client from a person.',
  message: 'Application Detached',
  request: z.object(pair),
  response: z.object({}),
})

export const sendInvitation = endpoint({
  method: 'POST',
  path: '/api/users/sendInvitation',
  access: 'users:write',
  touches: ['credential'],
  summary: 'Sends somebody who has never signed in a new link to choose a password, good for 72 hours and once.',
  message: 'Invitation Sent',
  request: z.object({ userId: field.id() }),
  response: z.object({}),
})

export const userSessions = endpoint({
  method: 'GET',
  path: '/api/users/sessions',
  access: 'users:read',
  summary: "A person's live sessions, the last used first.",
  request: z.object({ userId: field.id() }),
  response: liveSessions,
})

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/api/users/endSessions',
  access: 'users:write',
  touches: ['person'],
  summary:
    'Ends one session of a person, or all of them; the applications opened in them are told. Of oneself, all but this one.',
  message: 'Sessions Ended',
  request: z.object({ userId: field.id(), sessionId: z.optional(field.id()) }),
  response: endedSessions,
})
