import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { authenticatorList } from '../../factors/authenticators.ts'
import { removalAsked } from '../../factors/removal.ts'
import * as field from '../../fields.ts'
import { endedSessions } from '../../session.ts'

export const userAuthenticators = endpoint({
  method: 'GET',
  path: '/api/users/authenticators',
  access: 'users:read',
  summary: 'The authenticator apps of a person, the oldest first, with their last use.',
  request: z.object({ userId: field.id() }),
  response: authenticatorList,
})

export const removeUserAuthenticator = endpoint({
  method: 'POST',
  path: '/api/users/removeAuthenticator',
  access: 'users:write',
  touches: ['credential'],
  summary:
    'Removes an authenticator app of a person, for example one on a lost device, and notifies them. Their sessions end where `endsSessions` asks for it.',
  message: 'Authenticator App Removed',
  request: z.object({ userId: field.id(), authenticatorId: field.id(), ...removalAsked }),
  response: endedSessions,
})
