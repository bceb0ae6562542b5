import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The answer to everything that an administrator may not do while acting for somebody. */
export const NOT_WHILE_ACTING = 'You are acting for somebody else. You can look at their pages, but change nothing.'

/** The same in an acting that may change things (ADR 0133). */
export const NOT_CHANGED_WHILE_ACTING = 'You are acting for somebody else. Only they can do this.'

/** The answers to opening an application meanwhile (ADR 0103). */
export const NOT_OPENED_WHILE_ACTING =
  'You are acting for somebody else. This application cannot be opened for other people.'
export const ACTING_NEEDS_SIGN_IN =
  'This application needs a stronger or more recent sign-in than yours. End acting, sign in again and start again.'
export const ACTING_NEEDS_CONSENT = 'The person has not allowed this application yet. Only they can do that.'

/** Of a session in which an administrator acts for the person it shows. */
export const acting = z.object({
  /** Who acts. */
  administrator: z.string(),
  /** Whether they may also change things, those that are declared for it (ADR 0133). */
  mayChange: z.boolean(),
  until: z.string(),
})

export const endActing = endpoint({
  method: 'POST',
  path: '/api/session/endActing',
  access: 'session',
  whileActing: 'read',
  summary: 'Ends acting for a person: the session is that of the administrator again. Does nothing when it is over.',
  message: 'Acting Ended',
  request: z.object({}),
  response: z.object({}),
})
