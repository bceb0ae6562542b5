import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { passkeyList } from '../../factors/passkeys.ts'
import { removalAsked } from '../../factors/removal.ts'
import * as field from '../../fields.ts'
import { endedSessions } from '../../session.ts'

export const userPasskeys = endpoint({
  method: 'GET',
  path: '/api/users/passkeys',
  access: 'users:read',
  summary: 'The passkeys of a person, the oldest first, with their last use.',
  request: z.object({ userId: field.id() }),
  response: passkeyList,
})

export const removeUserPasskey = endpoint({
  method: 'POST',
  path: '/api/users/removePasskey',
  access: 'users:write',
  touches: ['credential'],
  summary:
    'Removes a passkey of a person, for example one on a lost device, and notifies them. Their sessions end where `endsSessions` asks for it.',
  message: 'Passkey Removed',
  request: z.object({ userId: field.id(), passkeyId: field.id(), ...removalAsked }),
  response: endedSessions,
})
