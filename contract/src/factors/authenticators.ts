import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { recordName } from '../record-name.ts'
import { endedSessions } from '../session.ts'
import { removalAsked } from './removal.ts'

/** How many authenticator apps a person may have. */
export const AUTHENTICATORS_MAX = 5

const name = () => recordName('Name is required', 60)

const authenticator = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Adding it is its first use. */
  lastUsedAt: z.string(),
})
export type Authenticator = z.output<typeof authenticator>
export const authenticatorList = z.array(authenticator)

export const listAuthenticators = endpoint({
  method: 'GET',
  path: '/api/session/authenticators',
  access: 'session',
  whileActing: 'read',
  summary: "One's own authenticator apps, the oldest first.",
  request: z.object({}),
  response: z.object({
    authenticators: authenticatorList,
    /** Without a password there is no second step in which an app would be asked for. */
    hasPassword: z.boolean(),
  }),
})

export const requestAuthenticator = endpoint({
  method: 'POST',
  path: '/api/session/authenticators/secret',
  access: 'session',
  summary:
    'A new secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). Needs a sign-in of the last ten minutes.',
  request: z.object({}),
  response: z.object({
    /** In Base32, to be typed. */
    secret: z.string(),
    /** The same as an `otpauth:` address, to be scanned. */
    uri: z.string(),
    /** Sent back with the first code; valid for ten minutes. Nothing is stored before that. */
    enrolment: z.string(),
  }),
})

export const addAuthenticator = endpoint({
  method: 'POST',
  path: '/api/session/authenticators/add',
  access: 'session',
  summary: 'Adds the authenticator app that has shown this code.',
  message: 'Authenticator App Added',
  request: z.object({ enrolment: z.string().check(z.maxLength(1024)), code: field.otp(), name: name() }),
  response: authenticator,
})

export const renameAuthenticator = endpoint({
  method: 'POST',
  path: '/api/session/authenticators/rename',
  access: 'session',
  summary: "Renames one of one's own authenticator apps.",
  message: 'Authenticator App Renamed',
  request: z.object({ authenticatorId: field.id(), name: name() }),
  response: authenticator,
})

export const removeAuthenticator = endpoint({
  method: 'POST',
  path: '/api/session/authenticators/remove',
  access: 'session',
  summary: "Removes one of one's own authenticator apps. Needs a sign-in of the last ten minutes.",
  message: 'Authenticator App Removed',
  request: z.object({ authenticatorId: field.id(), ...removalAsked }),
  response: endedSessions,
})
