import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

/** `user_locks_expiry_signature`, as the link of a message has it. */
const token = field.requiredText('This link is invalid, has expired, or was used already.', 128)

export const lockLinkState = endpoint({
  method: 'POST',
  path: '/api/users/lockLinkState',
  access: 'public',
  summary: 'Whether a link to lock an account still works. Looking at it does not use it up.',
  request: z.object({ token }),
  response: z.object({ isUsable: z.boolean() }),
})

export const lockAccount = endpoint({
  method: 'POST',
  path: '/api/users/lockAccount',
  access: 'public',
  summary:
    'Locks the account of a person who has reported a sign-in or a change as not theirs, by the link of that message: sessions, tokens, password, passkeys, authenticator apps, recovery codes and links end.',
  request: z.object({ token }),
  response: z.object({
    /** Who opens the account again: an administrator, or its owner by a reset link, for the last administrator. */
    reopenedBy: z.enum(['administrator', 'owner']),
  }),
})
