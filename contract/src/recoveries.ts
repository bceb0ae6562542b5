import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

const uuid = field.id()

export const stopLinkState = endpoint({
  method: 'POST',
  path: '/api/recoveries/stopLinkState',
  access: 'public',
  summary: 'Whether a link to stop an account recovery still works. Looking at it does not use it up.',
  request: z.object({ uuid }),
  response: z.object({ isUsable: z.boolean() }),
})

export const stopRecovery = endpoint({
  method: 'POST',
  path: '/api/recoveries/stop',
  access: 'public',
  summary: 'Stops an account recovery, by the link that was sent to the old addresses. Its administrator is notified.',
  message: 'Recovery Stopped',
  request: z.object({ uuid }),
  response: z.object({}),
})

export const readRecovery = endpoint({
  method: 'POST',
  path: '/api/recoveries/read',
  access: 'public',
  summary: 'Whether a link to recover an account still works, and its new address. Looking at it does not use it up.',
  request: z.object({ uuid }),
  response: z.object({
    isUsable: z.boolean(),
    /** Empty when the link is not usable. */
    email: z.string(),
  }),
})

export const recoverAccount = endpoint({
  method: 'POST',
  path: '/api/recoveries/recover',
  access: 'public',
  summary:
    'Sets a new password and address by the link of an account recovery, once. The old password, passkeys, authenticator apps, recovery codes, known browsers, sessions and grants end.',
  message: 'Your account is recovered. Sign in with your new password.',
  request: z.object({ uuid, newPassword: field.password('New Password is required') }),
  response: z.object({ email: z.string() }),
})
