import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { endedSessions, liveSessions } from '../../session.ts'

export const userSessions = endpoint({
  method: 'GET',
  path: '/api/users/sessions',
  access: 'users:read',
  summary: "A person's active sessions, the most recently used first.",
  request: z.object({ userId: field.id() }),
  response: liveSessions,
})

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/api/users/endSessions',
  access: 'users:write',
  touches: ['person'],
  summary:
    "Ends one session of a person, or all of them, and notifies the applications opened in them. The caller's current session is kept.",
  message: 'Sessions Ended',
  request: z.object({ userId: field.id(), sessionId: z.optional(field.id()) }),
  response: endedSessions,
})
