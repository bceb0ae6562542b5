import * as z from 'zod/mini'
import { ASSIGNED_BY, assignmentTerm } from './admin/people/assignments.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { pageAsked, pageOf } from './paging.ts'

const assignment = z.object({
  _id: z.string(),
  client: z.object({ name: z.string(), status: z.string() }),
  role: z.string(),
  assignedAt: z.string(),
  ...assignmentTerm,
  /** Whether it has begun and has not ended. */
  isCurrent: z.boolean(),
  assignedBy: z.enum(ASSIGNED_BY),
  /** The name of the administrator, or of who sent the invitation; empty: it is not recorded. */
  administrator: z.string(),
  /** The approved request that it fulfils; `null`: none, or it is more than a year old. */
  request: z.nullable(
    z.object({ reason: z.string(), requestedBy: z.string(), decidedBy: z.string(), answer: z.string() }),
  ),
  /** What the rule of access says: whether the portal opens the application, and whether a sign-in to it succeeds. */
  canOpen: z.boolean(),
  canSignIn: z.boolean(),
})
export type OwnAssignment = z.output<typeof assignment>

const ownApplication = z.object({
  _id: z.string(),
  name: z.string(),
  logo: z.string(),
  status: z.string(),
  /** When one last opened it; `null` when none of the sessions that the portal keeps has. */
  openedAt: field.nullableText(),
  /** The scopes of OpenID Connect that it may read now. */
  scopes: z.array(z.string()),
  /** It was opened in a session that goes on, or holds tokens, and that was not ended since. */
  isOpen: z.boolean(),
  /** Whether it has an address at which the portal notifies it of the end of a session. */
  isNotified: z.boolean(),
  /** One for each client. */
  assignments: z.array(assignment),
})
export type OwnApplication = z.output<typeof ownApplication>

export const listOwnAccess = endpoint({
  method: 'GET',
  path: '/api/access/own',
  access: 'session',
  whileActing: 'read',
  summary:
    'The applications that are assigned to the caller, by name, one page at a time: in which role, since when, until when, by whom or through which request, and what each may read.',
  request: z.object(pageAsked),
  response: pageOf(ownApplication),
})

export const endApplicationSessions = endpoint({
  method: 'POST',
  path: '/api/access/own/end',
  access: 'session',
  summary:
    'Ends the caller’s sessions in one application: its tokens are void at once, and it is notified where it can be. The sessions of the portal go on.',
  message: 'Sessions Ended',
  request: z.object({ applicationId: field.id() }),
  response: z.object({}),
})
