import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { recordName } from '../record-name.ts'
import { endedSessions } from '../session.ts'
import { removalAsked } from './removal.ts'
import { authenticationResponse, creationOptions, registrationResponse, requestOptions } from './webauthn.ts'

/** How many passkeys a person may have. */
export const PASSKEYS_MAX = 20

const NAME_MAX_LENGTH = 60
const name = () => recordName('Name is required', NAME_MAX_LENGTH)

const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  /** Kept by an account that copies it to other devices of the person, such as a password manager. */
  isSynced: z.boolean(),
  createdAt: z.string(),
  /** `null`: never. */
  lastUsedAt: z.nullable(z.string()),
  /** Its counter went back, so a copy may be in use: it is refused until its owner accepts it. */
  isSuspected: z.boolean(),
})
export type Passkey = z.output<typeof passkey>
export const passkeyList = z.array(passkey)

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/session/passkeys',
  access: 'session',
  whileActing: 'read',
  summary: "One's own passkeys, the oldest first.",
  request: z.object({}),
  response: passkeyList,
})

export const describeOwnPasskeys = endpoint({
  method: 'GET',
  path: '/api/session/passkeys/accepted',
  access: 'session',
  summary:
    "Which of one's own passkeys sign in, and under which name, as browsers report it to password managers (WebAuthn Level 3, signal methods).",
  request: z.object({}),
  response: z.object({
    rpId: z.string(),
    /** The handle of the person, as authenticators keep it. */
    userId: z.string(),
    name: z.string(),
    displayName: z.string(),
    credentialIds: z.array(z.string()),
  }),
})

export const requestPasskey = endpoint({
  method: 'POST',
  path: '/api/session/passkeys/options',
  access: 'session',
  summary: 'The options with which a browser creates a passkey. Needs a sign-in of the last ten minutes.',
  request: z.object({}),
  response: creationOptions,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/session/passkeys/add',
  access: 'session',
  summary: 'Adds the passkey that the browser has created.',
  message: 'Passkey Added',
  /** Without a name, the passkey is named after the browser and system. */
  request: z.object({ credential: registrationResponse, name: z.optional(name()) }),
  response: passkey,
})

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/api/session/passkeys/rename',
  access: 'session',
  summary: "Renames one of one's own passkeys.",
  message: 'Passkey Renamed',
  request: z.object({ passkeyId: field.id(), name: name() }),
  response: passkey,
})

export const acceptPasskey = endpoint({
  method: 'POST',
  path: '/api/session/passkeys/accept',
  access: 'session',
  summary:
    "Lets one of one's own passkeys sign in again that is refused because it may have been copied. Needs a sign-in of the last ten minutes by something else.",
  message: 'Passkey Accepted',
  request: z.object({ passkeyId: field.id() }),
  response: passkey,
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/session/passkeys/remove',
  access: 'session',
  summary:
    "Removes one of one's own passkeys, but not the only way to sign in. Needs a sign-in of the last ten minutes.",
  message: 'Passkey Removed',
  request: z.object({ passkeyId: field.id(), ...removalAsked }),
  response: endedSessions,
})

export const requestConfirmation = endpoint({
  method: 'POST',
  path: '/api/session/confirm/options',
  access: 'session',
  summary: 'The options with which the signed-in person confirms by passkey that they are present.',
  request: z.object({}),
  response: requestOptions,
})

export const confirmWithPasskey = endpoint({
  method: 'POST',
  path: '/api/session/confirm/passkey',
  access: 'session',
  summary: 'Signs the same person in again, in this session: changes that need a recent sign-in are then accepted.',
  message: 'Confirmed',
  request: z.object({ credential: authenticationResponse }),
  /** `cookie` for our own pages; other callers get the new token. */
  response: z.object({ AutherisationToken: z.string() }), // sic
})
