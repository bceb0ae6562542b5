import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The answer to everything that an administrator may not do while acting for somebody. */
export const NOT_WHILE_ACTING =
  'You are acting for somebody else. You can look at their pages, but change nothing and open no application.'

/** Of a session in which an administrator acts for the person it shows. */
export const acting = z.object({
  /** Who acts. */
  administrator: z.string(),
  until: z.string(),
})

export const endActing = endpoint({
  method: 'POST',
  path: '/api/session/endActing',
  access: 'session',
  whileActing: true,
  summary: 'Ends acting for a person: the session is that of the administrator again. Does nothing when it is over.',
  message: 'Acting Ended',
  request: z.object({}),
  response: z.object({}),
})
