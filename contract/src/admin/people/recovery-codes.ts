import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { recoveryCodes } from '../../factors/recovery-codes.ts'
import { removalAsked } from '../../factors/removal.ts'
import * as field from '../../fields.ts'
import { endedSessions } from '../../session.ts'

export const userRecoveryCodes = endpoint({
  method: 'GET',
  path: '/api/users/recoveryCodes',
  access: 'users:read',
  summary: 'How many recovery codes of a person are left.',
  request: z.object({ userId: field.id() }),
  response: recoveryCodes,
})

export const removeUserRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/users/removeRecoveryCodes',
  access: 'users:write',
  touches: ['credential'],
  summary:
    'Removes the recovery codes of a person, for example a lost sheet, and notifies them. Their sessions end where `endsSessions` asks for it.',
  message: 'Recovery Codes Removed',
  request: z.object({ userId: field.id(), ...removalAsked }),
  response: endedSessions,
})
