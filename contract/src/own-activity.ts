import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'

export const ownActivityLine = z.object({
  _id: z.string(),
  at: z.string(),
  /** The name of the audit event. */
  event: z.string(),
  /**
   * `owner`: in a session or a sign-in of the person; `administrator`: by somebody or a program that administers the portal;
   * `unknown`: an attempt by somebody who was not signed in, or the portal itself.
   */
  by: z.enum(['owner', 'administrator', 'unknown']),
  /** What has changed: the name of a field, or of an application with its client. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** A new password about which the service of stolen passwords was asked and did not answer. */
  isUnchecked: z.boolean(),
  /** The IP address; `null` for what an administrator or the portal has done. */
  ip: z.nullable(z.string()),
  /** Names of its browser and system, or empty once the session is older than a month or was none. */
  browser: z.string(),
  system: z.string(),
})
export type OwnActivityLine = z.output<typeof ownActivityLine>

export const listOwnActivity = endpoint({
  method: 'GET',
  path: '/api/session/activity',
  access: 'session',
  whileActing: 'read',
  summary: 'What happened to one’s own account, newest first: sign-ins, attempts, and changes. 25 lines at a time.',
  request: z.object({
    /** The last line of the page before. */
    before: z.optional(field.id()),
  }),
  response: z.object({
    lines: z.array(ownActivityLine),
    /** Whether there are older lines. */
    hasMore: z.boolean(),
  }),
})
