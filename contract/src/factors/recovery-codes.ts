import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { endedSessions } from '../session.ts'
import { removalAsked } from './removal.ts'

/** How many are made at once. */
export const RECOVERY_CODES = 10

export const recoveryCodes = z.object({
  /** How many have not been used. */
  left: z.number(),
  /** When they were made; `null`: there are none. */
  madeAt: z.nullable(z.string()),
})

export type RecoveryCodes = z.output<typeof recoveryCodes>

export const readRecoveryCodes = endpoint({
  method: 'GET',
  path: '/api/session/recoveryCodes',
  access: 'session',
  whileActing: 'read',
  summary: "How many of one's own recovery codes are left.",
  request: z.object({}),
  response: z.extend(recoveryCodes, {
    /** One has a passkey or an app, and the codes do not stand in for it, because they were made without one. */
    isWeak: z.boolean(),
    /** Without a password there is no second step in which a code would be asked for. */
    hasPassword: z.boolean(),
  }),
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/session/recoveryCodes/make',
  access: 'session',
  summary:
    'Makes ten recovery codes and answers them this once; former ones are void. Needs a sign-in of the last ten minutes.',
  message: 'Recovery Codes Made',
  request: z.object({}),
  response: z.object({ codes: z.array(z.string()) }),
})

export const removeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/session/recoveryCodes/remove',
  access: 'session',
  summary: "Removes one's own recovery codes. Needs a sign-in of the last ten minutes.",
  message: 'Recovery Codes Removed',
  request: z.object({ ...removalAsked }),
  response: endedSessions,
})
